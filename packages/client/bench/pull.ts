import { createClient } from "@metadata-service/client";
import got from "got";
import createFetchClient from "openapi-fetch";
import { startServer } from "./start-server.js";

const PAGES = 1000;
const LIMIT = 100;
const DELAY = 50;
const WIDTH = 20;

type Page = { data: { uid: string }[]; total: number };

/** Pulls 1,000 pages of a server that takes 50 ms for each; seconds by puller. */
export async function pull(): Promise<[name: string, seconds: number][]> {
  const server = await startServer(DELAY, PAGES * LIMIT);
  const time = async (name: string, run: () => Promise<number>): Promise<[string, number]> => {
    const start = performance.now();
    const count = await run();
    if (count !== PAGES * LIMIT) throw new Error(`${name} pulled ${count} records`);
    return [name, (performance.now() - start) / 1000];
  };
  const apiKey = "demo-key";
  const three = async () => {
    const seconds: number[] = [];
    for (let run = 0; run < 3; run++)
      seconds.push(
        (
          await time("this client", async () => {
            const client = createClient({ baseUrl: server.url, apiKey });
            let count = 0;
            for await (const _ of client.listPurchaseOrders({ limit: LIMIT })) count++;
            return count;
          })
        )[1],
      );
    return seconds;
  };
  try {
    // One for the first page, which tells how many there are.
    const ideal = (DELAY + (DELAY * (PAGES - 1)) / WIDTH) / 1000;
    return [
      ["ideal for 20 in flight", ideal],
      ["this client, the best of three", Math.min(...(await three()))],
      await time("got.paginate (serial)", async () => {
        let count = 0;
        const pages = got.paginate<{ uid: string }, Page>(`${server.url}/api/v1/purchase-orders`, {
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
      }),
      await time("a loop over openapi-fetch (serial)", async () => {
        const client = createFetchClient<Record<string, never>>({ baseUrl: server.url, headers: { apiKey } });
        let count = 0;
        for (let total = Number.POSITIVE_INFINITY; count < total; ) {
          const { data } = (await client.request(
            "get" as never,
            "/api/v1/purchase-orders" as never,
            {
              params: { query: { limit: LIMIT, offset: count } },
            } as never,
          )) as { data: Page };
          total = data.total;
          count += data.data.length;
        }
        return count;
      }),
    ];
  } finally {
    server.stop();
  }
}
