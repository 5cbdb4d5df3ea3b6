/** The part of Node's module `vm` that interrupts a match; a browser has none of it. */
interface Vm {
  createContext(globals: object): object;
  readonly Script: new (
    source: string,
  ) => { runInContext(context: object, options: { readonly timeout: number }): unknown };
}

/** The processor time that a match may take, in ms, and the number of characters for each further ms. */
const MATCH_TIME = 10;
const CHARACTERS_PER_MS = 20_000;
/** The longest time to wait for it on a busy machine, in ms. */
const LONGEST_MATCH = 2_000;

/** Returns whether a string matches; undefined if that took too long. */
export type TimedMatch = (pattern: RegExp, text: string) => boolean | undefined;

/**
 * Creates a function that interrupts a match which takes too long. Meanwhile, all other callers wait, so the time is short.
 * Returns undefined where a match cannot be interrupted, as in a browser.
 *
 * @param cpuTime returns the processor time of this thread, in ms
 */
export function createTimedMatch(cpuTime = threadTime, longest = LONGEST_MATCH): TimedMatch | undefined {
  const vm = nodeProcess()?.getBuiltinModule?.("node:vm") as Vm | undefined;
  if (!vm) return undefined;
  const globals: { pattern?: RegExp; text?: string } = {};
  const context = vm.createContext(globals);
  const script = new vm.Script("pattern.test(text)");

  const attempt = (timeout: number): boolean | undefined => {
    try {
      return script.runInContext(context, { timeout }) === true;
    } catch (error) {
      if ((error as { code?: string }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
      throw error;
    }
  };
  return (pattern, text) => {
    Object.assign(globals, { pattern, text });
    const most = MATCH_TIME + Math.ceil(text.length / CHARACTERS_PER_MS);
    let result = attempt(most);
    if (result === undefined) {
      const [mostTime, end] = [cpuTime() + most, performance.now() + longest];
      // If other programs, or other threads of this one, had the processor, the match begins again and gets more time.
      for (let timeout = 2 * most; result === undefined; timeout *= 2) {
        result = attempt(timeout);
        if (cpuTime() >= mostTime || performance.now() >= end) break;
      }
    }
    globals.text = "";
    return result;
  };
}

/** The part of Node's `process` that is used here; a browser has none of it. */
interface NodeProcess {
  getBuiltinModule?(name: string): unknown;
  cpuUsage(): CpuUsage;
  /** Since Node 23.9. */
  threadCpuUsage?(): CpuUsage;
}

interface CpuUsage {
  readonly user: number;
  readonly system: number;
}

const nodeProcess = () => (globalThis as { process?: NodeProcess }).process;

/**
 * Returns the processor time of this thread in ms: that of the whole process rises while its other threads, such as those of
 * the garbage collector, keep this one waiting. Where the thread's is not known, it is that of the process.
 */
export function threadTime(): number {
  const process = nodeProcess();
  const own = process?.threadCpuUsage?.() ?? linuxThread(process) ?? process?.cpuUsage() ?? { user: 0, system: 0 };
  return (own.user + own.system) / 1000;
}

/** The first number of the file is the processor time of the thread that reads it, in ns. */
function linuxThread(process: NodeProcess | undefined): CpuUsage | undefined {
  const fs = process?.getBuiltinModule?.("node:fs") as
    | { readFileSync(path: string, encoding: "utf8"): string }
    | undefined;
  try {
    const time = Number.parseInt(fs?.readFileSync("/proc/thread-self/schedstat", "utf8") ?? "", 10);
    return Number.isNaN(time) ? undefined : { user: time / 1000, system: 0 };
  } catch {
    return undefined;
  }
}
