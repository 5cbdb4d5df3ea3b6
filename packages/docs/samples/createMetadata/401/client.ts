import { createClient, UnauthorizedError } from "@metadata-service/client";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "an-expired-key" });

try {
  await client.createMetadata("inspection", {
    uid: "lot-2026-0045",
    items: [{ key: "sealed", type: "boolean", value: true }],
  });
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error;
  console.log(error.status, "the key is missing, invalid or expired");
}
