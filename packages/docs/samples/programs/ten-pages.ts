interface Page {
  data: { uid: string }[];
  limit: number;
  offset: number;
  total: number;
}

const orders: { uid: string }[] = [];
let page: Page;

do {
  const url = `http://localhost:4010/api/v1/purchase-orders?limit=100&offset=${orders.length}`;
  const response = await fetch(url, { headers: { apiKey: "demo-key" } });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  page = (await response.json()) as Page;
  orders.push(...page.data);
  console.log(`offset ${page.offset}: ${page.data.length} records`);
} while (page.data.length > 0 && orders.length < page.total);

console.log(`${orders.length} of ${page.total}`);
