/** The configuration of a batcher. */
export interface BatchRules<Job, Result> {
  /** Runs a batch; resolves to the results in job order. */
  run(jobs: readonly Job[]): Promise<readonly Result[]>;
  /**
   * Whether a single job may have caused a batch to fail without any effect. If so, each job is retried alone, so that
   * other jobs do not fail with it.
   */
  mayBeCausedByOneJob(error: unknown): boolean;
  /** Returns the identity of a job; jobs with the same identity are never in the same batch. */
  identity(job: Job): string;
  bytes(job: Job): number;
  readonly maxJobs: number;
  readonly maxBytes: number;
  /** The maximum number of concurrent batches. */
  readonly maxRunning: number;
  /** The time that a job may wait for its batch to start, in ms; after that it fails with an {@link OverloadError}. */
  readonly maxWait: number;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Thrown if the database is overloaded; the job was not started. */
export class OverloadError extends Error {
  override readonly name = "OverloadError";
}

/**
 * The time after which a batch begins beside a running one even if it has fewer jobs, in ms: longer than a statement
 * usually takes.
 */
const LONGEST_WAIT_FOR_A_BATCH = 20;

/**
 * Runs jobs in batches. If no batch is in progress, a job runs immediately, so a single caller never waits. Under load,
 * the cost of a round trip and a commit is shared: jobs that arrive in the meantime form the next batch. It begins when
 * the running batch ends, when it has as many jobs, or after {@link LONGEST_WAIT_FOR_A_BATCH}. If the first few of these jobs did
 * not wait for the others, most batches would be small.
 */
export function createBatcher<Job, Result>(rules: BatchRules<Job, Result>): (job: Job) => Promise<Result> {
  let waiting: Waiting<Job, Result>[] = [];
  let running = 0;
  /** The number of jobs in running batches. */
  let inProgress = 0;
  let isScheduled = false;
  let timer: NodeJS.Timeout | undefined;
  let batchTimer: NodeJS.Timeout | undefined;

  /** One timer for all waiting jobs; the first of them has waited longest. */
  const watch = () => {
    const [first] = waiting;
    if (!first || timer) return;
    timer = setTimeout(expire, first.since + rules.maxWait - performance.now());
    timer.unref();
  };
  const expire = () => {
    timer = undefined;
    const late = performance.now() - rules.maxWait;
    const expired = waiting.filter(({ since }) => since <= late);
    waiting = waiting.filter(({ since }) => since > late);
    const error = new OverloadError(`not started within ${rules.maxWait} ms`);
    for (const { reject } of expired) reject(error);
    watch();
  };

  /** Begins the next batch if it is time, and sets the timers of the jobs that still wait. */
  const begin = () => {
    if (waiting.length === 0) return;
    if (running === 0 || (running < rules.maxRunning && waiting.length >= inProgress)) void flush();
    if (waiting.length > 0 && running < rules.maxRunning && !batchTimer)
      batchTimer = setTimeout(startAnother, LONGEST_WAIT_FOR_A_BATCH).unref();
    watch();
  };
  const beginScheduled = () => {
    isScheduled = false;
    begin();
  };
  const startAnother = () => {
    batchTimer = undefined;
    if (running < rules.maxRunning && waiting.length > 0) void flush();
  };
  const flush = async (): Promise<void> => {
    const batch = takeBatch();
    running++;
    inProgress += batch.length;
    const error = await runBatch(rules, batch);
    running--;
    inProgress -= batch.length;
    // The other jobs have waited for the same database, and would wait as long again.
    if (error instanceof OverloadError) for (const { reject } of waiting.splice(0)) reject(error);
    begin();
  };

  const takeBatch = (): Waiting<Job, Result>[] => {
    const batch: Waiting<Job, Result>[] = [];
    const left: Waiting<Job, Result>[] = [];
    const identities = new Set<string>();
    let bytes = 0;
    for (const one of waiting) {
      const identity = rules.identity(one.job);
      bytes += rules.bytes(one.job);
      const fits = batch.length === 0 || (batch.length < rules.maxJobs && bytes <= rules.maxBytes);
      if (fits && !identities.has(identity)) batch.push(one);
      else left.push(one);
      identities.add(identity);
    }
    waiting = left;
    return batch;
  };

  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, since: performance.now(), resolve, reject });
      // After data from all connections was read, so that concurrent requests share a batch.
      if (!isScheduled) setImmediate(beginScheduled);
      isScheduled = true;
      if (running >= rules.maxRunning) watch();
    });
}

/** Runs a batch, and returns the error with which it failed as a whole. */
async function runBatch<Job, Result>(
  rules: BatchRules<Job, Result>,
  batch: readonly Waiting<Job, Result>[],
): Promise<unknown> {
  try {
    const results = await rules.run(batch.map(({ job }) => job));
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index];
      if (result === undefined) reject(new Error("A job of a batch has no result"));
      else resolve(result);
    });
  } catch (error) {
    if (batch.length === 1 || !rules.mayBeCausedByOneJob(error)) {
      for (const { reject } of batch) reject(error);
      return error;
    }
    await runEachAlone(rules, batch);
  }
  return undefined;
}

/**
 * The number of jobs of a failed batch that run at the same time: few, because the database has problems, but not one,
 * because a job for an unreachable part of a distributed database fails only after seconds.
 */
const ALONE_AT_ONCE = 4;

async function runEachAlone<Job, Result>(
  rules: BatchRules<Job, Result>,
  batch: readonly Waiting<Job, Result>[],
): Promise<void> {
  const left = batch.values();
  const runLeft = async () => {
    for (const one of left) await runBatch(rules, [one]);
  };
  await Promise.all(Array.from({ length: ALONE_AT_ONCE }, runLeft));
}
