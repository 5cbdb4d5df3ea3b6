import { createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });

const orders = await client.listPurchaseOrdersV3({ limit: 200 }).toArray();
console.log(`${orders.length} purchase orders, the first is ${orders[0]?.uid}`);
