import { createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });

for await (const order of client.listPurchaseOrders({ limit: 100 }, { concurrency: 5 })) {
  console.log(order.uid);
  if (order.uid === "po-000003") break;
}

const { total } = await client.listPurchaseOrders({ limit: 1 }).page();
console.log(`${total} in all`);
