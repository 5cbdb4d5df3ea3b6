import { createClient, RateLimitError } from "@metadata-service/client";

// Without retry: false the client waits as long as the service says, and goes on.
const client = createClient({
  baseUrl: "http://localhost:4010",
  apiKey: "demo-key",
  headers: { Prefer: "code=429" },
  retry: false,
});

try {
  await client.listPurchaseOrders().page();
} catch (error) {
  if (!(error instanceof RateLimitError)) throw error;
  console.log(error.status, `wait ${error.retryAfterMs} ms`);
}
