import { createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });

const changed = client.listPurchaseOrdersV3({
  updated_from: "2026-11-01T00:00:00Z",
  updated_to: "2026-12-01T00:00:00Z",
  limit: 200,
});

let count = 0;
for await (const order of changed) {
  console.assert(
    order.updated_at >= "2026-11-01" && order.updated_at < "2026-12-01",
    order.uid,
  );
  count += 1;
}
console.log(`${count} orders were created or updated in November`);
