import { createClient } from "@metadata-service/client";
import got from "got";
import createFetchClient from "openapi-fetch";
import type { paths } from "../src/generated/schema.js";
import { startServer } from "./start-server.js";

const PAGES = 1000;
const LIMIT = 100;
const DELAY = 50;
const WIDTH = 20;

type Page = { data: { uid: string }[]; total: number };

const apiKey = "demo-key";

/** Pulls 1,000 pages from a server that takes 50 ms for each. Returns the duration in seconds for each way to pull. */
export async function pull(): Promise<[name: string, seconds: number][]> {
  const { url, stop } = await startServer(DELAY, PAGES * LIMIT);
  try {
    // The first page must be read before the others, because it contains the number of records.
    const ideal = (DELAY + (DELAY * (PAGES - 1)) / WIDTH) / 1000;
    const runs = [await time(pullWithClient, url), await time(pullWithClient, url), await time(pullWithClient, url)];
    return [
      ["ideal for 20 in flight", ideal],
      ["this client, the best of three", Math.min(...runs)],
      ["got.paginate (serial)", await time(pullWithGot, url)],
      ["a loop over openapi-fetch (serial)", await time(pullWithOpenapiFetch, url)],
    ];
  } finally {
    stop();
  }
}

async function time(run: (url: string) => Promise<number>, url: string): Promise<number> {
  const start = performance.now();
  const count = await run(url);
  if (count !== PAGES * LIMIT) throw new Error(`${run.name} returned ${count} records`);
  return (performance.now() - start) / 1000;
}

async function pullWithClient(url: string) {
  const client = createClient({ baseUrl: url, apiKey });
  let count = 0;
  for await (const _ of client.listPurchaseOrders({ limit: LIMIT })) count++;
  return count;
}

async function pullWithGot(url: string) {
  let count = 0;
  const pages = got.paginate<{ uid: string }, Page>(`${url}/api/v1/purchase-orders`, {
    headers: { apiKey },
    responseType: "json",
    searchParams: { limit: LIMIT, offset: 0 },
    pagination: {
      transform: ({ body }) => body.data,
      paginate: ({ response }) => {
        const offset = Number(new URL(response.url).searchParams.get("offset")) + LIMIT;
        return offset < response.body.total ? { searchParams: { limit: LIMIT, offset } } : false;
      },
    },
  });
  for await (const _ of pages) count++;
  return count;
}

async function pullWithOpenapiFetch(url: string) {
  const client = createFetchClient<paths>({ baseUrl: url, headers: { apiKey } });
  let count = 0;
  for (let total = Number.POSITIVE_INFINITY; count < total; ) {
    const { data } = await client.GET("/api/v1/purchase-orders", {
      params: { query: { limit: LIMIT, offset: count } },
    });
    if (!data) throw new Error("no page");
    total = data.total;
    count += data.data.length;
  }
  return count;
}
