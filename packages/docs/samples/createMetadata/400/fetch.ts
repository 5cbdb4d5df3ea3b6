const response = await fetch("http://localhost:4010/api/v2/metadata/inspection", {
  method: "POST",
  headers: { apiKey: "demo-key", "Content-Type": "application/json" },
  body: JSON.stringify({
    uid: "lot-2026-0044",
    items: [{ key: "sampleWeight", type: "number", value: "12.5" }],
  }),
});

if (response.status === 400) {
  const { message } = (await response.json()) as { errorCode: string; message: string };
  console.log("Fix the request:", message);
}
