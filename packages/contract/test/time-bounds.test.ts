import { startMock } from "@metadata-service/mock";
import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { expect, it } from "vitest";
import { cases, type Document, runContract } from "../src/index.js";

/** The list of reports with other names of its date filters. */
function renamed(from: string, to: string): Document {
  const text = JSON.stringify(bundle).replaceAll('"updated_from"', `"${from}"`).replaceAll('"updated_to"', `"${to}"`);
  return JSON.parse(text) as Document;
}

it.each([
  ["updated_since", "updated_until"],
  ["min-update", "maxUpdate"],
  ["updated[gte]", "updated[lte]"],
])("the suite sends an early %s and a late %s to get every record", async (from, to) => {
  const document = renamed(from, to);
  const mock = await startMock({ document });
  const selected = cases(document).filter(
    ({ operation, name }) => operation === "listReports" && /the same query with .*(first|encoded in lower)/.test(name),
  );
  const report = await runContract({
    document,
    only: /^listReports query: the same query with .*(first|encoded in lower)/,
    baseUrl: mock.url,
    apiKey: mock.apiKey,
  });
  await mock.stop();
  expect(selected.length).toBeGreaterThan(3);
  expect(report.results.filter(({ verdict }) => verdict !== "passed")).toEqual([]);
});
