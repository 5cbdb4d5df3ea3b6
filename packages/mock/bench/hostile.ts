/** Sends the hostile requests to the mock and to stock Prism, and writes the results into one table. */

import { writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { HostileRequest } from "@metadata-service/test-kit/hostile/collect-requests";
import { type RawReply, sendRaw } from "@metadata-service/test-kit/hostile/raw-http";
import { startMock } from "../src/index.js";
import { LOCAL_REQUESTS } from "../test/cases/hostile-cases.js";
import { type StockPrism, startStockPrism } from "./start-stock-prism.js";

/**
 * The heap size of Prism in MiB: enough for every request that it can serve. One request exhausts any heap, which would
 * take minutes with a larger one.
 */
const STOCK_HEAP = 512;
/** The time limit for a request, in milliseconds. */
const WAIT_LIMIT = 60_000;

/** Returns how a reply violates the contract; an empty string if it does not. */
function breach(request: HostileRequest, reply: RawReply): string {
  if (reply.status === 0) return "no response";
  if (reply.status >= 500) return "5xx for bad input";
  if (reply.status !== request.status) return `should be ${request.status}`;
  if (request.status < 300 || request.name === "the method HEAD") return "";
  if (reply.headers.get("content-type")?.split(";")[0] !== "application/json") return "not the error body";
  try {
    const { errorCode, message } = JSON.parse(reply.body) as Record<string, unknown>;
    if (typeof errorCode !== "string" || typeof message !== "string") return "not the error body";
    if (/^(Bad request|items\[2\]\.value must be a string)$/.test(message)) return "the example, not what is wrong";
  } catch {
    return "not the error body";
  }
  return request.status === 405 && !reply.headers.has("allow") ? "no Allow" : "";
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const mock = await startMock();
const ourPort = Number(new URL(mock.url).port);
let stock: StockPrism | undefined;
const rows: string[] = [];
const totals = { ours: 0, stock: 0, deaths: 0 };

for (const request of LOCAL_REQUESTS) {
  const ours = await sendRaw(ourPort, request.bytes, WAIT_LIMIT);
  stock ??= await startStockPrism(STOCK_HEAP);
  const reply = await sendRaw(stock.port, request.bytes, WAIT_LIMIT);
  // Wait, because a crashing process closes its connections before it exits.
  await wait(reply.status === 0 ? 2000 : 20);
  const wrong = [breach(request, ours), breach(request, reply)];
  let remark = wrong[1] ?? "";
  if (!stock.alive()) {
    remark = `**the process ends**: ${stock.lastWords().slice(0, 100)}`;
    totals.deaths++;
    stock = undefined;
  } else if (reply.status === 0) {
    await stock.stop();
    stock = undefined;
  }
  if (wrong[0] === "") totals.ours++;
  if (wrong[1] === "") totals.stock++;
  const shown = (status: number) => (status === 0 ? "–" : String(status));
  rows.push(`| ${cell(request.name)} | ${ours.status} ${wrong[0]} | ${shown(reply.status)} | ${cell(remark)} |`);
  process.stderr.write(".");
}
await stock?.stop();
await mock.stop();

const text = `# Hostile requests

\`npm run hostile -w packages/mock\` sends each of these requests, byte for byte, to the mock and to stock Prism (prism-cli
5.14.2) with the same bundle, and writes this file. By decision 0008, everything that is wrong with a request is a 400 with
the error body, and its message says what is wrong.

Responses as documented: mock ${totals.ours} of ${rows.length}, stock Prism ${totals.stock} of ${rows.length}. The process of stock Prism ended ${totals.deaths} times.
Its heap is limited to ${STOCK_HEAP} MiB here, so that it takes seconds to run out of memory; with the default it takes a minute.
The requests are in \`packages/test-kit/src/hostile\`, and \`npm test\` sends them to the mock.

| request | mock | stock Prism | problem of stock Prism |
|---|---|---|---|
${rows.join("\n")}
`;
await writeFile(new URL("../hostile-requests.md", import.meta.url), text);
process.stderr.write(`\n${totals.ours}/${rows.length} ours, ${totals.stock} stock, ${totals.deaths} deaths\n`);
