interface Page {
  count: number;
  next: string | null;
  data: { uid: string; caseNumber?: string }[];
}

const service = "http://localhost:4010";
let next: string | null = `${service}/api/v1/reports?limit=50`;
let seen = 0;

while (next) {
  // Send the key only to the service, even if a link points elsewhere.
  if (new URL(next).origin !== new URL(service).origin)
    throw new Error(`${next} is another origin`);
  const response = await fetch(next, { headers: { apiKey: "demo-key" } });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const page = (await response.json()) as Page;
  seen += page.data.length;
  next = page.next;
}

console.log(`${seen} reports`);
