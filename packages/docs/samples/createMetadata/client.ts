import { createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });

const { data } = await client.createMetadata("inspection", {
  uid: "lot-2026-0043",
  items: [
    { key: "inspectionNote", type: "string", value: "Lot 8 passed" },
    { key: "photo", type: "file", value: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" },
  ],
});

console.log(data.uid, "stored at", data.createdDate);
for (const item of data.items) {
  if (item.type === "file") console.log(item.key, "is at", item.value);
}
