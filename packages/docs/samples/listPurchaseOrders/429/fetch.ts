const response = await fetch("http://localhost:4010/api/v1/purchase-orders", {
  headers: { apiKey: "demo-key", Prefer: "code=429" },
});

if (response.status === 429) {
  const seconds = Number(response.headers.get("Retry-After") ?? "1");
  console.log(`Too many requests: wait ${seconds} s, then send the same again.`);
}
