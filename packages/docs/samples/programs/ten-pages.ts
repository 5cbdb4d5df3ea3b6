interface Page {
  data: { uid: string }[];
  limit: number;
  offset: number;
  total: number;
}

const orders: { uid: string }[] = [];
let offset = 0;
let page: Page;

do {
  const url = `http://localhost:4010/api/v1/purchase-orders?limit=100&offset=${offset}`;
  const response = await fetch(url, { headers: { apiKey: "demo-key" } });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  page = (await response.json()) as Page;
  for (const order of page.data) orders.push(order);
  offset += page.limit; // what the server applied, which may be less than 100
  console.log(`offset ${page.offset}: ${page.data.length} records`);
} while (page.data.length > 0 && offset < page.total);

console.log(`${orders.length} of ${page.total}`);
