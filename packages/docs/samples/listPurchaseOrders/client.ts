import { createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });

let count = 0;
let last = "";
for await (const order of client.listPurchaseOrders({ limit: 100 })) {
  count += 1;
  last = order.uid;
}
console.log(`${count} purchase orders, the last is ${last}`);
