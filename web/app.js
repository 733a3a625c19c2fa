// The page: draws the screen that the address names, keeps focus where people expect it, and hears
// the keyboard.

import { html, nothing, render } from './vendor/lit-html.js';
import { EngineError, isStatic } from './engine.js';
import * as store from './store.js';
import { S, at, dismiss, draw, go, isWide, loadShelf, loadSystems, onDraw, open, readRoute, redo, refresh, remember, run, undo } from './state.js';
import { home as shelf, menuSheet, newSheet, theme } from './home.js';
import { keysSheet, settingsSheet, updatesSheet } from './settings.js';
import { addSheet, body, catalogue, dock, head, moreSheet } from './editor.js';
import { duplicateUnit, remove, unitPane, unitSheet } from './unit.js';
import { issuesBody, issuesSheet, issuesTitle, spendSheet } from './issues.js';
import { designSheet, detailsBody, detailsSheet, forceSheet } from './details.js';
import { compareSheet, historySheet, printSheet, shareSheet, sourceSheet } from './sheets.js';
import { icon, sheet } from './parts.js';
import { t } from './text.js';

const app = document.getElementById('app');
const dialog = document.getElementById('sheet');
const inside = document.getElementById('inside');
const toasts = document.getElementById('toast');

/** A sheet that is loaded when somebody wants it. */
const later = (file, name) => {
  let loaded;
  return close => {
    if (loaded?.[name]) return loaded[name](close);
    loaded ??= import(file).then(parts => { loaded = parts; draw(); }, () => {
      loaded = null;
      close();
      run(() => { throw new EngineError('offline', 0); });
    });
    return sheet({ title: t.reading, close });
  };
};

const SHEETS = {
  new: newSheet, settings: settingsSheet, keys: keysSheet, menu: menuSheet, updates: updatesSheet,
  import: later('./import.js', 'importSheet'), link: later('./import.js', 'linkSheet'),
  owned: later('./collection.js', 'ownedSheet'), playground: later('./playground.js', 'playgroundSheet'),
  add: addSheet, unit: unitSheet, issues: issuesSheet, spend: spendSheet, details: detailsSheet, design: designSheet, force: forceSheet,
  share: shareSheet, print: printSheet, history: historySheet, compare: compareSheet, source: sourceSheet, more: moreSheet,
};

/** What stands in the panes of a wide screen, and is no sheet there. */
const PANES = ['add', 'unit', 'issues', 'details'];

const close = () => {
  const { list } = S.route;
  if (list) go(list);
  else go();
};

const editor = () => {
  if (S.fault) return html`<main class="home empty" id="main"><h1 class="serif" tabindex="-1">${S.fault}</h1><p><a class="btn" href="#/">${t.myLists}</a></p></main>`;
  if (!S.open?.view) return html`<main class="home" id="main"><p class="soft">${t.reading}</p></main>`;
  const accent = `--accent:${S.open.view.accent || '#3d3a36'}`;
  if (!isWide.matches) {
    return html`<div class="ed acc" .style=${accent}>${head()}<main class="list" id="main">${body()}</main>${dock()}</div>`;
  }
  const { page } = S.route;
  const right = PANES.includes(page) && page !== 'add' ? page : 'issues';
  const tab = (name, title, count) => html`<a href=${at(S.open.record.id, name)} aria-current=${right === name ? 'page' : nothing}>${title}${count ? html`<span class="cnt2 ${S.open.view.to_fix ? '' : 'td'}">${count}</span>` : nothing}</a>`;
  const issues = S.open.view.to_fix || S.open.view.to_add;
  return html`<div class="ed wide acc" .style=${accent}>${head()}<div class="panes">
    <section class="pane l" aria-label=${t.addTitle}><h2 class="vh">${t.addTitle}</h2>${catalogue()}</section>
    <main class="pane c" id="main">${body()}</main>
    <section class="pane r" aria-label=${right === 'unit' ? t.unit : right === 'details' ? t.details : t.verdict}><nav class="ptabs" aria-label=${t.panes}>${right === 'unit' ? tab('unit', t.unit) : nothing}${tab('issues', issues ? t.issuesTab : t.verdict, issues)}${tab('details', t.details)}</nav>
      ${right === 'unit' ? unitPane() : html`<div class="pb">${right === 'details' ? html`<h2 class="vh" tabindex="-1">${t.details}</h2>${detailsBody()}` : html`<h2 class="vh" tabindex="-1">${issuesTitle()}</h2>${issuesBody()}`}</div>`}</section></div></div>`;
};

let shown = null;
let opener = null;

function paint() {
  const { route } = S;
  const isList = Boolean(route.list);
  render(isList ? editor() : shelf(), app);
  const name = SHEETS[route.page] && (!isList || S.open?.view) && !(isList && isWide.matches && PANES.includes(route.page)) ? route.page : null;
  const content = name && SHEETS[name](close);
  const accent = (isList && S.open?.view?.accent) || (route.page === 'new' && S.begin.game?.accent) || '#3d3a36';
  dialog.style.setProperty('--accent', accent);
  dialog.className = `sheet acc ${['new', 'import', 'settings', 'playground', 'owned', 'updates'].includes(name) ? 'full' : ''} ${['add', 'unit', 'issues'].includes(name) ? 'tall' : ''} ${['compare', 'share', 'playground'].includes(name) ? 'wide' : ''}`;
  render(content || nothing, inside);
  // What scrolls must be reached by keys, also where nothing in it can be.
  const scroller = inside.querySelector('.sb');
  if (scroller) scroller.tabIndex = scroller.querySelector('a, button, input, select, textarea, summary') ? -1 : 0;
  const key = content ? `${name} ${route.name ?? ''}` : null;
  if (content && !dialog.open) {
    opener = document.activeElement;
    dialog.showModal();
  } else if (!content && dialog.open) dialog.close();
  if (key !== shown) {
    if (content) {
      dialog.querySelector('.sb')?.scrollTo(0, 0);
      dialog.querySelector('h2')?.focus({ preventScroll: true });
    } else if (shown) refocus();
    shown = key;
  }
  // A toast must be above an open sheet, which stands above everything else.
  const home = dialog.open ? dialog : document.body;
  if (toasts.parentNode !== home) home.append(toasts);
  render(S.toast ? html`<div class="toast" role="region" aria-label=${t.message}><span>${S.toast.text}</span>${S.toast.undo ? html`<button type="button" class="btn" @click=${() => { const { undo: back } = S.toast; dismiss(); back(); }}>${t.undo}</button>` : nothing}<button type="button" class="ib" aria-label=${t.close} @click=${dismiss}>${icon('close')}</button></div>` : nothing, toasts);
  document.querySelector('.skip').textContent = t.skip;
  document.title = isList && S.open?.view ? `${S.open.view.name} · Orbat` : 'Orbat';
}

