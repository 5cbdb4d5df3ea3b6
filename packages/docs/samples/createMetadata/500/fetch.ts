const response = await fetch("http://localhost:4010/api/v2/metadata/inspection", {
  method: "POST",
  headers: { apiKey: "demo-key", "Content-Type": "application/json", Prefer: "code=500" },
  body: JSON.stringify({
    uid: "lot-2026-0046",
    items: [{ key: "sealed", type: "boolean", value: true }],
  }),
});

if (response.status >= 500) {
  const { errors } = (await response.json()) as { errors?: Record<string, string[]> };
  console.log(response.status, errors?.["system"]);
}
