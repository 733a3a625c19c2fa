// The engine behind the page: the same calls, answered by `orbat serve` or by a worker.

/** A call that could not be answered, with words for people. */
export class EngineError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** A server that is gone, before its answer or in the middle of it. */
const lost = error => {
  if (error.name === 'AbortError') throw error;
  throw new EngineError('offline', 0);
};

/** Reads an answer in parts, a line of JSON each, up to the one that ends it. */
async function inParts(body, tell) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read().catch(lost);
    if (done) throw new EngineError('trapped', 500);
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const said = JSON.parse(line);
      if (said.status) return said;
      tell(said);
    }
  }
}

/** Asks the server that the page came from. */
const overHttp = async (call, body, signal, tell) => {
  const answer = await fetch(`api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(tell ? { accept: 'application/x-ndjson' } : {}) },
    body: JSON.stringify(body),
    signal,
  }).catch(lost);
  if (tell && answer.ok) {
    const { status, answer: said } = await inParts(answer.body, tell);
    if (status === 200) return said;
    throw new EngineError(said.error, status);
  }
  if (answer.ok) return answer.json().catch(lost);
  const said = await answer.json().catch(() => ({}));
  throw new EngineError(said.error || answer.statusText, answer.status);
};

/** Asks a worker. A worker that fails is replaced by a new one. */
class WorkerEngine {
  waiting = new Map();
  next = 1;

  constructor(address) {
    this.address = address;
  }

  start() {
    this.worker = new Worker(this.address, { type: 'module' });
    this.worker.onmessage = ({ data: { id, status, body, part } }) => {
      const asked = this.waiting.get(id);
      if (!asked) return;
      if (part) {
        asked.tell?.(JSON.parse(part));
        return;
      }
      this.waiting.delete(id);
      const said = JSON.parse(body);
      if (status === 200) asked.done(said);
      else asked.fail(new EngineError(said.error, status));
    };
    this.worker.onerror = event => {
      event.preventDefault();
      this.stop(new EngineError('trapped', 500));
    };
  }

  /** Ends the worker, with all that it is asked. */
  stop(error) {
    this.worker?.terminate();
    this.worker = null;
    for (const asked of this.waiting.values()) asked.fail(error);
    this.waiting.clear();
  }

  ask(call, body, signal, tell) {
    if (!this.worker) this.start();
    return new Promise((done, fail) => {
      const id = this.next++;
      this.waiting.set(id, { done, fail, tell });
      this.worker.postMessage({ id, call, body: JSON.stringify(body) });
      // A worker in a search hears nothing: only its end stops it.
      signal?.addEventListener('abort', () => {
        if (this.waiting.has(id)) this.stop(new DOMException('stopped', 'AbortError'));
      });
    });
  }
}

const address = document.querySelector('meta[name=orbat-worker]')?.content;
const quick = address && new WorkerEngine(address);
const slow = address && new WorkerEngine(address);
const beside = address && new WorkerEngine(address);

/** Answers one call. */
export const ask = (call, body = {}) => quick ? quick.ask(call, body) : overHttp(call, body);

/** The same for searches, beside the quick calls. `tell` hears what is done and found; `signal` stops it. */
export const search = (call, body, signal, tell) =>
  slow ? slow.ask(call, body, signal, tell) : overHttp(call, body, signal, tell);

/** The same for what no tap waits for: it neither stops a search nor is stopped. */
export const look = (call, body, tell) =>
  beside ? beside.ask(call, body, undefined, tell) : overHttp(call, body, undefined, tell);

/** Whether the page works without a server. */
export const isStatic = Boolean(address);
