/** What the service did in the last minute, and what it is doing now. */
export interface Activity {
  /** Counts a request as in progress; returns a function to call when it ends. */
  enter(): () => void;
  answered(operation: string, status: number, seconds: number): void;
  /** The number of requests in progress. */
  readonly underWay: number;
  /** Operations that had requests, the busiest first. */
  lastMinute(): OperationActivity[];
}

/** The results of the requests for an operation in the last minute. */
export interface OperationActivity {
  readonly operation: string;
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Requests by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The median, 95th and 99th percentile of durations, in ms, to within 10 percent. */
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

const SECONDS = 60;
/** The shortest time that is measured, in ms. */
const SHORTEST = 0.1;
/**
 * The number of histogram buckets per doubling of the duration; a duration differs from the middle of its bucket by at
 * most 10 percent.
 */
const CLASSES_PER_DOUBLING = 4;
/** Up to 100 seconds. */
const CLASSES = 20 * CLASSES_PER_DOUBLING;

interface Counts {
  total: number;
  readonly statuses: Map<number, number>;
  /** The number of requests in each bucket. */
  readonly times: Uint32Array;
}

interface Second {
  at: number;
  readonly operations: Map<string, Counts>;
}

/**
 * Counts requests per second, for people who look at the current state of one process. Prometheus stores the history.
 *
 * @param now a monotonic clock, in ms
 */
export function createActivity(now: () => number): Activity {
  const startedAt = now();
  const seconds = Array.from({ length: SECONDS }, (): Second => ({ at: -1, operations: new Map() }));
  let underWay = 0;

  const leave = () => {
    underWay -= 1;
  };

  return {
    enter() {
      underWay += 1;
      return leave;
    },
    get underWay() {
      return underWay;
    },
    answered(operation, status, took) {
      const at = Math.floor(now() / 1_000);
      const second = seconds[at % SECONDS];
      if (!second) return;
      if (second.at !== at) {
        second.at = at;
        second.operations.clear();
      }
      let counts = second.operations.get(operation);
      if (!counts) {
        counts = noCounts();
        second.operations.set(operation, counts);
      }
      counts.total += 1;
      counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
      const time = classOf(took * 1_000);
      counts.times[time] = (counts.times[time] ?? 0) + 1;
    },
    lastMinute() {
      const oldest = Math.floor(now() / 1_000) - SECONDS;
      const sums = new Map<string, Counts>();
      for (const { at, operations } of seconds)
        if (at > oldest)
          for (const [operation, counts] of operations) {
            const sum = sums.get(operation) ?? noCounts();
            add(sum, counts);
            sums.set(operation, sum);
          }
      const length = Math.min(SECONDS, Math.max(1, (now() - startedAt) / 1_000));
      return [...sums]
        .map(([operation, counts]) => describe(operation, counts, length))
        .sort((left, right) => right.requests - left.requests);
    },
  };
}

function noCounts(): Counts {
  return { total: 0, statuses: new Map(), times: new Uint32Array(CLASSES) };
}

function add(sum: Counts, { total, statuses, times }: Counts): void {
  sum.total += total;
  for (const [status, count] of statuses) sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + count);
  for (const [index, count] of times.entries()) sum.times[index] = (sum.times[index] ?? 0) + count;
}

function describe(operation: string, { total, statuses, times }: Counts, seconds: number): OperationActivity {
  return {
    operation,
    requests: total,
    requestsPerSecond: total / seconds,
    statuses: Object.fromEntries([...statuses].sort(([left], [right]) => left - right)),
    medianMs: quantile(times, total * 0.5),
    p95Ms: quantile(times, total * 0.95),
    p99Ms: quantile(times, total * 0.99),
  };
}

function classOf(ms: number): number {
  const index = Math.floor(Math.log2(Math.max(ms, SHORTEST) / SHORTEST) * CLASSES_PER_DOUBLING);
  return Math.min(CLASSES - 1, index);
}

/** Returns the middle of the bucket that contains the request at a rank. */
function quantile(times: Uint32Array, rank: number): number {
  let seen = 0;
  const index = times.findIndex((count) => {
    seen += count;
    return seen >= rank && seen > 0;
  });
  return SHORTEST * 2 ** ((index + 0.5) / CLASSES_PER_DOUBLING);
}
