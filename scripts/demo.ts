/** `npm run extra -- demo`: shows the main tasks with a mock: creates a record with every item type, and pulls three lists. */

import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { styleText } from "node:util";
import type { MetadataInput } from "@metadata-service/client";
import { run } from "@metadata-service/spec-tools/run";
import { root } from "./lib/repo.js";
import { build } from "./lib/step.js";

await run(async () => {
  const targets = ["client", "mock"].map((name) => `--filter=@metadata-service/${name}`);
  await build(...targets);

  // Imported only now, because these packages may not have been built before.
  const { createClient } = await import("@metadata-service/client");
  const { startMock } = await import("@metadata-service/mock");
  const bundle = JSON.parse(await readFile(`${root}openapi/generated/openapi.json`, "utf8"));
  const example = bundle.components.examples["CreateMetadataAllKinds"].value as MetadataInput;
  const mock = await startMock({ port: 0 });
  try {
    const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });
    const say = (text: string) => console.log(`  ${styleText("green", "✓")} ${text}`);
    console.log(`\n${styleText("bold", "Requests to the mock on")} ${mock.url}\n`);

    for (const namespace of ["inspection", "analytics"] as const) {
      const { data } = await client.createMetadata(namespace, example);
      const types = new Set(data.items.map((item) => item.type));
      const photo = data.items.find((item) => item.type === "file");
      say(`${namespace}: ${data.uid} created with ${types.size} item types; its photo is at ${photo?.value}`);
    }

    for (const [name, list] of [
      ["purchase orders", client.listPurchaseOrders()],
      ["purchase orders (version 3)", client.listPurchaseOrdersV3()],
      ["reports", client.listReports()],
    ] as const) {
      const uids: string[] = [];
      let pages = 0;
      let largest = 0;
      for await (const page of list.pages()) {
        pages++;
        largest = Math.max(largest, page.records.length);
        for (const { uid } of page.records) uids.push(uid);
      }
      assert.equal(new Set(uids).size, uids.length, `${name}: a record was returned twice`);
      say(`${uids.length} ${name} in ${pages} pages of at most ${largest}, each once: ${uids[0]} … ${uids.at(-1)}`);
    }
    console.log();
  } finally {
    await mock.stop();
  }
});
