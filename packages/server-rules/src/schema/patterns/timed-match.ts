/** The part of Node that runs a match in another thread; a browser has none of it. */
interface Threads {
  readonly Worker: new (
    source: string,
    options: { eval: true; workerData: unknown },
  ) => { unref(): void; postMessage(message: unknown): void; terminate(): Promise<unknown> };
}

/** The processor time that a match may take, in ms. */
const MATCH_TIME = 200;
/** The longest time to wait for it on a busy machine, in ms, and for the thread to start. */
const LONGEST_MATCH = 2_000;
const START_TIME = 10_000;

const [WAITING, RUNNING, NO, YES] = [0, 1, 2, 3];

const SOURCE = `
  const { parentPort, workerData } = require("node:worker_threads");
  const state = new Int32Array(workerData);
  const set = (value) => {
    Atomics.store(state, 0, value);
    Atomics.notify(state, 0);
  };
  parentPort.on("message", ({ pattern, text }) => {
    set(${RUNNING});
    set(new RegExp(pattern, "u").test(text) ? ${YES} : ${NO});
  });
`;

/** Returns whether a string matches; undefined if that took too long. */
export type TimedMatch = (pattern: string, text: string) => boolean | undefined;

/**
 * Creates a function that matches in another thread, which is ended if a match takes too long. The caller waits: a
 * validation is synchronous. Returns undefined where there are no threads, as in a browser.
 *
 * @param cpuTime returns the processor time of this process, in ms: while the caller waits, the match uses it
 */
export function createTimedMatch(cpuTime = processTime, longest = LONGEST_MATCH): TimedMatch | undefined {
  const threads = findThreads();
  if (!threads) return undefined;
  let running: { readonly state: Int32Array; readonly thread: InstanceType<Threads["Worker"]> } | undefined;

  const start = () => {
    const memory = new SharedArrayBuffer(4);
    const thread = new threads.Worker(SOURCE, { eval: true, workerData: memory });
    thread.unref();
    return { thread, state: new Int32Array(memory) };
  };
  return (pattern, text) => {
    running ??= start();
    const { thread, state } = running;
    Atomics.store(state, 0, WAITING);
    thread.postMessage({ pattern, text });
    Atomics.wait(state, 0, WAITING, START_TIME);
    const mostTime = cpuTime() + MATCH_TIME;
    const end = performance.now() + longest;
    do Atomics.wait(state, 0, RUNNING, MATCH_TIME);
    while (Atomics.load(state, 0) === RUNNING && cpuTime() < mostTime && performance.now() < end);
    const result = Atomics.load(state, 0);
    if (result === YES || result === NO) return result === YES;
    running = undefined;
    void thread.terminate();
    return undefined;
  };
}

/** The part of Node's `process` that is used here; a browser has none of it. */
interface NodeProcess {
  getBuiltinModule?(name: string): unknown;
  cpuUsage(): { readonly user: number; readonly system: number };
}

const nodeProcess = () => (globalThis as { process?: NodeProcess }).process;

function processTime(): number {
  const { user, system } = nodeProcess()?.cpuUsage() ?? { user: 0, system: 0 };
  return (user + system) / 1000;
}

const findThreads = (): Threads | undefined =>
  nodeProcess()?.getBuiltinModule?.("node:worker_threads") as Threads | undefined;
