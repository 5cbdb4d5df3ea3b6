/** `metadata-contract`, as used by people and build servers. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMock } from "@metadata-service/mock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { main } from "../src/cli/main.js";
import { httpTarget, type Target, type WireRequest } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";
import { serve } from "./fixture/serve.js";

const KEY = ["--api-key", "demo-key", "--effort", "quick"];
const BROKEN_KEY = ["--api-key", "reference-key", "--effort", "quick"];
/** For tests that need all of the selected cases, not a share of them. */
const EVERY = ["--effort", "standard"];
const requests: WireRequest[] = [];
let url: string;
let brokenUrl: string;
let folder: string;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const listen = async (target: Target) => {
    const server = await serve(target);
    stops.push(server.stop);
    return server.url;
  };
  const mock = await startMock({ port: 0 });
  stops.push(mock.stop);
  const right = httpTarget({ baseUrl: mock.url, apiKey: mock.apiKey });
  url = await listen({
    ...right,
    send(request) {
      requests.push(request);
      return right.send(request);
    },
  });
  brokenUrl = await listen(reference(bundle(), { defaultLimit: 20, unknownPath: 400 }));
  folder = await mkdtemp(join(tmpdir(), "metadata-contract-"));
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const out = { stdout: "", stderr: "" };
  requests.length = 0;
  const code = await main(args, {
    environment: {},
    stdout: { write: (text) => (out.stdout += text) },
    stderr: { write: (text) => (out.stderr += text) },
  });
  return { code, ...out };
}

