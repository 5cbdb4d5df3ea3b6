/** Lists whose records have numbers as identities, and state that belongs to another sync. */

import { access, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newFolder, run } from "./support/run.js";

/** Starts a service with these identities, written as JSON; returns the environment for the command. */
async function serve(identities: () => readonly string[]) {
  const at = '"createdDate":"2026-11-01T00:00:00.000000+00:00","updatedDate":"2026-11-01T00:00:00.000000+00:00"';
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "", "http://service.test").searchParams;
    const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
    const all = identities();
    const records = all.slice(offset, offset + limit).map((id) => `{"uid":${id},${at}}`);
    const next = offset + limit < all.length ? `"/?offset=${offset + limit}"` : "null";
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`{"count":${all.length},"next":${next},"previous":null,"data":[${records}]}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { METADATA_BASE_URL: url, METADATA_API_KEY: "key" };
}

const INEXACT = ["9007199254740992", "9007199254740993", "9007199254740994", "9007199254740995"];
const MESSAGE = "data[1].uid must be a string, because 9007199254740993 becomes 9007199254740992 in JavaScript";

test.each([
  ["list", []],
  ["pull", []],
  ["pull", ["--to"]],
  ["sync", ["--to"]],
])("reports %s %s fails with an identity that is not exact, and names it", async (command, flags) => {
  const to = join(await newFolder(), "reports.ndjson");
  const args = ["reports", command, ...flags, ...(flags.length > 0 ? [to] : [])];
  const { code, stdout, stderr } = await run(args, { env: await serve(() => INEXACT) });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(MESSAGE);
  await expect(access(to)).rejects.toThrow();
});

test("the identities 0, 1 and the text 1 are three records, also in the state of a sync", async () => {
  const to = join(await newFolder(), "reports.ndjson");
  let identities = ["0", "1", '"1"'];
  const env = await serve(() => identities);
  const sync = () => run(["reports", "sync", "--to", to, "--overlap", "0"], { env });
  const uids = async () =>
    (await readFile(to, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).uid);
  expect(await sync()).toMatchObject({ code: 0, stderr: "Stored 3 new or changed records.\n" });
  expect(await uids()).toEqual([0, 1, "1"]);
  identities = ["1"];
  expect(await sync()).toMatchObject({ code: 0, stderr: "Stored 1 new or changed records.\n" });
  expect((await uids()).map((uid) => JSON.stringify(uid)).sort()).toEqual(['"1"', "0", "1"]);
});

test("the state of another sync is refused, with the flags that help", async () => {
  const to = join(await newFolder(), "reports.ndjson");
  const checkpoint = JSON.stringify({ operation: "listReports x", until: "2026-01-01T00:00:00.000Z" });
  await writeFile(`${to}.state`, `${JSON.stringify({ records: [], checkpoint, begins: true })}\n`);
  const { code, stderr } = await run(["reports", "sync", "--to", to], { env: await serve(() => []) });
  expect(code).toBe(1);
  expect(stderr).toBe(
    `metadata: The records in ${to} are of another sync: the checkpoint belongs to listReports x, not to listReports. Name another target with --to.\n`,
  );
});
