import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { BUILT_IN_SCENARIOS, type Scenario } from "../src/index.js";
import { testMock } from "./helpers.js";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

it("the README lists every scenario with its summary", () => {
  const rows = [...readme.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)].map(([, name, summary]) => ({ name, summary }));
  expect(rows).toEqual(BUILT_IN_SCENARIOS.map(({ name, summary }) => ({ name, summary })));
});

const jsonBlocks = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = ""]) => JSON.parse(text));

it("the records in the README are served as described", async () => {
  const data = jsonBlocks[1] as { listReports: object[] };
  const mock = await testMock({ data });
  const response = await fetch(`${mock.url}/api/v1/reports`, { headers: { apiKey: mock.apiKey } });
  expect(await response.json()).toEqual({ count: 1, next: null, previous: null, data: data.listReports });
});

it("the scenario in the README works as described", async () => {
  const scenario = jsonBlocks[0] as Scenario;
  const mock = await testMock({ scenarios: [scenario], scenario: "monday" });
  const record = { uid: "u", items: [{ key: "k", type: "string", value: "v" }] };
  const statuses: number[] = [];
  for (let n = 0; n < 3; n++) statuses.push((await mock.create(record)).status);
  expect(statuses).toEqual([500, 500, 201]);
});
