const response = await fetch("http://localhost:4010/api/v2/metadata/inspection", {
  method: "POST",
  headers: { apiKey: "an-expired-key", "Content-Type": "application/json" },
  body: JSON.stringify({
    uid: "lot-2026-0045",
    items: [{ key: "sealed", type: "boolean", value: true }],
  }),
});

const { message } = (await response.json()) as { errorCode: string; message: string };
console.log(response.status, message);
