const url = new URL("http://localhost:4010/api/v3/purchase-orders");
let offset = 0;
let page: { uid: string; po_number?: string }[];

do {
  url.searchParams.set("limit", "200");
  url.searchParams.set("offset", String(offset));
  const response = await fetch(url, { headers: { apiKey: "demo-key" } });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  page = (await response.json()) as typeof page;
  offset += page.length;
} while (page.length > 0);

console.log(`${offset} purchase orders`);
