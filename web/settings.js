// Settings, and how lists are kept safe: all of them in a file, what the browser may do to them, new data.

import { html, nothing } from './vendor/lit-html.js';
import { ask } from './engine.js';
import * as store from './store.js';
import * as owned from './owned.js';
import { S, at, bringBack, draw, loadShelf, outdated, refreshed, run, toast } from './state.js';
import { ago, download, icon, sheet, signed, verdict } from './parts.js';
import { languages, speak, t } from './text.js';

export const settingsSheet = close => sheet({
  title: t.settings,
  close,
  body: html`<section><h3 class="eyebrow" id="language">${t.languageTitle}</h3><div class="seg" role="group" aria-labelledby="language">${languages.map(({ code, language }) => html`<button type="button" lang=${code} aria-pressed=${t.code === code} @click=${() => run(() => speak(code).then(draw))}>${language}</button>`)}</div></section>
    <section><h3 class="eyebrow">${t.safety}</h3><p class="small">${S.persisted ? t.persisted : t.notPersisted}</p>
      <div class="row wrap nm"><button type="button" class="btn" @click=${() => run(saveAll)}>${icon('export')}${t.saveAll}</button><a class="btn" href="#/import">${icon('import')}${t.bringBack}</a>${S.install ? html`<button type="button" class="btn" @click=${install}>${icon('open')}${t.install}</button>` : nothing}</div></section>
    <section><h3 class="eyebrow">${t.collection}</h3><p class="small">${t.collectionHint}</p><p class="nm"><a class="btn" href="#/owned">${icon('cards')}${t.collection}</a></p></section>
    <section><h3 class="eyebrow">${t.authors}</h3><p class="small">${t.authorsHint}</p><p class="nm"><a class="btn" href="#/playground">${icon('pen')}${t.playground}</a></p></section>
    ${S.bin?.length ? html`<section><h3 class="eyebrow">${t.bin}</h3><ul class="pick">${S.bin.map(list => html`<li><button type="button" @click=${() => run(() => bringBack(list))}><b>${list.name}</b><span class="soft small">${ago(list.gone)}</span>${icon('undo')}</button></li>`)}</ul></section>` : nothing}
    <section><h3 class="eyebrow">${t.keyboard}</h3>${keys()}</section>`,
});

const keys = () => html`<dl class="keys small">${t.shortcuts.map(([keys, does]) => html`<div><dt>${keys.split(' ').map(key => html`<kbd>${key}</kbd> `)}</dt><dd>${does}</dd></div>`)}</dl>`;

export const keysSheet = close => sheet({ title: t.keyboard, close, body: keys() });

export async function saveAll() {
  const lists = (await store.all()).map(({ text, folder, name }) => ({ name, folder, text }));
  download('orbat-lists.json', JSON.stringify({ orbat_lists: lists, owned: owned.all() }), 'application/json');
  localStorage.setItem('saved-all', Date.now());
  draw();
}

export const install = () => run(async () => {
  const asked = S.install;
  S.install = null;
  await asked.prompt();
  draw();
});

const MONTH = 30 * 24 * 3600 * 1000;

/** What somebody who keeps lists here should know. */
export const notices = () => {
  const old = outdated();
  const all = [];
  if (S.notice) all.push({ ...S.notice, dismiss: () => { S.notice = null; } });
  if (old.length) all.push({ text: t.dataChangedFor(old.length), word: t.showChange, href: '#/updates' });
  const isSafe = S.persisted !== false || Date.now() - Number(localStorage.getItem('saved-all') || 0) < MONTH;
  if (!isSafe) all.push({ text: t.mayEvict, word: t.saveAll, act: () => run(saveAll), dismiss: () => localStorage.setItem('saved-all', Date.now()) });
  if (S.install && !localStorage.getItem('no-install')) all.push({ text: t.installHint, word: t.install, act: install, dismiss: () => localStorage.setItem('no-install', '1') });
  return all.map(note => html`<div class="note plain upd">${icon('info')}<div class="grow">${note.text}</div><div class="row">${note.href ? html`<a class="btn q" href=${note.href}>${note.word}</a>` : note.word ? html`<button type="button" class="btn q" @click=${note.act}>${note.word}</button>` : nothing}${note.dismiss ? html`<button type="button" class="ib" aria-label=${t.close} @click=${() => { note.dismiss(); draw(); }}>${icon('close')}</button>` : nothing}</div></div>`);
};

// ---- new data

/** How prices have moved between two states of a list. */
export const moved = (before, view) => {
  const known = before.prices ?? {};
  return view.forces.flatMap(force => force.groups).flatMap(group => group.units)
    .filter(unit => unit.id in known && String(known[unit.id]) !== String(unit.points))
    .map(unit => html`<li>${unit.name}: ${known[unit.id]} → <b>${unit.points}</b></li>`);
};

/** Every list that was judged by older data: what it was, what it is now. One tap takes the new data for all. */
export const updatesSheet = close => {
  const old = outdated();
  S.updates ??= new Map();
  const unseen = old.find(list => !S.updates.has(list.id));
  if (unseen) {
    S.updates.set(unseen.id, null);
    run(async () => {
      S.updates.set(unseen.id, await ask('turn', { list: unseen.text, changes: [{ edits: [] }] }).catch(() => ask('turn', { list: unseen.text })));
      draw();
    });
  }
  const row = list => {
    const view = S.updates.get(list.id)?.view;
    const delta = Number(view?.points) - Number(list.points);
    return html`<li class="card pad"><div class="row"><b class="grow"><a href=${at(list.id)}>${list.name}</a></b><span class="num">${list.points} → ${view ? html`<b>${view.points}</b>${delta ? ` (${signed(delta)})` : ''}` : '…'}</span></div>
      <div class="row wrap small">${verdict(list)} → ${view ? verdict(view) : '…'}</div>${view ? html`<ul class="small">${moved(list, view)}</ul>` : nothing}</li>`;
  };
  return sheet({
    title: t.newData,
    close,
    body: old.length ? html`<p class="small soft">${t.newDataHint}</p><ul class="ups">${old.map(row)}</ul>` : html`<p class="soft">${t.allUpToDate}</p>`,
    foot: old.length ? html`<button type="button" class="btn p w" @click=${() => run(async () => {
      for (const list of old) await refreshed(list, S.updates.get(list.id));
      S.updates = null;
      await loadShelf();
      toast(t.upToDate);
      close();
    })}>${t.bringUpToDate(old.length)}</button>` : nothing,
  });
};
