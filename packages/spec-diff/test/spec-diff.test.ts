import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { diffSpecs } from "../src/compare/diff-specs.js";
import { judgeVersion } from "../src/judge-version.js";
import { readSpec } from "../src/read-spec.js";
import { changelogSection, UNRELEASED, withSection } from "../src/report-markdown.js";
import { OPERATION_SEEDS } from "./seeds/operation-seeds.js";
import { REQUEST_SEEDS } from "./seeds/request-seeds.js";
import { RESPONSE_SEEDS } from "./seeds/response-seeds.js";

const released = await readSpec(fileURLToPath(new URL("../../../openapi/released/openapi.json", import.meta.url)));

/** Changes with known verdicts, breaking and not, in both directions. */
const SEEDS = { ...OPERATION_SEEDS, ...REQUEST_SEEDS, ...RESPONSE_SEEDS };

describe("changes with known verdicts", () => {
  it("include at least twenty breaking and twenty compatible ones", () => {
    const breaking = Object.values(SEEDS).filter((seed) => seed.breaking).length;
    expect(breaking).toBeGreaterThanOrEqual(20);
    expect(Object.keys(SEEDS).length - breaking).toBeGreaterThanOrEqual(20);
  });

  it.each(Object.entries(SEEDS))("get the expected verdict: %s", (_, { edit, breaking, rule, at }) => {
    const changed = structuredClone(released);
    edit(changed);
    const changes = diffSpecs(released, changed);
    expect(changes).toContainEqual(
      expect.objectContaining({ verdict: breaking ? "breaking" : "compatible", rule, at: expect.stringContaining(at) }),
    );
    expect(changes.some(({ verdict }) => verdict === "breaking")).toBe(breaking);
    const { passes, message } = judgeVersion(changes, "1.0.0", "1.1.0");
    expect(passes, message).toBe(!breaking);
    expect(judgeVersion(changes, "1.0.0", "2.0.0").passes).toBe(true);
  });

  it.each(Object.entries(SEEDS))("are also reported when reverted: %s", (_, { edit }) => {
    const changed = structuredClone(released);
    edit(changed);
    expect(diffSpecs(changed, released)).not.toEqual([]);
  });

  it("that remove a key requirement break every client without a key when they are reverted", () => {
    const open = structuredClone(released);
    delete open["security"];
    expect(diffSpecs(open, released).filter(({ verdict }) => verdict === "breaking")).toHaveLength(4);
    expect(diffSpecs(released, open).filter(({ verdict }) => verdict === "breaking")).toEqual([]);
  });

  it("of a schema that requests and responses share are reported for both sides", () => {
    const changed = structuredClone(released) as { components: { schemas: { ItemKey: { maxLength: number } } } };
    changed.components.schemas.ItemKey.maxLength = 50;
    const sides = diffSpecs(released, changed as never).map(({ side, verdict }) => [side, verdict]);
    expect(sides).toContainEqual(["request", "breaking"]);
    expect(sides).toContainEqual(["response", "compatible"]);
  });

  it("say in words what is written differently, what is no longer allowed, and which version it is", () => {
    const schemaOf = (schema: object, version: string) => ({
      openapi: "3.1.0",
      info: { title: "T", version },
      paths: { "/t": { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } } },
    });
    const closed = (...names: string[]) => ({
      properties: Object.fromEntries(names.map((name) => [name, { enum: [name, "z"] }])),
      additionalProperties: false,
    });
    const reordered = { properties: { a: { enum: ["z", "a"] }, b: { enum: ["b", "z"] } }, additionalProperties: false };
    const textsOf = (was: object, is: object) => diffSpecs(was as never, is as never).map(({ text }) => text);
    expect(textsOf(schemaOf(closed("a", "b"), "1"), schemaOf(reordered, "2"))).toEqual([
      "info.version is 2 instead of 1",
      "`enum` is written differently and means the same",
    ]);
    const split = textsOf(schemaOf(closed("a", "b"), "1"), schemaOf({ allOf: [closed("a"), closed("b")] }, "1"));
    expect(split).toContain(
      "POST /t: `a` is no longer allowed; a request that has it is refused, or its value ignored (request body)",
    );
  });

  it("of an operationId name what there was", () => {
    const withId = (operationId?: string) =>
      ({
        openapi: "3.1.0",
        info: { title: "T", version: "1" },
        paths: { "/t": { get: { operationId, responses: {} } } },
      }) as never;
    const textsOf = (was?: string, is?: string) => diffSpecs(withId(was), withId(is)).map(({ text }) => text);
    const effect = "; generated clients name their method after it";
    expect([textsOf("a", "b"), textsOf("a"), textsOf(undefined, "b")]).toEqual([
      [`GET /t: the operationId is b instead of a${effect}`],
      [`GET /t: the operationId a was removed${effect}`],
      [`GET /t: the operationId b was added${effect}`],
    ]);
  });

  it("do not exist between two equal documents", () =>
    expect(diffSpecs(released, structuredClone(released))).toEqual([]));
});

