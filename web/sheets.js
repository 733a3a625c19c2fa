// What leaves a list, and its past: share, print, history, comparison, text.

import { html, nothing } from './vendor/lit-html.js';
import { ask } from './engine.js';
import * as store from './store.js';
import { S, draw, goBack, replace, run, toast } from './state.js';
import { ago, download, icon, sheet, signed, verdict } from './parts.js';
import { t } from './text.js';

const copy = text => run(async () => {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else {
    // Over plain HTTP from another machine there is only the old way.
    const field = document.createElement('textarea');
    field.value = text;
    document.getElementById('inside').append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  toast(t.copiedText);
});

const fileName = () => S.open.view.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'list';

export const shareSheet = close => {
  const { shared, record } = S.open;
  if (!shared) return sheet({ title: t.share, close, body: html`<p class="soft">${t.reading}</p>` });
  const { link, qr } = shared;
  const forms = [['text', t.plain], ['markdown', 'Markdown'], ['discord', 'Discord'], ['bbcode', 'BBCode'], ['yaml', 'YAML']];
  const form = S.form || 'text';
  const text = form === 'yaml' ? record.text : shared[form];
  return sheet({
    title: t.share,
    close,
    body: html`<div class="shr">${qr ? html`<div class="qrw"><svg class="qr" viewBox=${`-4 -4 ${qr.size + 8} ${qr.size + 8}`} role="img" aria-label=${t.qrLabel} shape-rendering="crispEdges"><rect x="-4" y="-4" width="100%" height="100%" fill="#fff" stroke="none"/><path d=${qr.path} fill="#000" stroke="none"/></svg></div>` : nothing}
      <div><p><b>${t.linkIsList}</b> ${t.linkHint}</p><div class="row lnk"><code>${link.length > 90 ? `${link.slice(0, 88)}…` : link}</code><button type="button" class="btn p" @click=${() => copy(link)}>${icon('link')}${t.copyLink}</button>${navigator.share ? html`<button type="button" class="btn" @click=${() => run(() => navigator.share({ title: S.open.view.name, url: link }))}>${icon('share')}${t.sendOn}</button>` : nothing}</div><p class="tiny soft">${t.characters(link.length)}</p></div></div>
      <section><h3 class="eyebrow nm">${t.asText}</h3><div class="seg" role="group" aria-label=${t.asText}>${forms.map(([id, title]) => html`<button type="button" aria-pressed=${form === id} @click=${() => { S.form = id; draw(); }}>${title}</button>`)}</div>
      <pre class="txt" tabindex="0">${text}</pre><div class="row wrap"><button type="button" class="btn" @click=${() => copy(text)}>${icon('copy')}${t.copy}</button><button type="button" class="btn" @click=${() => download(`${fileName()}.${form === 'yaml' ? 'yaml' : 'txt'}`, text)}>${icon('export')}${t.saveFile}</button><button type="button" class="btn" @click=${() => run(picture)}>${icon('cards')}${t.picture2}</button></div></section>`,
  });
};

/** The roster as a picture. */
async function picture() {
  const { view, shared } = S.open;
  const lines = shared.text.split('\n').flatMap(line => line.length > 60 ? line.match(/.{1,60}(\s|$)|\S+/g) : [line]);
  const canvas = document.createElement('canvas');
  const [width, top, step] = [900, 130, 30];
  canvas.width = width;
  canvas.height = top + step * lines.length + 40;
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, canvas.height);
  pen.fillStyle = view.accent || '#3d3a36';
  pen.fillRect(0, 0, width, 90);
  pen.fillStyle = '#fff';
  pen.font = '700 36px Georgia, serif';
  pen.fillText(view.name, 32, 58, width - 64);
  pen.fillStyle = '#1b1a18';
  pen.font = '20px "Liberation Sans", Arial, sans-serif';
  lines.forEach((line, at) => pen.fillText(line, 32, top + step * at, width - 64));
  const image = await new Promise(done => canvas.toBlob(done, 'image/png'));
  const picture = new File([image], `${fileName()}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [picture] })) await navigator.share({ files: [picture] });
  else download(picture.name, picture);
}

// ---- print

export const printSheet = close => {
  S.print ??= { sheets: ['roster', 'cards', 'reference'], letter: false };
  const { print } = S;
  const toggle = name => { print.sheets = print.sheets.includes(name) ? print.sheets.filter(known => known !== name) : [...print.sheets, name]; draw(); };
  const part = (name, title) => html`<button type="button" class="pr card" role="checkbox" aria-checked=${print.sheets.includes(name)} @click=${() => toggle(name)}><span class="thumb ${name}" aria-hidden="true">${Array.from({ length: name === 'cards' ? 9 : 7 }, () => html`<i></i>`)}</span><b class="small">${title}</b></button>`;
  const size = (letter, title) => html`<button type="button" aria-pressed=${print.letter === letter} @click=${() => { print.letter = letter; draw(); }}>${title}</button>`;
  return sheet({
    title: t.print,
    close,
    body: html`<div class="prs" role="group" aria-label=${t.whatToPrint}>${part('roster', t.roster)}${part('cards', t.cards)}${part('reference', t.reference)}</div>
      <section><h3 class="eyebrow" id="paper">${t.paper}</h3><div class="seg" role="group" aria-labelledby="paper">${size(false, 'A4')}${size(true, 'Letter')}</div></section>`,
    foot: html`<a class="btn p w" target="_blank" href=${`print.html#${S.open.record.id}/${['roster', 'cards', 'reference'].filter(name => print.sheets.includes(name)).join('.') || 'roster'}${print.letter ? '/letter' : ''}`}>${icon('print')}${t.openPrint}</a>`,
  });
};

// ---- the past

export const historySheet = close => {
  const { journal, record } = S.open;
  const rows = [...(journal || [])].reverse();
  const moved = entry => {
    const before = journal[entry.n - 1];
    return before ? Number(entry.points) - Number(before.points) : 0;
  };
  return sheet({
    title: t.history,
    close,
    body: html`<p class="small soft">${t.historyHint}</p><ul class="hist">${rows.map(entry => html`<li class=${entry.n === record.pos ? 'now' : ''}><span class="dot" aria-hidden="true"></span><span class="grow"><b>${entry.label}</b><br><span class="small soft">${moved(entry) ? `${signed(moved(entry))} → ` : ''}${entry.points} · ${ago(entry.at)}</span></span>${entry.n === record.pos ? html`<span class="small soft">${t.now}</span>` : html`<button type="button" class="btn q" @click=${() => goBack(entry.n)}>${entry.n < record.pos ? t.goBack : t.goForth}</button>`}</li>`)}</ul>`,
  });
};

// ---- comparison

export const compareSheet = close => {
  const { open, compared } = S;
  const others = S.lists.filter(list => list.id !== open.record.id && list.system === open.record.system);
  if (!S.route.name) {
    return sheet({
      title: t.compareWith,
      close,
      body: others.length ? html`<ul class="pick">${others.map(list => html`<li><a href=${`#/l/${open.record.id}/compare/${list.id}`}><b>${list.name}</b><span class="soft small">${list.points}</span>${icon('next')}</a></li>`)}</ul>` : html`<p class="soft">${t.nothingToCompare}</p>`,
    });
  }
  if (compared?.id !== S.route.name || (compared.text && compared.text !== open.record.text)) {
    S.compared = { id: S.route.name };
    run(async () => {
      const record = await store.get(S.route.name);
      const [{ view }, found] = await Promise.all([
        ask('turn', { list: record.text }),
        ask('compare', { list: open.record.text, other: record.text }),
      ]);
      S.compared = { id: record.id, text: open.record.text, view, found };
      draw();
    });
  }
  if (!compared?.view) return sheet({ title: t.compare, close, body: html`<p class="soft">${t.reading}</p>` });
  const { army, units, same } = compared.found;
  return sheet({
    title: t.compare,
    close,
    body: html`<div class="cmph">${[open.view, compared.view].map((view, at) => html`<div><p class="eyebrow">${'AB'[at]}</p><b>${view.name}</b><p class="small">${view.points} ${view.limit !== null ? `${t.of} ${view.limit}` : ''}</p>${verdict(view)}</div>`)}</div>
      <div class="tblw" tabindex="0" role="group" aria-label=${t.compare}><table class="tbl cmp"><thead><tr><th scope="col">A</th><th scope="col">B</th><th scope="col" class="num">B−A</th></tr></thead><tbody>${army.map(({ title, of, before, after }) => html`<tr class="chg"><td>${before === null ? '–' : `${title}${of ? ` (${of})` : ''}: ${before}`}</td><td>${after === null ? '–' : `${title}${of ? ` (${of})` : ''}: ${after}`}</td><td></td></tr>`)}${units.map(({ before, after, delta }) => html`<tr class=${!after ? 'minus-r' : !before ? 'plus-r' : 'chg'}><td>${before?.words ?? '–'}</td><td>${after?.words ?? '–'}</td><td class="num">${delta === null ? '' : signed(Number(delta))}</td></tr>`)}</tbody><tfoot><tr><th scope="row">${open.view.points}</th><td>${compared.view.points}</td><td class="num">${signed(Number(compared.view.points) - Number(open.view.points))}</td></tr></tfoot></table></div>
      <details><summary>${t.sameInBoth(same.length)}</summary><ul class="small">${same.map(unit => html`<li>${unit.words}</li>`)}</ul></details>`,
  });
};

// ---- the text of the list

export const sourceSheet = close => {
  const { record, view } = S.open;
  return sheet({
    title: t.text,
    close,
    body: html`<label class="field"><span class="vh">${t.text}</span><textarea class="in" id="source" rows="18" spellcheck="false" .value=${record.text}></textarea></label>
      ${view.readable ? nothing : html`<ul class="small bad">${view.issues.map(issue => html`<li>${t.line(issue.line)}: ${issue.message}</li>`)}</ul>`}`,
    foot: html`<button type="button" class="btn" @click=${() => download(`${fileName()}.yaml`, record.text)}>${icon('export')}${t.saveFile}</button><button type="button" class="btn p" @click=${() => replace(document.getElementById('source').value, t.textEdited)}>${t.takeText}</button>`,
  });
};
