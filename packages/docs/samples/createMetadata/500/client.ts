import { createClient, ServerError } from "@metadata-service/client";

const client = createClient({
  baseUrl: "http://localhost:4010",
  apiKey: "demo-key",
  headers: { Prefer: "code=500" },
  retry: false,
});

try {
  await client.createMetadata("inspection", {
    uid: "lot-2026-0046",
    items: [{ key: "sealed", type: "boolean", value: true }],
  });
} catch (error) {
  if (!(error instanceof ServerError)) throw error;
  console.log(error.status, error.errors);
}
