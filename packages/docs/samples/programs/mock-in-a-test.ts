import { createClient } from "@metadata-service/client";
import { startMock } from "@metadata-service/mock";

const mock = await startMock({ size: 250, seed: 7 });
const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });

const orders = await client.listPurchaseOrders({ limit: 100 }).toArray();
console.log(orders.length, "orders in", mock.requests.length, "requests");

mock.reset();
console.log(mock.requests.length, "requests after a reset");
await mock.stop();
