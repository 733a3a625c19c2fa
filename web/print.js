// A printout. The page that opened this tab sends it; nothing in it runs but the layout of cards,
// which comes from the same place as this script.

addEventListener('message', event => {
  if (event.source !== opener || event.origin !== location.origin || !event.data?.print) return;
  show(event.data.print, event.data.sheets);
});
opener?.postMessage('ready', location.origin);

/** The scripts that a printout of these sheets runs, in their order. */
const scripts = sheets => ['fit', ...['tournament', 'roster', 'cards', 'reference'].filter(name => sheets.includes(name)), 'screen'];

async function show(text, sheets) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  document.title = page.title;
  // The policy of this page forbids styles in its text, but not styles that a script makes.
  document.adoptedStyleSheets = [...page.querySelectorAll('style')].map(style => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent);
    return sheet;
  });
  page.querySelectorAll('script:not([type="application/json"]), style').forEach(element => element.remove());
  for (const { name, value } of page.body.attributes) document.body.setAttribute(name, value);
  const styled = [...page.body.querySelectorAll('[style]')].map(element => [element, element.getAttribute('style')]);
  styled.forEach(([element]) => element.removeAttribute('style'));
  document.body.replaceChildren(...page.body.childNodes);
  styled.forEach(([element, style]) => { element.style.cssText = style; });
  for (const name of scripts(sheets)) {
    const script = document.createElement('script');
    script.src = `print/${name}.js`;
    await new Promise(done => {
      script.onload = done;
      script.onerror = done;
      document.body.append(script);
    });
  }
}
