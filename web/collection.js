// The models that a player owns, counted one by one. Loaded when it is asked for.

import { html, nothing } from './vendor/lit-html.js';
import { ask } from './engine.js';
import { S, draw, go, run } from './state.js';
import { keepText, textOf } from './owned.js';
import { icon, sheet, stepper } from './parts.js';
import { t } from './text.js';

const written = (system, units) => {
  const count = row => row.kinds.length ? `{${row.kinds.map(kind => `${JSON.stringify(kind.model)}: ${kind.count}`).join(', ')}}` : row.count;
  const rows = units.filter(row => row.count || row.kinds.length).map(row => `  ${row.unit}: ${count(row)}\n`);
  return rows.length ? `orbat: 1\nsystem: ${system}\nunits:\n${rows.join('')}` : '';
};

const MOST = 60;

export const ownedSheet = close => {
  const system = S.route.name;
  if (!system) {
    return sheet({
      title: t.collection,
      close,
      body: html`<p class="small soft">${t.collectionHint}</p><ul class="pick nm">${S.systems.map(known => html`<li><a href=${`#/owned/${known.id}`}><b>${known.title}</b><span class="soft small">${textOf(known.id) ? t.begunCollection : ''}</span>${icon('next')}</a></li>`)}</ul>`,
    });
  }
  if (S.owned?.system !== system) {
    S.owned = { system, query: '', of: '' };
    run(async () => {
      Object.assign(S.owned, await ask('collection', { system, owned: textOf(system) }));
      draw();
    });
  }
  const { owned } = S;
  if (!owned.units) return sheet({ title: t.collection, close, body: html`<p class="soft">${t.reading}</p>` });
  const set = (row, count) => {
    Object.assign(row, { count: Math.max(0, count), kinds: [] });
    run(() => keepText(system, written(system, owned.units)));
    draw();
  };
  const words = owned.query.trim().toLowerCase();
  const found = owned.units.filter(row => (!owned.of || row.of.includes(owned.of)) && (!words || row.title.toLowerCase().includes(words)));
  // What is owned stands on top, where it stood when the page was opened.
  owned.first ??= new Set(owned.units.filter(row => row.count || row.kinds.length).map(row => row.unit));
  const rows = [...found.filter(row => owned.first.has(row.unit)), ...found.filter(row => !owned.first.has(row.unit))];
  const factions = [...new Set(owned.units.flatMap(row => row.of))].sort();
  const sum = row => row.kinds.length ? row.kinds.reduce((sum, kind) => sum + kind.count, 0) : row.count ?? 0;
  return sheet({
    title: html`${t.collection}<span class="shs">${owned.title}</span>`,
    close,
    body: html`<div class="cath"><div class="search">${icon('search')}<label class="vh" for="models">${t.searchUnits}</label><input class="in" id="models" type="search" placeholder=${t.name} autocomplete="off" .value=${owned.query} @input=${event => { owned.query = event.target.value; draw(); }}></div>
      ${factions.length > 1 ? html`<label class="vh" for="of">${t.faction}</label><select class="in nm" id="of" @change=${event => { owned.of = event.target.value; draw(); }}><option value="">${t.all}</option>${factions.map(name => html`<option ?selected=${owned.of === name}>${name}</option>`)}</select>` : nothing}</div>
      <div class="card opts">${rows.slice(0, MOST).map(row => html`<div class="op st"><span class="grow"><b>${row.title}</b><br><span class="small soft">${row.kinds.length ? row.kinds.map(kind => `${kind.count} ${kind.model}`).join(', ') : row.of.join(', ')}</span></span>${stepper(row.title, sum(row), sum(row) > 0 && (() => set(row, sum(row) - 1)), () => set(row, sum(row) + 1))}</div>`)}</div>
      ${rows.length > MOST ? html`<p class="small soft nm">${t.moreByName(rows.length - MOST)}</p>` : nothing}
      ${rows.length ? nothing : html`<p class="soft ctrt pad">${t.nothingCalled(owned.query)}</p>`}`,
    foot: html`<button type="button" class="btn" @click=${() => go(undefined, 'owned')}>${t.otherGame}</button>`,
  });
};
