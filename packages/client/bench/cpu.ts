import { createClient } from "@metadata-service/client";
import ky from "ky";
import createFetchClient from "openapi-fetch";
import type { paths } from "../src/generated/schema.js";
import { startServer } from "./start-server.js";

const CALLS = 1000;
const ROUNDS = 15;
const WIDTH = 20;

/**
 * Returns the CPU time per call in microseconds for each client: the median of several rounds, in which the clients
 * take turns.
 */
export async function cpu(): Promise<[name: string, microseconds: number][]> {
  const server = await startServer(0, 1000);
  const query = { limit: 10, offset: 0 };
  const url = `${server.url}/api/v1/purchase-orders?limit=10&offset=0`;
  const apiKey = "demo-key";
  const plain = createFetchClient<paths>({ baseUrl: server.url, headers: { apiKey } });
  const client = createClient({ baseUrl: server.url, apiKey });
  const callers: [string, () => Promise<unknown>][] = [
    ["bare fetch", async () => (await fetch(url, { headers: { apiKey } })).json()],
    ["openapi-fetch", () => plain.GET("/api/v1/purchase-orders", { params: { query } })],
    ["this client", () => client.listPurchaseOrders(query).page()],
    ["ky", () => ky.get(url, { headers: { apiKey } }).json()],
  ];
  const spent = callers.map((): number[] => []);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, [, call]] of callers.entries()) {
        const before = process.cpuUsage();
        for (let done = 0; done < CALLS; done += WIDTH) await Promise.all(Array.from({ length: WIDTH }, call));
        const { user, system } = process.cpuUsage(before);
        // The first rounds warm up.
        if (round > 2) spent[index]?.push((user + system) / CALLS);
      }
    }
  } finally {
    server.stop();
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
  return callers.map(([name], index) => [name, median(spent[index] as number[])]);
}
