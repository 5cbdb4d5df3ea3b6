import { createClient, RateLimitError } from "@metadata-service/client";

// By default, the client waits for the time in Retry-After and retries. This turns it off:
// retry: false.
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
