/** Sends create requests continuously, and remembers which of them were acknowledged. */
export interface Load {
  /** The date in the response, by uid. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** The number of responses with each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Resolves when the given number of further requests in a row have succeeded. */
  inARow(count: number): Promise<void>;
  /** Resolves when the given number of further requests have failed. */
  failures(count: number): Promise<void>;
  stop(): Promise<void>;
}

const SENDERS = 8;
/** If an expected event has not happened after this number of requests, it counts as missing. */
const MOST_REQUESTS = 100_000;

/** Describes the number of responses with each status. */
export function describe(statuses: ReadonlyMap<number, number>): string {
  return [...statuses].map(([status, count]) => `${count} times ${status}`).join(", ");
}

export interface Caller {
  readonly urls: readonly string[];
  readonly apiKey: string;
}

/** Sends one create request to one of several processes. */
export function create(
  { urls, apiKey }: Caller,
  n: number,
  { uid, value }: { readonly uid: string; readonly value: string },
): Promise<Response> {
  return fetch(`${urls[n % urls.length]}/api/v2/metadata/inspection`, {
    method: "POST",
    headers: { apiKey, "content-type": "application/json" },
    body: JSON.stringify({ uid, items: [{ key: "k", type: "string", value }] }),
  });
}

export function startLoad(caller: Caller, prefix: string): Load {
  const acknowledged = new Map<string, string>();
  const statuses = new Map<number, number>();
  let row = 0;
  let failed = 0;
  let isOver = false;
  let sent = 0;
  let waiting: { isReached(): boolean; readonly lastOne: number; resolve(): void; reject(error: Error): void }[] = [];
  const until = (isReached: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ isReached, lastOne: sent + MOST_REQUESTS, resolve, reject });
    });
  const tellWaiting = () => {
    const all = waiting;
    waiting = [];
    for (const one of all)
      if (one.isReached()) one.resolve();
      else if (sent < one.lastOne) waiting.push(one);
      else
        one.reject(
          new Error(
            `The expected state was not reached after ${MOST_REQUESTS} requests; responses so far: ${describe(statuses)}`,
          ),
        );
  };
  const send = async () => {
    while (!isOver) {
      const n = sent++;
      const uid = `${prefix}-${n}`;
      const response = await create(caller, n, { uid, value: "x".repeat(n % 500) });
      const body = (await response.json()) as { data?: { createdDate: string } };
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (response.status === 201) {
        acknowledged.set(uid, body.data?.createdDate ?? "");
        row++;
      } else {
        row = 0;
        failed++;
      }
      tellWaiting();
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, send));
  // If a sender fails, nobody must wait forever.
  const orBroken = (reached: Promise<void>) => Promise.race([reached, senders.then(() => {})]);
  return {
    acknowledged,
    statuses,
    inARow(count) {
      row = 0;
      return orBroken(until(() => row >= count));
    },
    failures(count) {
      const before = failed;
      return orBroken(until(() => failed >= before + count));
    },
    async stop() {
      isOver = true;
      await senders;
    },
  };
}
