/**
 * What you would write without the command: a loop that reads one page after another and writes each record as a line
 * of a file.
 */

import { once } from "node:events";
import { createWriteStream } from "node:fs";

const { METADATA_BASE_URL: url, METADATA_API_KEY: apiKey } = process.env;
const LIMIT = 100;

async function* records() {
  for (let offset = 0; ; offset += LIMIT) {
    const response = await fetch(`${url}/api/v1/purchase-orders?limit=${LIMIT}&offset=${offset}`, {
      headers: { apiKey },
    });
    const { data, total } = await response.json();
    yield* data;
    if (offset + LIMIT >= total) return;
  }
}

const file = createWriteStream(process.argv[2]);
for await (const record of records()) if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, "drain");
file.end();
await once(file, "finish");
