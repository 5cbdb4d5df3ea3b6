interface Page {
  data: { uid: string; poNumber?: string }[];
  limit: number;
  offset: number;
  total: number;
}

const url = new URL("http://localhost:4010/api/v1/purchase-orders");
url.searchParams.set("limit", "2");
const response = await fetch(url, { headers: { apiKey: "demo-key" } });
if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);

const page = (await response.json()) as Page;
console.log(
  `${page.data.length} of ${page.total}:`,
  page.data.map((order) => order.uid).join(", "),
);
