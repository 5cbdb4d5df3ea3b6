import { createClient } from "@metadata-service/client";
import { startMock } from "@metadata-service/mock";
import type { Target } from "./try-language.js";

/** More than two pages of every list, and not a multiple of any limit. */
const RECORDS = 230;

/** Starts the mock, reads its lists with the project's own client, and stops it afterwards. */
export async function withTarget<Result>(use: (target: Target) => Promise<Result>): Promise<Result> {
  const mock = await startMock({ size: RECORDS });
  try {
    const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });
    const uids = (records: { uid: string }[]) => records.map(({ uid }) => uid);
    const lists = {
      listPurchaseOrders: uids(await client.listPurchaseOrders({ limit: 100 }).toArray()),
      listPurchaseOrdersV3: uids(await client.listPurchaseOrdersV3({ limit: 200 }).toArray()),
      listReports: uids(await client.listReports({ limit: 50 }).toArray()),
    };
    for (const [name, list] of Object.entries(lists))
      if (list.length !== RECORDS) throw new Error(`${name}: the mock returned ${list.length} of ${RECORDS} records.`);
    return await use({ url: mock.url, apiKey: mock.apiKey, lists });
  } finally {
    await mock.stop();
  }
}
