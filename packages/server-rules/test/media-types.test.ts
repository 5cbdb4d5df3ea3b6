import { describe, expect, it } from "vitest";
import { createRules, matchMediaType } from "../src/index.js";

const json = "application/json";
const types = (...names: string[]) => names.map((mediaType) => ({ mediaType }));

describe("matchMediaType", () => {
  it.each<[string[], string, string | undefined]>([
    [[json], "Application/JSON; version=7", json],
    [["*/*", json], json, json],
    [["image/*", "*/*"], "image/png", "image/*"],
    [[`${json}; version=1`], json, `${json}; version=1`],
    [[`${json}; version=1`, `${json};version="2"`], `${json}; Version=2; charset=utf-8`, `${json};version="2"`],
    [[`${json}; version=1`, `${json}; version=2`], json, undefined],
    [[`${json}; version=1`, `${json}; version=2`], `${json}; version=3`, undefined],
    [[json, `${json}; version=2`], `${json}; version=3`, json],
    [[json, `${json}; version=2`], `${json}; version=2`, `${json}; version=2`],
    [[json], "text/json", undefined],
    [[json], "", undefined],
  ])("%j, %s", (content, given, wanted) => {
    expect(matchMediaType(types(...content), given)?.mediaType).toBe(wanted);
  });
});

it("each of two media types that differ in a parameter judges its own bodies", () => {
  const schemaOf = (version: number) => ({ schema: { properties: { version: { const: version } } } });
  const content = { [`${json}; version=1`]: schemaOf(1), [`${json}; version=2`]: schemaOf(2) };
  const { operations } = createRules({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/a": {
        post: { operationId: "a", requestBody: { required: true, content }, responses: { 200: { description: "d" } } },
      },
    },
  });
  const judge = (type: string, version: number) => () =>
    operations[0]?.body?.read(JSON.stringify({ version }), (name) => (name === "content-type" ? type : undefined));
  expect(judge(`${json}; version=2`, 2)()).toEqual({ version: 2 });
  expect(judge(`${json}; version=2`, 1)).toThrow("version must be 2");
  expect(judge(`${json}; version=1`, 1)()).toEqual({ version: 1 });
  expect(judge(json, 1)).toThrow(`Content-Type must be ${json}; version=1 or ${json}; version=2, not "${json}"`);
});
