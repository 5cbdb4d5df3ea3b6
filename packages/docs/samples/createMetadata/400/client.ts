import { BadRequestError, createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });

try {
  await client.createMetadata("inspection", {
    uid: "lot-2026-0044",
    // TypeScript rejects this value. The cast stands for data of the wrong type at run
    // time.
    items: [{ key: "sampleWeight", type: "number", value: "12.5" as unknown as number }],
  });
} catch (error) {
  if (!(error instanceof BadRequestError)) throw error;
  console.log(error.status, error.errorCode);
  console.log(error.message);
}