describe("the version", () => {
  const breaking = [{ verdict: "breaking", side: "both", rule: "path-removed", at: "#", text: "gone" }] as const;
  it.each([
    ["1.0.0", "1.0.0", false],
    ["1.0.0", "1.0.1", false],
    ["1.0.0", "1.9.0", false],
    ["1.9.0", "2.0.0", true],
    ["0.3.1", "0.3.2", false],
    ["0.3.1", "0.4.0", true],
    ["0.3.1", "1.0.0", true],
    ["2.0.0", "1.0.0", false],
  ])("%s to %s announces a breaking change: %s", (before, after, passes) => {
    expect(judgeVersion([...breaking], before, after).passes).toBe(passes);
  });

  it.each([
    ["2026-11-01", "2026-11-25", true],
    ["2026-11-01", "2026-11-01", false],
    ["2026-11-01", "1.0.0", false],
    ["1.0.0", "1.0.0.1", false],
    ["v1", "v1", false],
    ["v1", "v2", true],
    ["1", "1.1", false],
    ["1.2.0-beta", "2.0.0-beta.1", true],
    ["next", "later", true],
  ])("of %s to %s: is a breaking change announced? %s", (before, after, passes) => {
    expect(judgeVersion([...breaking], before, after).passes).toBe(passes);
    expect(judgeVersion([], before, after)).toMatchObject({
      passes: true,
      message: expect.stringContaining("Nothing"),
    });
  });
});

describe("the changelog", () => {
  it("says in words how typed items are described", () => {
    const schema = (items?: object) => ({
      openapi: "3.1.0",
      info: { title: "T", version: "1.0.0" },
      paths: {
        "/a": {
          post: {
            requestBody: {
              content: { "application/json": { schema: { type: "array", items: { type: "object", ...items } } } },
            },
            responses: {},
          },
        },
      },
    });
    const textOf = (was: object, is: object) => diffSpecs(was as never, is as never).map(({ text }) => text);
    const items = { "x-items": { key: "key", type: "type", value: "value", response: "Item" } };
    expect(textOf(schema(), schema(items))).toEqual([
      "POST /a: `[]` consists of typed items now: key in `key`, type in `type`, value in `value`, Item in responses (request body)",
    ]);
    expect(textOf(schema(items), schema({ "x-items": { key: "name" } }))).toEqual([
      "POST /a: `[]` consists of typed items of another form: key in `name` (request body)",
    ]);
  });

  it("lists what a client notices, and only counts changed texts", () => {
    const change = (side: "request" | "documentation", text: string) =>
      ({ verdict: "compatible", side, rule: "a-rule", at: `#/${text}`, text }) as const;
    const [parameter, description] = [change("request", "a parameter"), change("documentation", "a description")];
    const both = changelogSection("2.0.0", [parameter, description]);
    expect(both).toContain("- A parameter (`#/a parameter`).");
    expect(both).toContain("changed in 1 place.");
    expect(both).not.toContain("A description");
    expect(changelogSection("2.0.0", [description])).toContain("Nothing changes for clients");
    expect(both).not.toContain("Nothing changes for clients");
  });

  it("keeps its other sections, and replaces the one with the same heading", () => {
    const first = withSection("", "1.0.0", "## 1.0.0 (2026-11-21)\n\nThe first release.\n");
    const second = withSection(first, UNRELEASED, "## Unreleased\n\n- One.\n");
    const third = withSection(second, UNRELEASED, "## Unreleased\n\n- Two.\n");
    expect(third.indexOf("- Two.")).toBeLessThan(third.indexOf("The first release."));
    expect(third).not.toContain("- One.");
    expect(withSection(third, UNRELEASED, "")).toBe(first);
  });
});