/** Focus goes back to what opened the sheet, else to the title of the screen. */
function refocus() {
  const unit = opener?.dataset?.unit;
  const to = opener?.isConnected ? opener : unit && app.querySelector(`[data-unit="${CSS.escape(unit)}"]`);
  (to || app.querySelector('h1'))?.focus({ preventScroll: true });
}

async function route() {
  remember();
  readRoute();
  const { list, page } = S.route;
  if (!list) {
    S.open = null;
    S.fault = null;
    draw();
    if (page === 'new' || !S.systems.length) await run(loadSystems);
    await loadShelf();
    return;
  }
  if (S.open?.record.id !== list) {
    S.tab = 'units';
    S.group = '';
    S.force = '';
    S.query = '';
  }
  if (page === 'add') {
    S.group = S.route.name && S.route.name !== '-' ? S.route.name : '';
    S.force = S.route.more || '';
  }
  draw();
  await open(list);
  await refresh();
}

// ---- keyboard

const isTyping = target => target.closest('input, textarea, select');

const step = by => {
  const rows = [...app.querySelectorAll('a[data-unit]')];
  const place = rows.findIndex(row => row === document.activeElement || row.dataset.unit === S.route.name);
  rows[Math.max(0, Math.min(rows.length - 1, place + by))]?.focus();
};

addEventListener('keydown', event => {
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z' && !isTyping(event.target)) {
    event.preventDefault();
    return event.shiftKey ? redo() : undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const { list, page } = S.route;
  if (key === '?') return go(list, 'keys');
  if (!list) {
    if (key === 'n') go(undefined, 'new');
    return;
  }
  const unit = S.open?.unit && page === 'unit' ? S.open.unit : null;
  const press = (selector, place) => [...(dialog.open ? dialog : app).querySelectorAll(selector)].at(place)?.click();
  if (key >= '1' && key <= '9') return press('.fx', key - 1);
  const act = {
    '/': () => { if (isWide.matches) document.getElementById('q')?.focus(); else go(list, 'add'); },
    j: () => step(1), ArrowDown: event.target.closest('a[data-unit]') && (() => step(1)),
    k: () => step(-1), ArrowUp: event.target.closest('a[data-unit]') && (() => step(-1)),
    a: () => go(list, 'add'), i: () => go(list, 'issues'), s: () => go(list, 'spend'), p: () => go(list, 'print'),
    e: () => go(list, 'details'), h: () => go(list, 'history'),
    '+': unit && (() => press('.st .step button', 1)), '-': unit && (() => press('.st .step button', 0)),
    d: unit && (() => duplicateUnit(unit)), Delete: unit && (() => remove(unit)),
    Escape: isWide.matches && page !== 'list' && !dialog.open && close,
  }[key];
  if (act) {
    event.preventDefault();
    act();
  }
});

dialog.addEventListener('cancel', event => {
  event.preventDefault();
  close();
});
dialog.addEventListener('click', event => { if (event.target === dialog) close(); });

// ---- start

theme();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => theme());
isWide.addEventListener('change', () => { draw(); run(refresh); });
addEventListener('hashchange', () => run(route));
addEventListener('beforeinstallprompt', event => {
  event.preventDefault();
  S.install = event;
  draw();
});

let painting = false;
onDraw(() => {
  if (painting) return;
  painting = true;
  queueMicrotask(() => { painting = false; paint(); });
});

// Another tab has changed a list: what is shown here follows.
store.onChange(id => run(async () => {
  if (S.open?.record.id === id) {
    const record = await store.get(id);
    if (record && record.rev !== S.open.record.rev) {
      S.open = null;
      await open(id);
    }
  } else if (!S.route.list) await loadShelf();
}));

if (isStatic && 'serviceWorker' in navigator) {
  run(async () => {
    const worker = await navigator.serviceWorker.register('sw.js');
    // A new version waits until it is wanted: nothing changes under a list that is being built.
    const tellUpdate = () => {
      if (!worker.waiting || !navigator.serviceWorker.controller) return;
      S.notice = { text: t.updateReady, word: t.updateNow, act: () => worker.waiting?.postMessage('take over') };
      draw();
    };
    tellUpdate();
    worker.addEventListener('updatefound', () => worker.installing?.addEventListener('statechange', tellUpdate));
    let isControlled = Boolean(navigator.serviceWorker.controller);
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (isControlled) location.reload();
      isControlled = true;
    });
  });
}

run(async () => {
  await route();
  await store.sweep(Date.now() - 30 * 24 * 3600 * 1000);
  S.persisted = await (navigator.storage?.persisted?.() ?? false);
  draw();
});
