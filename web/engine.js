// The engine behind the page: the same calls, answered by `orbat serve` or by a worker.

/** A call that could not be answered, with words for people. */
export class EngineError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Asks the server that the page came from. */
const overHttp = async (call, body, signal) => {
  let answer;
  try {
    answer = await fetch(`api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new EngineError('offline', 0);
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new EngineError(said.error || answer.statusText, answer.status);
  return said;
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
    this.worker.onmessage = ({ data: { id, status, body } }) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (!asked) return;
      const said = JSON.parse(body);
      if (status === 200) asked.done(said);
      else asked.fail(new EngineError(said.error, status));
    };
    this.worker.onerror = () => this.stop(new EngineError('trapped', 500));
  }

  /** Ends the worker, with all that it is asked. */
  stop(error) {
    this.worker?.terminate();
    this.worker = null;
    for (const asked of this.waiting.values()) asked.fail(error);
    this.waiting.clear();
  }

  ask(call, body, signal) {
    if (!this.worker) this.start();
    return new Promise((done, fail) => {
      const id = this.next++;
      this.waiting.set(id, { done, fail });
      this.worker.postMessage({ id, call, body: JSON.stringify(body) });
      // A worker in a search hears nothing: only its end stops it.
      signal?.addEventListener('abort', () =>
        this.stop(new DOMException('stopped', 'AbortError')));
    });
  }
}

const address = document.querySelector('meta[name=orbat-worker]')?.content;
const quick = address && new WorkerEngine(address);
const slow = address && new WorkerEngine(address);

/** Answers one call. */
export const ask = (call, body = {}, signal) =>
  quick ? quick.ask(call, body, signal) : overHttp(call, body, signal);

/** The same for searches, beside the quick calls. `signal` stops it. */
export const search = (call, body, signal) =>
  slow ? slow.ask(call, body, signal) : overHttp(call, body, signal);

/** Whether the page works without a server. */
export const isStatic = Boolean(address);
