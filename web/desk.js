// The page of the tournament desk: who asks, the calls, and which screen is shown. `desk-player.js`
// and `desk-lists.js` draw the screens.

import { html, nothing, render } from './vendor/lit-html.js';
import { icon, logo } from './parts.js';
import { w } from './text/desk.js';
import { playerScreen, startPlayer } from './desk-player.js';
import { listsScreen, startLists } from './desk-lists.js';

/** What is known. Screens keep their own part below. */
export const D = { event: null, key: null, isOrganiser: false, fault: null, published: null };

/** A refused call, with its status. */
class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const ask = async (call, body = {}, key = D.key) => {
  const headers = { 'content-type': 'application/json' };
  if (key) headers.authorization = `Bearer ${key}`;
  let response;
  try {
    response = await fetch(`/api/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
  } catch {
    throw new Refused(0, w.offline);
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({ error: w.broken }));
  throw new Refused(response.status, error);
};

export const call = async (...asked) => (await ask(...asked)).json();

export const download = async (name, ...asked) => {
  const blob = await (await ask(...asked)).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

/** Runs something that may be refused, and shows why. */
export const run = async work => {
  try {
    D.fault = null;
    await work();
  } catch (error) {
    D.fault = error.message;
  }
  draw();
};

export const say = text => { document.getElementById('live').textContent = text; };

/** The key in the address belongs neither into the history nor into anybody's view. */
const takeKey = () => {
  const [, kind, key] = location.hash.match(/^#(desk|mine)=([0-9a-f.]+)$/) || [];
  if (!kind) return null;
  history.replaceState(null, '', location.pathname);
  return { kind, key };
};

const tabs = () => {
  if (D.isOrganiser) return nothing;
  if (!D.event.is_published) return nothing;
  const here = location.hash === '#all';
  return html`<nav aria-label=${w.screens}><a href="#mine" aria-current=${here ? nothing : 'page'}>${w.yourList}</a>
    <a href="#all" aria-current=${here ? 'page' : nothing}>${w.allLists}</a></nav>`;
};

const dark = () => document.documentElement.dataset.theme === 'dark';

const setTheme = isDark => {
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  draw();
};

const head = () => html`<header class="dhead"><div class="row">${logo}<div class="grow"><h1>${D.event.title}</h1>
  <p>${D.event.game}${D.event.version ? html` · ${w.version(D.event.version)}` : nothing}</p></div>
  <button type="button" class="ib" aria-label=${dark() ? w.light : w.dark} @click=${() => setTheme(!dark())}>${icon(dark() ? 'sun' : 'moon')}</button></div>${tabs()}</header>`;

const allLists = () => {
  if (!D.published) {
    run(async () => { D.published = await call('published'); });
    return html`<main id="main"><p class="soft">${w.reading}</p></main>`;
  }
  return html`<main id="main"><h2 tabindex="-1">${w.allLists}</h2><div class="cols">${D.published.map(list => html`<section class="card pad">
    <h3>${list.player}${list.team ? html` <span class="soft">${list.team}</span>` : nothing}</h3>
    <p class="soft">${list.faction ?? ''} ${list.points === null ? '' : `${list.points} ${D.event.currency}`}</p>
    <details><summary>${w.roster}</summary><pre>${list.roster}</pre></details></section>`)}</div></main>`;
};

const screen = () => {
  if (D.isOrganiser) return listsScreen();
  return location.hash === '#all' && D.event.is_published ? allLists() : playerScreen();
};

export function draw() {
  const app = document.getElementById('app');
  if (!D.event) {
    render(html`<main id="main"><p role="alert">${D.fault ?? w.reading}</p></main>`, app);
    return;
  }
  app.style.setProperty('--accent', D.event.accent);
  render(html`${head()}${D.fault ? html`<p class="note bad" role="alert">${icon('fix')}<span>${D.fault}</span></p>` : nothing}${screen()}`, app);
}

const start = async () => {
  document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  await run(async () => { D.event = await call('event'); });
  if (!D.event) return;
  document.title = D.event.title;
  const taken = takeKey();
  const kept = sessionStorage.getItem('orbat-desk');
  if (taken?.kind === 'desk' || (!taken && kept)) {
    D.key = taken?.key ?? kept;
    sessionStorage.setItem('orbat-desk', D.key);
    D.isOrganiser = true;
    await run(startLists);
  } else {
    await run(() => startPlayer(taken?.key));
  }
};

addEventListener('hashchange', () => {
  if (/^#(desk|mine)=/.test(location.hash)) location.reload();
  else draw();
});
start();