it("passes on a correct server, and reports what was checked and what was not", async () => {
  const { code, stdout, stderr } = await run(
    "--base-url",
    url,
    ...KEY,
    "--seed",
    "7",
    "--only",
    "^listReports (law (defaults|order|window$)|responds with)",
  );
  expect(code, stdout).toBe(0);
  expect(stderr).toMatch(/^\d+ cases; nothing is created\.\n\[#+\.+\] /);
  expect(stdout).toContain(`${url} checked against Metadata Service API`);
  expect(stdout).toMatch(/listReports {2,}200 {2,}\d+/);
  expect(stdout).toMatch(/1 case: .* has no way to provoke a 429/);
  expect(stdout).toMatch(/\d+ passed, 0 failed, 2 skipped in \d+\.\d s, \d+ requests \(--seed 7 --effort 7000\)\n/);
});

it("provokes 429 and 500 with --provoke-header", async () => {
  const { code, stdout } = await run(
    "--base-url",
    url,
    ...KEY,
    "--only",
    "responds with (429|500)",
    "--provoke-header",
    "Prefer: code={status}",
  );
  expect(code, stdout).toBe(0);
  expect(stdout).toMatch(/8 passed, 0 failed in/);
});

it("fails on a server that violates the contract, and reports the failed cases and how to repeat them", async () => {
  const { code, stdout } = await run(
    "--base-url",
    brokenUrl,
    ...BROKEN_KEY,
    "--seed",
    "9",
    "--only",
    "law defaults",
    ...EVERY,
  );
  expect(code).toBe(1);
  expect(stdout).toContain("20 records, expected 10");
  expect(stdout).toMatch(/FAILED listPurchaseOrders, listPurchaseOrdersV3, listReports, 200, defaults, 3 cases/);
  expect(stdout).toMatch(
    /curl -i --path-as-is -g 'http:.*' -H 'Accept: application\/json' -H "apiKey: \$METADATA_API_KEY"/,
  );
  expect(stdout).toMatch(/Replay: --seed 9 --effort 110000 --only "\^list\w+ law defaults\$"/);
  expect(stdout).toContain("and 2 more: list");
  expect(stdout).toMatch(/0 passed, 3 failed in/);
});

it("creates records only under the prefix that it prints", async () => {
  const { code, stderr } = await run(
    "--base-url",
    url,
    ...KEY,
    "--uid-prefix",
    "night-",
    "--only",
    "^createMetadata accepts uid|methods: (ACL|GET)|responds with 201",
    ...EVERY,
  );
  expect(code).toBe(0);
  expect(stderr).toContain("Records are created under the uid prefix night-; nothing else is changed.");
  const sent = requests.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(String(body)).uid);
  expect(sent.length).toBeGreaterThan(10);
  expect(sent.filter((uid) => !uid.startsWith("night-"))).toEqual([]);
});

it("sends only requests that change nothing in a read-only run", async () => {
  const { code, stdout, stderr } = await run(
    "--base-url",
    url,
    ...KEY,
    "--read-only",
    "--runs",
    "2",
    "--only",
    "^list\\w+ (law (defaults|order|window)$|query: .*(twice|more than once)|responds with)|unknown path",
    ...EVERY,
  );
  expect(code, stdout).toBe(0);
  expect(stderr).toContain("read-only: nothing is created");
  expect(requests.length).toBeGreaterThan(100);
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET", "HEAD"]));
});

it("writes its report as JSON and JUnit", async () => {
  const file = join(folder, "report.xml");
  const { code, stdout } = await run(
    "--base-url",
    brokenUrl,
    ...BROKEN_KEY,
    "--json",
    "--junit",
    file,
    "--only",
    "law (defaults|order)$",
  );
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ target: brokenUrl, passed: 3, failed: 3, skipped: 0, readOnly: false });
  expect(report.results[0]).toMatchObject({ operation: "listPurchaseOrders", status: "200", verdict: "passed" });
  const xml = await readFile(file, "utf8");
  expect(xml).toContain('tests="6" failures="3" skipped="0"');
  expect(xml.match(/<failure message="no parameters: /g)).toHaveLength(3);
});

it("adds the coverage table with --coverage", async () => {
  const { stdout } = await run(
    "--base-url",
    url,
    ...KEY,
    "--coverage",
    "--only",
    "^createMetadata rejects object",
    ...EVERY,
  );
  expect(stdout).toMatch(/createMetadata {2,}400 {2,}object > file {2,}type 9, .*format 3/);
});

it.each([
  ["no URL", ["--api-key", "k"], "--base-url is missing"],
  ["no scheme", ["--base-url", "localhost:4010", "--api-key", "k"], "--base-url must be a URL"],
  ["another scheme", ["--base-url", "ftp://x", "--api-key", "k"], "--base-url must be a URL"],
  ["no key", ["--base-url", "http://127.0.0.1:1"], "--api-key or METADATA_API_KEY"],
  ["an unknown option", ["--bas-url", "x"], "See metadata-contract --help"],
  [
    "a prefix with a space",
    ["--base-url", "http://127.0.0.1:1", ...KEY, "--uid-prefix", "a b"],
    "--uid-prefix must be",
  ],
  [
    "a value that is not a number",
    ["--base-url", "http://127.0.0.1:1", ...KEY, "--runs", "many"],
    "--runs must be a whole number from 1 to",
  ],
  [
    "a broken expression",
    ["--base-url", "http://127.0.0.1:1", ...KEY, "--only", "("],
    "--only must be a regular expression; ",
  ],
  [
    "a header without a value",
    ["--base-url", "http://127.0.0.1:1", ...KEY, "--provoke-header", "Prefer"],
    "--provoke-header must look",
  ],
  [
    "a missing document",
    ["--base-url", "http://127.0.0.1:1", ...KEY, "--document", "/nowhere.json"],
    "is not an OpenAPI document in JSON",
  ],
  ["a server that does not respond", ["--base-url", "http://127.0.0.1:1", ...KEY], "does not respond"],
])("explains the error in one line, and exits with 2: %s", async (_, args, says) => {
  const { code, stdout, stderr } = await run(...args);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(says);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

it.each([
  [
    "another file",
    "paths/pings.yaml",
    "refers to another file, paths/pings.yaml, and this command reads one file; bundle it first",
  ],
  [
    "nothing",
    "#/components/pathItems/Pings",
    "has a reference to something that does not exist: #/components/pathItems/Pings",
  ],
])("explains a document that refers to %s", async (_, $ref, says) => {
  const document = join(folder, "references.json");
  await writeFile(document, JSON.stringify({ openapi: "3.1.0", paths: { "/pings": { $ref } } }));
  const { code, stderr } = await run("--base-url", url, ...KEY, "--document", document);
  expect([code, stderr.trim().split("\n").length]).toEqual([2, 1]);
  expect(stderr).toContain(says);
});

it("reads references with percent-encoded characters, and none in extensions", async () => {
  const document = join(folder, "references.json");
  const responses = { 200: { description: "Done." } };
  const paths = {
    "/pings/{id}": { get: { responses, "x-see": { $ref: "elsewhere.yaml" } } },
    "/pongs/{id}": { $ref: "#/paths/~1pings~1%7Bid%7D" },
  };
  await writeFile(document, JSON.stringify({ openapi: "3.1.0", paths }));
  const { stdout, stderr } = await run("--base-url", url, ...KEY, "--document", document, "--effort", "2000");
  expect(stderr).not.toContain("reference");
  expect(stdout).toContain("get /pongs/{id}");
});

it("names the command that converts a document of an older version", async () => {
  const document = join(folder, "old.json");
  await writeFile(document, JSON.stringify({ openapi: "3.0.3", info: { title: "Old", version: "1" }, paths: {} }));
  const { code, stderr } = await run("--base-url", url, ...KEY, "--document", document);
  expect([code, stderr]).toEqual([2, expect.stringContaining("is OpenAPI 3.0.3; only 3.1 is supported")]);
  expect(stderr).toContain("npm run spec -- convert FILE");
});

it("warns about an address that has none of the paths", async () => {
  const warning = /WARNING: .* does not know the path of any operation .* correct --base-url\.$/m;
  const few = ["--effort", "300", "--only", "^listReports"];
  const elsewhere = await run("--base-url", `${url}/elsewhere`, ...KEY, ...few);
  expect([elsewhere.code, elsewhere.stdout]).toEqual([1, expect.stringMatching(warning)]);
  expect((await run("--base-url", url, ...KEY, ...few)).stdout).not.toMatch(warning);
});

it("reports a rejected key before it runs any case", async () => {
  const { code, stderr } = await run("--base-url", url, "--api-key", "another");
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^http:\S+ rejects the API key \(401\); check --api-key or METADATA_API_KEY; none of \d{4,} cases ran\n$/,
  );
  expect(requests).toHaveLength(1);
});

it("writes all requested reports, with the reason, if no case can run", async () => {
  const [xml, page] = [join(folder, "absent.xml"), join(folder, "absent.html")];
  const server = ["--base-url", "http://127.0.0.1:1", ...KEY];
  const { code, stdout, stderr } = await run(...server, "--json", "--junit", xml, "--html", page);
  expect(code).toBe(2);
  expect(stderr).toContain("does not respond");
  const { passed, failed, notRun, stopped } = JSON.parse(stdout);
  expect({ passed, failed, notRun: notRun > 1000 }).toEqual({ passed: 0, failed: 0, notRun: true });
  expect(stopped).toContain("does not respond");
  expect(await readFile(xml, "utf8")).toMatch(/errors="1"[\s\S]*<error message="http:\S+ does not respond: /);
  expect(await readFile(page, "utf8")).toContain("The run did not finish");
});

it("prints its help and its version", async () => {
  expect((await run("--help")).stdout).toContain("metadata-contract --base-url");
  expect((await run("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
