// The models that a player owns, by game: kept as the text that `orbat owned` reads.

import { html, nothing } from './vendor/lit-html.js';
import { S } from './state.js';
import { icon } from './parts.js';
import { t } from './text.js';

const KEY = 'owned-';

/** The text of the collection for a game; empty if there is none. */
export const textOf = system => localStorage.getItem(KEY + system) ?? '';

/** Keeps the text of the collection for a game. */
export const keepText = (system, text) => {
  if (text) localStorage.setItem(KEY + system, text);
  else localStorage.removeItem(KEY + system);
};

/** All collections, by game. */
export const all = () => Object.fromEntries(Object.keys(localStorage).filter(key => key.startsWith(KEY)).map(key => [key.slice(KEY.length), localStorage.getItem(key)]));

/** Brings back collections from a file; those there are stay. */
export const bringBack = collections => {
  for (const [system, text] of Object.entries(collections ?? {})) {
    if (/^[\w-]+$/.test(system) && typeof text === 'string' && !textOf(system)) keepText(system, text);
  }
};

/** What the list lacks of it. */
export const lackPart = () => {
  const { open } = S;
  const system = open.view.system?.id;
  if (!open.lack || !textOf(system)) return nothing;
  const { enough, short } = open.lack;
  return html`<section class="vals"><h3 class="eyebrow">${t.collection}</h3>${enough ? html`<p class="small">${icon('check')} ${t.ownAll}</p>` : html`<ul class="lack small">${short.map(row => html`<li><b>${t.short(row.short)}</b> ${row.models.join(', ')} <span class="soft">${t.haveOf(row.owned, row.needed)}</span></li>`)}</ul>`}<p class="nm small"><a href=${`#/owned/${system}`}>${t.collection}</a></p></section>`;
};
