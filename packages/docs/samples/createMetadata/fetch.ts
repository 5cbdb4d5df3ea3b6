const response = await fetch("http://localhost:4010/api/v2/metadata/inspection", {
  method: "POST",
  headers: { apiKey: "demo-key", "Content-Type": "application/json" },
  body: JSON.stringify({
    uid: "lot-2026-0043",
    items: [
      { key: "inspectionNote", type: "string", value: "Lot 8 passed" },
      { key: "photo", type: "file", value: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" },
    ],
  }),
});
if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);

const { data } = (await response.json()) as { data: { uid: string; createdDate: string } };
console.log(data.uid, "stored at", data.createdDate);
