import { createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });

for await (const page of client.listReports({ limit: 50 }).pages()) {
  if (page.offset % 250 === 0)
    console.log(`${page.offset + page.records.length} of ${page.total}`);
}
