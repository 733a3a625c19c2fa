// The engine as WebAssembly, in a worker: loads a game when it is first asked about.

import init, { Engine } from './engine/orbat_wasm.js';

/** How long a search may take, in milliseconds. */
const PATIENCE = 20000;

const ready = (async () => {
  const [games] = await Promise.all([fetch('games.json').then(answer => answer.json()), init({ module_or_path: new URL('./engine/orbat_wasm_bg.wasm', import.meta.url) })]);
  return { games, engine: new Engine(), loaded: new Map() };
})();

/** The game that a question is about. */
const gameOf = body => {
  const { system, list } = JSON.parse(body);
  return system ?? /^\s*system:\s*["']?([\w-]+)/m.exec(list ?? '')?.[1];
};

async function load(state, id) {
  const game = state.games.find(known => known.id === id);
  if (!game) return;
  if (!state.loaded.has(id)) {
    const loading = fetch(game.file).then(answer => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.text();
    }).then(files => state.engine.load(files));
    state.loaded.set(id, loading);
    // What could not be loaded is asked for again.
    loading.catch(() => state.loaded.delete(id));
  }
  await state.loaded.get(id);
}

/** The question that is being answered. */
let current;
globalThis.tellPart = part => postMessage({ id: current, part });

onmessage = async ({ data: { id, call, body } }) => {
  try {
    const state = await ready;
    if (call === 'systems') {
      postMessage({ id, status: 200, body: JSON.stringify(state.games) });
      return;
    }
    await load(state, gameOf(body));
    current = id;
    const answer = state.engine.respond(call, body, PATIENCE);
    postMessage({ id, status: answer.status, body: answer.body });
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) setTimeout(() => { throw error; });
    else postMessage({ id, status: 503, body: JSON.stringify({ error: 'offline' }) });
  }
};
