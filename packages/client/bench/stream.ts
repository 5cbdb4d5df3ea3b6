import { createClient } from "@metadata-service/client";
import { Pool } from "undici";
import { startServer } from "./start-server.js";

const PAGES = 500;
const LIMIT = 100;
const WIDTH = 20;
const ROUNDS = 7;

/** Requests all pages, several at once, with the given function. */
async function inParallel(send: (offset: number) => Promise<{ data: unknown[] }>): Promise<number> {
  let next = 0;
  let count = 0;
  const work = async () => {
    while (next < PAGES * LIMIT) {
      const offset = next;
      next += LIMIT;
      const { data } = await send(offset);
      count += data.length;
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  return count;
}

/** Returns the ways to pull all records of a server, and a function that closes their connections. */
function pullersOf(url: string) {
  const path = (offset: number) => `/api/v1/purchase-orders?limit=${LIMIT}&offset=${offset}`;
  const headers = { apiKey: "demo-key" };
  const pool = new Pool(url, { connections: WIDTH });
  const client = createClient({ baseUrl: url, apiKey: "demo-key" });
  const pullers: Record<string, () => Promise<number>> = {
    "undici and JSON.parse": () =>
      inParallel(async (offset) => {
        const { body } = await pool.request({ method: "GET", path: path(offset), headers });
        return JSON.parse(await body.text());
      }),
    "fetch and JSON": () => inParallel(async (offset) => (await fetch(url + path(offset), { headers })).json()),
    "this client, batches()": async () => {
      let count = 0;
      for await (const records of client.listPurchaseOrders({ limit: LIMIT }).batches()) count += records.length;
      return count;
    },
    "this client, record by record": async () => {
      let count = 0;
      for await (const _ of client.listPurchaseOrders({ limit: LIMIT })) count++;
      return count;
    },
  };
  return { pullers: Object.entries(pullers), close: () => pool.close() };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/**
 * CPU time of this process for a pull of 50,000 records, in milliseconds, by puller: the median of rounds that take
 * turns.
 */
export async function stream(): Promise<[name: string, milliseconds: number][]> {
  const server = await startServer(0, PAGES * LIMIT);
  const { pullers, close } = pullersOf(server.url);
  const spent = pullers.map((): number[] => []);
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, [name, pull]] of pullers.entries()) {
        const before = process.cpuUsage();
        const count = await pull();
        const { user, system } = process.cpuUsage(before);
        if (count !== PAGES * LIMIT) throw new Error(`${name} pulled ${count} records`);
        // The first rounds warm up.
        if (round > 1) spent[index]?.push((user + system) / 1000);
      }
  } finally {
    await close();
    server.stop();
  }
  return pullers.map(([name], index) => [name, median(spent[index] as number[])]);
}
