// What the page knows, and every way in which it changes. Screens draw it, `app.js` calls them.

import { ask, look, search, EngineError } from './engine.js';
import * as store from './store.js';
import * as owned from './owned.js';
import { t } from './text.js';
import { signed, verdictWord } from './parts.js';

export const S = {
  route: { page: 'home' },
  lists: [],
  systems: [],
  /** The open list: its record, what the engine says of it, and the sheets that were asked for. */
  open: null,
  busy: false,
  toast: null,
  fault: null,
  query: '',
  group: '',
  /** The force that units are added to; empty: wherever they fit. */
  force: '',
  game: '',
  folder: '',
  begin: {},
  tab: 'units',
};

let redraw = () => {};
/** Sets what is called after every change. */
export const onDraw = draw => { redraw = draw; };
export const draw = () => redraw();

export const isWide = matchMedia('(min-width: 60rem)');

// ---- telling

let telling;
/** Says something in the live region, a moment later so that focus is told first. */
export const say = text => {
  clearTimeout(telling);
  telling = setTimeout(() => { document.getElementById('live').textContent = text; }, 150);
};

let toasting;
export const toast = (text, undo) => {
  clearTimeout(toasting);
  S.toast = { text, undo };
  toasting = setTimeout(() => { S.toast = null; draw(); }, 8000);
  draw();
};
export const dismiss = () => { S.toast = null; draw(); };

/** Shows what went wrong; nothing is swallowed. */
const tellError = error => {
  if (error?.name === 'AbortError') return;
  const words = error instanceof EngineError
    ? ({ offline: t.noServer, trapped: t.trapped }[error.message] || error.message)
    : { QuotaExceededError: t.quota, NotAllowedError: t.notAllowed }[error?.name] ?? String(error?.message || error);
  say(words);
  toast(words);
};

/** Runs something; what goes wrong is told. */
export const run = work => Promise.resolve().then(work).catch(tellError);

// ---- lists

/** What the shelf shows of a list. */
const summary = view => ({
  name: view.name,
  system: view.system?.id,
  systemTitle: view.system?.title,
  faction: view.faction?.title,
  chart: view.chart?.title,
  accent: view.accent,
  points: view.points,
  limit: view.limit,
  left: view.left,
  to_fix: view.to_fix,
  to_add: view.to_add,
  data: view.data,
  /** What each unit cost, to tell what new data change. */
  prices: Object.fromEntries(view.forces.flatMap(force => force.groups).flatMap(group => group.units).map(unit => [unit.id, unit.points])),
});

/** Lists that were judged by data that are no more. */
export const outdated = () => S.lists.filter(list => list.data && S.systems.some(system => system.id === list.system && system.data !== list.data));

/** Takes new data for a list; the journal keeps what it was. */
export const refreshed = (list, { list: text, view }) =>
  store.save({ ...list, text, ...summary(view) }, { label: t.upToDate, text, points: view.points });

export async function loadShelf() {
  [S.lists, S.bin] = [await store.all(), await store.bin()];
  draw();
}

export async function loadSystems() {
  S.systems = await ask('systems');
  draw();
}

/** Keeps a text as a new list and answers with its id. */
export async function keep(text, label, view, folder = '') {
  view ??= (await ask('turn', { list: text })).view;
  const id = store.freshId();
  const record = { id, text, folder, made: Date.now(), ...summary(view) };
  await store.save(record, { label, text, points: view.points });
  run(async () => {
    S.persisted = await store.persist();
    draw();
  });
  await loadShelf();
  return id;
}

/** Opens a list and judges it. */
export async function open(id) {
  if (S.open?.record.id === id) return;
  const record = await store.get(id);
  if (!record || record.gone) {
    S.open = null;
    S.fault = t.noSuchList;
    return draw();
  }
  S.fault = null;
  S.open = { record, view: null, catalogue: null };
  draw();
  const open = S.open;
  const { view } = await ask('turn', { list: record.text });
  if (S.open !== open) return;
  open.view = view;
  // Data that came with a new version may judge the list otherwise.
  if (record.data && view.data !== record.data) {
    open.update = { before: record };
  }
  await refresh();
}

