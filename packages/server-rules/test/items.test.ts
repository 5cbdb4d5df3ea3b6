/** Typed items of another spec, whose fields and types have other names: everything follows from `x-items`. */
import { describe, expect, it } from "vitest";
import { createRules } from "../src/index.js";

type Item = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (items: object) => ({ type: "array", items });
const json = (schema: object, limits: object = {}) => ({
  content: { "application/json": { schema, "x-limits": limits } },
});

/** A union of item types, each with the schema of its value. */
function union(name: string, values: Record<string, object>): Record<string, object> {
  const branches = Object.entries(values).map(([kind, value]) => [
    `${name}${kind}`,
    {
      type: "object",
      required: ["name", "kind", "data"],
      properties: { name: text, kind: { const: kind }, data: value },
    },
  ]);
  const oneOf = branches.map(([branch]) => ref(String(branch)));
  return { ...Object.fromEntries(branches), [name]: { oneOf, discriminator: { propertyName: "kind" } } };
}

const money = { type: "object", properties: { amount: { type: "integer" }, of: { type: "object" } } };
const sent = union("Sent", {
  money,
  moneys: list(money),
  group: list(ref("Sent")),
  lines: list(ref("Sent")),
  scan: { type: ["string", "null"], format: "uuid" },
  scans: list({ ...text, format: "uuid" }),
  note: text,
});
const shown = union("Shown", {
  money,
  moneys: list(money),
  group: list(ref("Shown")),
  lines: list(list(ref("Shown"))),
  scan: { type: ["string", "null"], format: "uri" },
  scans: list({ ...text, format: "uri" }),
  note: text,
});
const extension = { "x-items": { key: "name", type: "kind", value: "data", response: "Shown" } };
const Cover = { properties: { front: list(ref("Sent")) } };
const schemas = { ...shown, ...sent, Sent: { ...sent["Sent"], ...extension }, Cover };

const page = {
  anyOf: [{ properties: { parts: list(ref("Sent")), cover: { allOf: [ref("Cover")] } } }, { type: "null" }],
};

const rulesWith = (limits: object) =>
  createRules({
    openapi: "3.1.1",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        post: {
          operationId: "createNote",
          requestBody: {
            required: true,
            ...json({ type: "object", properties: { parts: list(ref("Sent")), pages: list(page) } }, limits),
          },
          responses: { "201": { description: "Done.", ...json({ type: "object" }) } },
        },
      },
    },
    components: { schemas },
  });

const bodyOf = (limits: object) => {
  const body = rulesWith(limits).operations[0]?.body;
  if (!body) throw new Error("There is no body");
  return body;
};

const item = (kind: string, data: unknown): Item => ({ name: "a", kind, data });
const header = (name: string) => (name === "content-type" ? "application/json" : undefined);
const amount = { amount: 12, of: { a: { b: {} } } };

describe("typed items with other names", () => {
  it.each<[string, Item[], Item[]]>([
    ["a value that is an object", [item("money", amount)], [item("money", amount)]],
    ["an array of objects", [item("moneys", [amount])], [item("moneys", [amount])]],
    ["a file", [item("scan", "7")], [item("scan", "http://f/7")]],
    ["several files", [item("scans", ["7", "8"])], [item("scans", ["http://f/7", "http://f/8"])]],
    ["no file", [item("scan", null)], [item("scan", null)]],
    ["items", [item("group", [item("scan", "7")])], [item("group", [item("scan", "http://f/7")])]],
    ["items in arrays", [item("lines", [item("scan", "7")])], [item("lines", [[item("scan", "http://f/7")]])]],
    ["an unknown type", [item("toString", "x")], [item("toString", "x")]],
    ["nothing", [], []],
  ])("are returned as the response describes them: %s", (_name, items, expected) => {
    expect(bodyOf({}).itemsIn([])?.toResponse("parts", items, "http://f/{id}")).toEqual(expected);
  });

  it("are converted wherever a record holds them", () => {
    const pages = (scan: Item) => [{ parts: [scan], cover: { front: [scan] }, title: "a" }, null];
    const items = bodyOf({}).itemsIn([]);
    const sentPages = pages(item("scan", "7"));
    expect(items?.fields).toEqual(["parts", "pages"]);
    expect(items?.toResponse("pages", sentPages, "http://f/{id}")).toEqual(pages(item("scan", "http://f/7")));
  });

  const nested = (levels: number, leaf: Item): Item[] => [
    levels === 1 ? leaf : item(levels % 2 ? "group" : "lines", nested(levels - 1, leaf)),
  ];
  const problem = (limits: object, parts: Item[]) => {
    try {
      bodyOf(limits).read(JSON.stringify({ parts }), header);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("may be as deep as x-limits says; objects in values and other arrays are no items", () => {
    for (const leaf of [item("money", amount), item("moneys", [amount, amount])]) {
      expect(problem({ itemLevels: 3 }, nested(3, leaf))).toBeUndefined();
      expect(problem({ itemLevels: 3 }, nested(4, leaf))).toBe(
        "parts[0].data[0].data[0].data[0] is nested too deep: items nest at most 3 levels deep",
      );
      expect(problem({ itemLevels: 1 }, [leaf, leaf])).toBeUndefined();
      expect(problem({}, nested(12, leaf))).toBeUndefined();
    }
  });

  it("may be as deep as x-limits says wherever a record holds them", () => {
    const read = (levels: number) => () => {
      const pages = [null, { cover: { front: nested(levels, item("note", "a")) } }];
      bodyOf({ itemLevels: 3 }).read(JSON.stringify({ parts: [], pages }), header);
    };
    expect(read(3)).not.toThrow();
    expect(read(4)).toThrow("pages[1].cover.front[0].data[0].data[0].data[0] is nested too deep");
  });

  it("may be as large as x-limits says", () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ parts: [item("note", "é".repeat(50))] }));
    const read = (limit: number) => () => bodyOf({ bytes: limit }).read(bytes, header);
    expect(read(bytes.length)).not.toThrow();
    expect(read(bytes.length - 1)).toThrow(`the body must have at most ${bytes.length - 1} bytes`);
    expect(rulesWith({ bytes: 3_000_000 }).maxBodyBytes).toBe(3_000_000);
    expect(rulesWith({ bytes: 10 }).maxBodyBytes).toBe(1_048_576);
  });
});
