import { createClient } from "@metadata-service/client";

const client = createClient({
  baseUrl: "http://localhost:4010",
  apiKey: async () => process.env["METADATA_KEY"] ?? "demo-key",
});

const page = await client.listReports({ limit: 1 }).page();
console.log(`${page.count} reports can be read with this key`);