/** Asks anew for everything that is shown of the open list. */
export async function refresh() {
  const open = S.open;
  if (!open?.view) return draw();
  const { page, name } = S.route;
  const list = open.record.text;
  // Answers may overtake each other: one to an earlier question is not shown. What the list has no
  // more cannot be shown.
  const show = async part => {
    const wanted = `${name}\n${list}`;
    if (page !== part || open[`${part}For`] === wanted) return;
    const isStill = () => S.route.page === page && S.route.name === name && open.record.text === list;
    try {
      const said = await ask(part, { list, [part]: name });
      if (isStill()) Object.assign(open, { [part]: said, [`${part}For`]: wanted });
    } catch (error) {
      if (error.status !== 404) throw error;
      if (isStill()) go(open.record.id);
    }
  };
  await show('unit');
  if ((page === 'details' || S.tab !== 'units') && open.armyFor !== list) {
    open.army = await ask('army', { list });
    open.armyFor = list;
  }
  await show('design');
  if (page === 'share' && open.sharedFor !== list) {
    open.shared = await ask('share', { list, base: location.href.split('#')[0] });
    open.sharedFor = list;
  }
  if (page === 'compare') S.lists = await store.all();
  if (page !== 'spend') open.stopSpend?.();
  if ((isWide.matches || page === 'issues') && open.lackFor !== list && owned.textOf(open.view.system?.id)) {
    open.lackFor = list;
    open.lack = await ask('owned', { list, owned: owned.textOf(open.view.system.id) });
  }
  await show('force');
  if (page === 'history') open.journal = await store.journal(open.record.id);
  draw();
  run(lookUp);
  if (page === 'issues' && open.view.to_fix && open.waysFor !== list) mendAll(open, list);
}

// ---- what may be added

/** What the catalogue is of. */
export const catalogueKey = () => `${S.force}\n${S.open?.record.text}`;

const wantsCatalogue = () => S.open?.view?.readable && (isWide.matches || S.route.page === 'add') && S.open.catalogueFor !== catalogueKey();

let isLooking = false;

/** Looks for what may be added. Nothing waits for it: rows are shown as they come, in the places of the old ones. */
async function lookUp() {
  // When one look ends, the next is at the list as it is then.
  if (isLooking) return;
  isLooking = true;
  try {
    while (wantsCatalogue()) {
      const { open } = S;
      const key = catalogueKey();
      const isStill = () => S.open === open && catalogueKey() === key;
      const rows = new Map(open.catalogue?.force === S.force ? open.catalogue.units.map(row => [row.unit, row]) : []);
      const of = { force: S.force, groups: [] };
      let drawing = null;
      const tell = ({ found }) => {
        if (!found || !isStill()) return;
        if (found.groups) of.groups = found.groups;
        else rows.set(found.unit.unit, found.unit);
        // Rows come faster than anybody can see.
        drawing ??= setTimeout(() => {
          drawing = null;
          if (!isStill() || open.catalogueFor === key) return;
          open.catalogue = { ...of, units: [...rows.values()] };
          draw();
        }, 40);
      };
      const whole = await look('catalogue', { list: open.record.text, force: S.force }, tell);
      if (!isStill()) continue;
      Object.assign(open, { catalogue: { ...of, ...whole }, catalogueFor: key });
      draw();
    }
  } finally {
    isLooking = false;
  }
}

/** A row of the catalogue for the list as it is now: where its unit would stand. */
export async function freshRow(row) {
  const { open } = S;
  const { units } = open.catalogueFor === catalogueKey() ? open.catalogue
    : await ask('catalogue', { list: open.record.text, force: S.force, unit: row.unit });
  return units.find(known => known.unit === row.unit) || row;
}

/** Looks for changes that mend everything. Nothing waits for it. */
function mendAll(open, list) {
  open.stopWays?.abort();
  open.stopWays = new AbortController();
  Object.assign(open, { waysFor: list, ways: null, doing: '' });
  draw();
  const isStill = () => open.waysFor === list;
  const tell = ({ doing }) => { if (isStill() && doing) { open.doing = doing; draw(); } };
  search('fix', { list }, open.stopWays.signal, tell)
    .catch(error => { if (isStill()) tellError(error); return { ways: [] }; })
    .then(ways => { if (isStill()) { open.ways = ways; draw(); } });
}

// ---- changes: one after the other, each on the list as the one before left it

let last = Promise.resolve();

/** Makes a change. `changes` may be a function, asked when its turn has come. */
export const change = (changes, label, options = {}) => {
  last = last.then(() => run(async () => {
    const asked = typeof changes === 'function' ? await changes() : changes;
    if (asked?.length) await make(asked, typeof label === 'function' ? label() : label, options);
  }));
  return last;
};

