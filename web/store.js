// Lists and their journals, in IndexedDB. A list and the journal of its changes are written in one
// transaction: a tab that is closed in the middle leaves the state before.

const NAME = 'orbat';
const LISTS = 'lists';
const JOURNAL = 'journal';

/** A list was changed elsewhere since it was read. */
export class Conflict extends Error {}

const asPromise = request => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

const ended = transaction => new Promise((done, fail) => {
  transaction.oncomplete = () => done();
  transaction.onerror = () => fail(transaction.error);
  transaction.onabort = () => fail(transaction.error || new Conflict());
});

let opened;
const database = () => opened ??= new Promise((done, fail) => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(LISTS, { keyPath: 'id' });
    request.result.createObjectStore(JOURNAL, { keyPath: ['list', 'n'] });
  };
  request.onsuccess = () => {
    // A connection may end: then the next use opens another.
    const forget = () => { opened = null; };
    request.result.onclose = forget;
    request.result.onversionchange = () => { request.result.close(); forget(); };
    done(request.result);
  };
  const refuse = error => { opened = null; fail(error); };
  request.onerror = () => refuse(request.error);
  request.onblocked = () => refuse(new Error('blocked'));
});

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : null;

/** Calls back with the id of a list that another tab has changed. */
export const onChange = heard => {
  if (channel) channel.onmessage = ({ data }) => heard(data);
};

const below = id => IDBKeyRange.bound([id, 0], [id, Infinity]);

async function everything() {
  const store = (await database()).transaction(LISTS).objectStore(LISTS);
  return (await asPromise(store.getAll())).sort((a, b) => b.at - a.at);
}

/** All lists, the last changed first; those in the bin are left out. */
export const all = async () => (await everything()).filter(list => !list.gone);

/** The lists that were deleted. */
export const bin = async () => (await everything()).filter(list => list.gone);

export async function get(id) {
  const store = (await database()).transaction(LISTS).objectStore(LISTS);
  return asPromise(store.get(id));
}

/** The changes of a list, the first first. */
export async function journal(id) {
  const store = (await database()).transaction(JOURNAL).objectStore(JOURNAL);
  return asPromise(store.getAll(below(id)));
}

export async function entry(id, n) {
  const store = (await database()).transaction(JOURNAL).objectStore(JOURNAL);
  return asPromise(store.get([id, n]));
}

/**
 * Writes a list, unless it has changed since `list` was read. With an entry, that becomes the last
 * of the journal: what was undone before it is gone.
 */
export async function save(list, entry) {
  const transaction = (await database()).transaction([LISTS, JOURNAL], 'readwrite', { durability: 'strict' });
  const done = ended(transaction);
  const lists = transaction.objectStore(LISTS);
  const known = await asPromise(lists.get(list.id));
  if (known && known.rev !== list.rev) {
    transaction.abort();
    await done.catch(() => {});
    throw new Conflict();
  }
  const next = { ...list, rev: (list.rev || 0) + 1, at: Date.now() };
  try {
    if (entry) {
      const journal = transaction.objectStore(JOURNAL);
      next.pos = known ? list.pos + 1 : 0;
      next.last = next.pos;
      journal.delete(IDBKeyRange.bound([list.id, next.pos], [list.id, Infinity]));
      journal.put({ ...entry, list: list.id, n: next.pos, at: next.at });
    }
    lists.put(next);
  } catch (error) {
    // What was written so far must not stay without the rest.
    done.catch(() => {});
    transaction.abort();
    throw error;
  }
  await done;
  channel?.postMessage(list.id);
  return next;
}

/** Removes a list and its journal for good. */
export async function drop(id) {
  const transaction = (await database()).transaction([LISTS, JOURNAL], 'readwrite');
  const done = ended(transaction);
  transaction.objectStore(LISTS).delete(id);
  transaction.objectStore(JOURNAL).delete(below(id));
  await done;
  channel?.postMessage(id);
}

/** Lists that were deleted long ago go for good. */
export async function sweep(before) {
  for (const list of await bin()) if (list.gone < before) await drop(list.id);
}

export const freshId = () => crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), '');

/** Asks the browser to keep the lists; tells whether it does. */
export async function persist() {
  if (!navigator.storage?.persist) return false;
  return (await navigator.storage.persisted()) || navigator.storage.persist();
}
