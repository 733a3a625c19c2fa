// A printout, or the page to play from, of a list on this device. Nothing in it runs but the scripts
// that lay it out, which come from the same place as this one.

import { ask } from './engine.js';
import * as store from './store.js';
import { t } from './text.js';

/** The address: `#LIST/roster.cards`, with `/letter` for American paper. */
const [id, names = 'roster', paper] = location.hash.slice(1).split('/').map(decodeURIComponent);
const sheets = names.split('.');
const isPlay = sheets.includes('play');

/** The scripts that these sheets run, in their order. */
const scripts = isPlay ? ['play'] : ['fit', ...['roster', 'cards', 'reference'].filter(name => sheets.includes(name)), 'screen'];

/** The policy of this page forbids styles in its text, but not those that a script sets: until then they go by other names. */
const withoutStyles = text => text.replaceAll('<style>', '<script type="text/css">').replaceAll('</style>', '</script>').replaceAll(' style="', ' data-style="');
const styled = (element, from = element) => {
  if (from.dataset.style) element.style.cssText = from.dataset.style;
  delete element.dataset.style;
};

async function show(text) {
  const page = new DOMParser().parseFromString(withoutStyles(text), 'text/html');
  document.title = page.title;
  const own = '.bar-top{position:fixed;z-index:9;right:12px;bottom:calc(12px + env(safe-area-inset-bottom));display:flex;gap:8px}.bar-top>*{font:600 16px/1 system-ui,sans-serif;color:#fff;background:#26241f;border:0;border-radius:8px;padding:14px 18px;text-decoration:none;cursor:pointer}a.wide{display:grid;place-items:center;text-decoration:none}@media print{.bar-top{display:none}}';
  document.adoptedStyleSheets = [...[...page.querySelectorAll('script[type="text/css"]')].map(style => style.textContent), own].map(text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  page.querySelectorAll('script:not([type="application/json"])').forEach(element => element.remove());
  for (const { name, value } of page.body.attributes) document.body.setAttribute(name, value);
  styled(document.documentElement, page.documentElement);
  document.body.replaceChildren(...page.body.childNodes);
  document.body.querySelectorAll('[data-style]').forEach(element => styled(element));
  document.body.append(isPlay ? '' : bar());
  for (const name of scripts) {
    await new Promise(done => {
      const script = document.createElement('script');
      script.src = `print/${name}.js`;
      script.onload = done;
      script.onerror = done;
      document.body.append(script);
    });
  }
  if (isPlay) document.getElementById('v-army')?.querySelector('.panel')?.append(back('wide'));
  // Sheets are laid out when the page is loaded, which it may be already.
  else if (document.readyState === 'complete') dispatchEvent(new Event('load'));
}

const back = name => {
  const link = document.createElement('a');
  link.href = `./#/l/${encodeURIComponent(id)}`;
  link.textContent = t.backToList;
  link.className = name;
  return link;
};

/** Phones have no key for it. */
const bar = () => {
  const all = document.createElement('nav');
  all.className = 'bar-top';
  const button = document.createElement('button');
  button.textContent = t.print;
  button.onclick = () => print();
  all.append(back(''), button);
  return all;
};

const say = words => {
  const line = document.createElement('p');
  line.textContent = words;
  document.body.replaceChildren(line, back(''));
};

try {
  const record = await store.get(id);
  if (!record || record.gone) say(t.noSuchList);
  else await show((await ask('print', { list: record.text, sheets, letter: paper === 'letter' })).html);
} catch (error) {
  say(error.message === 'offline' ? t.noServer : error.message);
}