async function make(changes, label, { quiet, follow, arrive }) {
  const { open } = S;
  if (!open) return;
  const before = open.view;
  const waiting = setTimeout(() => { S.busy = true; draw(); }, 100);
  let turn;
  try {
    turn = await ask('turn', { list: open.record.text, changes });
    await put(turn.list, turn.view, label, changes);
  } catch (error) {
    if (!(error instanceof store.Conflict)) throw error;
    // Another tab was faster: the same change is made to what it left.
    open.record = await store.get(open.record.id);
    turn = await ask('turn', { list: open.record.text, changes });
    await put(turn.list, turn.view, label, changes);
  } finally {
    clearTimeout(waiting);
    S.busy = false;
  }
  if (S.route.page === 'unit' && turn.unit && turn.unit !== S.route.name && follow !== false) {
    go(open.record.id, 'unit', turn.unit, true);
  }
  arrive?.();
  const delta = Number(turn.view.points) - Number(before?.points);
  const words = `${label}${delta ? ` · ${signed(delta)}` : ''}`;
  if (!quiet) toast(words, undo);
  say(`${label}. ${turn.view.points} ${turn.view.limit !== null ? `${t.of} ${turn.view.limit} ` : ''}${turn.view.currency}. ${verdictWord(turn.view)}.`);
  await refresh();
}

async function put(text, view, label, changes) {
  const { open } = S;
  const record = { ...open.record, text, ...summary(view) };
  open.record = await store.save(record, { label, text, points: view.points, changes });
  open.view = view;
  open.update = null;
}

/** Replaces the text as a whole: a proposal that was taken, a text that was edited. */
export const replace = (text, label) => {
  last = last.then(() => run(async () => {
    const { view } = await ask('turn', { list: text });
    await put(text, view, label);
    toast(label, undo);
    say(`${label}. ${verdictWord(view)}.`);
    await refresh();
  }));
  return last;
};

const step = by => {
  last = last.then(() => run(async () => {
    const { open } = S;
    const pos = (open?.record.pos ?? 0) + by;
    if (!open || pos < 0 || pos > open.record.last) return;
    const [to, gone] = [await store.entry(open.record.id, pos), await store.entry(open.record.id, by < 0 ? pos + 1 : pos)];
    if (!to) return;
    const { view } = await ask('turn', { list: to.text });
    open.record = await store.save({ ...open.record, text: to.text, pos, ...summary(view) });
    open.view = view;
    const words = by < 0 ? t.undone(gone?.label ?? '') : t.redone(gone?.label ?? '');
    say(`${words}. ${verdictWord(view)}.`);
    S.toast = null;
    await refresh();
  }));
  return last;
};

export const undo = () => step(-1);
export const redo = () => step(1);

/** Goes back or forth to a state of the journal. */
export const goBack = n => step(n - S.open.record.pos);

/** Deletes a list; a tap brings it back. */
export async function remove(record) {
  const gone = await store.save({ ...record, gone: Date.now() });
  if (S.open?.record.id === record.id) S.open = null;
  go();
  await loadShelf();
  toast(t.deleted(record.name), () => run(() => bringBack(gone)));
}

/** Takes a list out of the bin. */
export async function bringBack(record) {
  await store.save({ ...record, gone: undefined });
  dismiss();
  await loadShelf();
}

export async function duplicate(record) {
  const id = store.freshId();
  const { rev, pos, last, ...rest } = record;
  const label = t.copied(record.name);
  await store.save({ ...rest, id, made: Date.now() }, { label, text: record.text, points: record.points });
  await loadShelf();
  go(id);
}

export async function file(record, folder) {
  const saved = await store.save({ ...record, folder });
  if (S.open?.record.id === record.id) S.open.record = saved;
  await loadShelf();
}

// ---- addresses

/** The address of a part of a list, or of the shelf. */
export const at = (id, page, name, more) =>
  `#/${[id && 'l', id, page, name, more].filter(Boolean).map(encodeURIComponent).join('/')}`;

export const go = (id, page, name, instead = false) => {
  const to = at(id, page, name);
  if (instead) {
    history.replaceState(history.state, '', to);
    readRoute();
  } else if (history.state?.under !== to) location.hash = to;
  else if (!S.leaving) {
    S.leaving = true;
    history.back();
  }
};

/** A new entry of the browser's history remembers the one under it: closing a sheet goes back to that. */
export const remember = () => {
  if (!history.state) history.replaceState({ under: S.hash }, '');
  Object.assign(S, { hash: location.hash, leaving: false });
};

/** Where the address leads. */
export function readRoute() {
  const hash = location.hash.slice(1);
  if (/^o\d+\./.test(hash)) {
    S.route = { page: 'link', link: hash };
    return;
  }
  const [first, ...rest] = hash.split('/').filter(Boolean).map(part => {
    try { return decodeURIComponent(part); } catch { return part; }
  });
  if (first === 'l') S.route = { list: rest[0], page: rest[1] || 'list', name: rest[2], more: rest[3] };
  else S.route = { page: first || 'home', name: rest[0] };
}

