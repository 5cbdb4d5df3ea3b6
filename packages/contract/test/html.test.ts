/** The HTML report is self-contained, escapes the responses of the server, and does not contain the API key. */
import { expect, it } from "vitest";
import { causesOf, htmlReport, runContract, type Target, textReport } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";

const document = bundle();
const only = /^list\w+ (law defaults|responds with)/;

async function pageOf(target: Target) {
  const report = await runContract({
    document,
    target: { ...target, baseUrl: "http://127.0.0.1:1" },
    only,
    seed: 1,
    effort: "quick",
  });
  return { report, page: htmlReport(report) };
}

it("lists what was covered on a correct server, and what was not, with reasons", async () => {
  const { page } = await pageOf({ ...reference(document), provoke: undefined });
  expect(page).toContain("<h1>The server fulfils the contract</h1>");
  expect(page).not.toContain("What failed");
  expect(page).toContain("reference has no way to provoke a 429");
  expect(page).toMatch(/<td>defaults<\/td><td>200<\/td><td class="n">1<\/td>/);
});

it("shows each cause once, with the request and the response", async () => {
  const { report, page } = await pageOf(reference(document, { defaultLimit: 20 }));
  expect(causesOf(report).map(({ first, others }) => [first.keyword, others.length])).toEqual([["defaults", 2]]);
  expect(page).toContain("<h1>The server violates the contract</h1>");
  expect(page).toContain("2 more of the same");
  expect(page).toContain("no parameters: ");
  expect(page).toMatch(/curl -i --path-as-is -g &?.*http:\/\/127\.0\.0\.1:1\/api/);
});

it("shows a fault of a list once, with the other laws that it violates", async () => {
  const off = reference(document, { total: (matching, _, { offset }) => Math.max(0, matching - offset) });
  const laws = /^listReports law (page size|every limit|far windows|links at every edge|any window|past the end)$/;
  const report = await runContract({
    document,
    target: off,
    only: laws,
    seed: 1,
    effort: "quick",
    runs: 5,
  });
  const [cause, ...others] = causesOf(report);
  expect(others).toEqual([]);
  expect(cause?.first.reason).toMatch(/the total is \d+, expected \d+/);
  expect(cause?.related).toHaveLength(report.failed - 1);
  expect(textReport(report)).toMatch(/Probably for the same reason:\n( {4}listReports, .+\n?)+/);
  expect(htmlReport(report)).toContain(`${report.failed - 1} of other rules, probably for the same reason`);
});

it("escapes responses, loads nothing, and contains no key", async () => {
  const inner = reference(document);
  const evil = "<script>alert(1)</script><img src=x onerror=y>\u202e";
  const send: Target["send"] = async (request) => ({
    ...(await inner.send(request)),
    body: JSON.stringify({ data: evil }),
  });
  const { page } = await pageOf({ ...inner, send });
  expect(page).not.toMatch(/<script|<img|<link|@import|url\(/);
  expect(page).toContain("&lt;script&gt;");
  expect(page).toContain("<i>U+202E</i>");
  expect(page).not.toContain("reference-key");
});
