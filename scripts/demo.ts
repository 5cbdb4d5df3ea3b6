/** `npm run demo`: the main job against a mock of its own: create a record of every kind, pull three lists whole. */

import { strict as assert } from "node:assert";
import { styleText } from "node:util";
import { createClient } from "@metadata-service/client";
import { startMock } from "@metadata-service/mock";
import { readBundle } from "./lib/bundle.js";
import { run } from "./lib/run.js";

await run(async () => {
  const bundle = await readBundle();
  const example = bundle.components.examples["CreateMetadataAllKinds"]?.value as Parameters<
    ReturnType<typeof createClient>["createMetadata"]
  >[1];
  const mock = await startMock({ port: 0 });
  try {
    const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });
    const say = (text: string) => console.log(`  ${styleText("green", "✓")} ${text}`);
    console.log(`\n${styleText("bold", "Against the mock on")} ${mock.url}\n`);

    for (const namespace of ["inspection", "analytics"] as const) {
      const { data } = await client.createMetadata(namespace, example);
      const kinds = new Set(data.items.map((item) => item.type));
      const photo = data.items.find((item) => item.type === "file");
      say(`${namespace}: ${data.uid} created with ${kinds.size} kinds of item; its photo is at ${photo?.value}`);
    }

    for (const [name, list, limit] of [
      ["purchase orders", client.listPurchaseOrders({ limit: 100 }), 100],
      ["purchase orders (version 3)", client.listPurchaseOrdersV3({ limit: 200 }), 200],
      ["reports", client.listReports({ limit: 50 }), 50],
    ] as const) {
      const uids: string[] = [];
      let pages = 0;
      for await (const page of list.pages()) {
        pages++;
        uids.push(...page.records.map((record) => record.uid));
      }
      assert.equal(new Set(uids).size, uids.length, `${name}: a record came twice`);
      say(`${uids.length} ${name} in ${pages} pages of at most ${limit}, each once: ${uids[0]} … ${uids.at(-1)}`);
    }
    console.log();
  } finally {
    await mock.stop();
  }
});
