/** How jobs are gathered. */
export interface BatchRules<Job, Result> {
  /** Does all of a batch, and resolves to the results in the order of the jobs. */
  run(jobs: readonly Job[]): Promise<readonly Result[]>;
  /**
   * Whether one job may be why a batch failed, and nothing of the batch was done. Then its halves are tried again, so that a
   * job fails only for its own reason.
   */
  mayBeOfOne(error: unknown): boolean;
  /** Jobs of the same identity never meet in one batch. */
  identity(job: Job): string;
  bytes(job: Job): number;
  readonly maxJobs: number;
  readonly maxBytes: number;
  /** Batches under way at a time. */
  readonly maxRunning: number;
  /** How long a job may wait for its batch to begin, in ms; then it fails with an {@link OverloadError}. */
  readonly maxWait: number;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** There is more to do than can be done; what was asked for was not begun. */
export class OverloadError extends Error {
  override readonly name = "OverloadError";
}

/**
 * Does jobs in batches without ever waiting for company: a job that finds nothing under way is done at once and alone;
 * those that come while others are under way go together next. So a lone caller waits for nobody, and under load the
 * cost of a round trip and of a commit is shared.
 */
export function createBatcher<Job, Result>(rules: BatchRules<Job, Result>): (job: Job) => Promise<Result> {
  let waiting: Waiting<Job, Result>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  /** One timer for all that wait: the first of them is the one that has waited longest. */
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
    for (const { reject } of expired) reject(new OverloadError(`not begun within ${rules.maxWait} ms`));
    watch();
  };

  const begin = () => {
    if (running < rules.maxRunning && waiting.length > 0) void flush();
    watch();
  };
  const flush = async (): Promise<void> => {
    running++;
    await runBatch(rules, takeBatch());
    running--;
    if (waiting.length > 0) void flush();
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
      // After what has come over all connections is read, so that those who come together go together.
      if (waiting.length === 1) setImmediate(begin);
      if (running >= rules.maxRunning) watch();
    });
}

async function runBatch<Job, Result>(
  rules: BatchRules<Job, Result>,
  batch: readonly Waiting<Job, Result>[],
): Promise<void> {
  try {
    const results = await rules.run(batch.map(({ job }) => job));
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index];
      if (result === undefined) reject(new Error("A job of a batch has no result"));
      else resolve(result);
    });
  } catch (error) {
    if (batch.length > 1 && rules.mayBeOfOne(error)) {
      const middle = batch.length >> 1;
      // One after the other: a database in trouble is not asked for more at a time.
      for (const half of [batch.slice(0, middle), batch.slice(middle)]) await runBatch(rules, half);
    } else for (const { reject } of batch) reject(error);
  }
}
