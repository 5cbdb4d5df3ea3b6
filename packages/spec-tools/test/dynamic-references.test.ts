import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { withPointers } from "../src/document/anchored-references.js";
import { withoutDynamicReferences } from "../src/document/dynamic-references.js";

type Schemas = Record<string, unknown>;

const rewritten = (schemas: Schemas) =>
  withoutDynamicReferences(withPointers({ openapi: "3.1.1", paths: {}, components: { schemas } }) as object) as {
    components: { schemas: Record<string, Record<string, unknown>> };
  };

const page = {
  $id: "https://example.com/page",
  $defs: { record: { $dynamicAnchor: "record", not: {} } },
  type: "object",
  required: ["data"],
  properties: { data: { type: "array", items: { $dynamicRef: "#record" } } },
};
const pageOf = (name: string, schema: object, template = "page") => ({
  $id: `https://example.com/${name}`,
  $ref: template,
  $defs: { bound: { $dynamicAnchor: "record", ...schema } },
});

interface Case {
  /** The first one is tested. */
  readonly schemas: Schemas;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const tree = {
  $id: "https://example.com/tree",
  $dynamicAnchor: "node",
  type: "object",
  properties: { value: {}, children: { type: "array", items: { $dynamicRef: "#node" } } },
};

const cases: Record<string, Case> = {
  "a page of numbers": {
    schemas: { Numbers: pageOf("numbers", { type: "number" }), Page: page },
    valid: [{ data: [1] }],
    invalid: [{ data: ["a"] }, {}],
  },
  "a page without records": { schemas: { Page: page }, valid: [{ data: [] }], invalid: [{ data: [1] }] },
  "two uses of one page": {
    schemas: {
      Both: { properties: { n: { $ref: "#/components/schemas/Numbers" }, t: { $ref: "https://example.com/texts" } } },
      Numbers: pageOf("numbers", { type: "number" }),
      Texts: pageOf("texts", { type: "string" }),
      Page: page,
    },
    valid: [{ n: { data: [1] }, t: { data: ["a"] } }],
    invalid: [{ n: { data: ["a"] } }, { t: { data: [1] } }],
  },
  "the outermost meaning": {
    schemas: {
      Outer: pageOf("outer", { type: "string" }, "inner"),
      Inner: pageOf("inner", { type: "number" }),
      Page: page,
    },
    valid: [{ data: ["a"] }],
    invalid: [{ data: [1] }],
  },
  "a strict tree": {
    schemas: {
      Strict: { $id: "https://example.com/strict", $dynamicAnchor: "node", $ref: "tree", unevaluatedProperties: false },
      Tree: tree,
    },
    valid: [{ children: [{ value: 1, children: [] }] }],
    invalid: [{ daat: 1 }, { children: [{ daat: 1 }] }, { children: [{ children: [{ daat: 1 }] }] }],
  },
  "a tree that is not strict": {
    schemas: { Tree: tree },
    valid: [{ children: [{ daat: 1 }] }],
    invalid: [{ children: [{ children: 1 }] }],
  },
  "an anchor that is not dynamic": {
    schemas: {
      Numbers: {
        $id: "https://example.com/numbers",
        $ref: "list",
        $defs: { bound: { $dynamicAnchor: "record", type: "number" } },
      },
      List: {
        $id: "https://example.com/list",
        $defs: { record: { $anchor: "record", type: "string" } },
        items: { $dynamicRef: "#record" },
      },
    },
    valid: [["a"]],
    invalid: [[1]],
  },
  "references by anchor, by $id and by a pointer into an $id": {
    schemas: {
      Thing: {
        $id: "https://example.com/things/thing",
        properties: {
          a: { $ref: "#word" },
          b: { $ref: "number" },
          c: { $ref: "/things/thing#/$defs/flag" },
          d: { $ref: "#/$defs/flag" },
          e: { $ref: "number#small" },
          f: { $ref: "#/components/schemas/Number" },
        },
        $defs: { word: { $anchor: "word", type: "string" }, flag: { type: "boolean" } },
      },
      Number: {
        $id: "https://example.com/things/number",
        type: "number",
        $defs: { small: { $anchor: "small", maximum: 9 } },
      },
    },
    valid: [{ a: "x", b: 1, c: true, d: false, e: 9, f: 1 }],
    invalid: [{ a: 1 }, { b: "x" }, { c: 1 }, { d: 1 }, { e: 10 }, { f: "x" }],
  },
  "a reference beside a dynamic one": {
    schemas: {
      Numbers: pageOf("numbers", { type: "number" }, "sized"),
      Sized: {
        $id: "https://example.com/sized",
        $defs: { record: { $dynamicAnchor: "record" }, large: { $anchor: "large", minimum: 10 } },
        items: { $dynamicRef: "#record", $ref: "#large", allOf: [{ maximum: 20 }] },
      },
    },
    valid: [[10]],
    invalid: [[9], ["a"], [21]],
  },
  "templates of templates": {
    schemas: {
      Shelf: {
        $id: "https://example.com/shelf",
        $defs: {
          record: { $dynamicAnchor: "record", $ref: "list" },
          entry: { $dynamicAnchor: "entry", type: "number" },
        },
        $ref: "page",
      },
      List: {
        $id: "https://example.com/list",
        $defs: { entry: { $dynamicAnchor: "entry", not: {} } },
        type: "array",
        items: { $dynamicRef: "#entry" },
      },
      Page: page,
    },
    valid: [{ data: [[1]] }],
    invalid: [{ data: [["a"]] }, { data: [1] }],
  },
};

// Ajv finds no dynamic anchors in `$defs`, so it cannot say what the schemas mean before.
test.each(Object.entries(cases))("%s means the same without identities", (_, { schemas, valid, invalid }) => {
  const document = rewritten(schemas);
  expect(JSON.stringify(document)).not.toMatch(/"\$(id|anchor|dynamicAnchor|dynamicRef)"/);
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: "openapi", ...document });
  const validate = ajv.compile({ $ref: `openapi#/components/schemas/${Object.keys(schemas)[0]}` });
  expect(valid.filter((value) => !validate(value))).toEqual([]);
  expect(invalid.filter((value) => validate(value))).toEqual([]);
});

test("a use of a template is a component with the names of both", () => {
  const Planet = { type: "object", properties: { name: { type: "string" } } };
  const Planets = pageOf("planets", { $ref: "#/components/schemas/Planet" });
  const { schemas } = rewritten({ Planets, Page: page, Planet, PageOfPlanet: true }).components;
  expect(schemas["Planets"]).toEqual({ $ref: "#/components/schemas/PageOfPlanet2" });
  expect(schemas["PageOfPlanet2"]?.["properties"]).toEqual({
    data: { type: "array", items: { $ref: "#/components/schemas/Planet" } },
  });
});

test("identities are no keywords in examples and as names of properties", () => {
  const data = { $id: "a", $ref: "#b", $anchor: "b" };
  const schemas = { Link: { type: "object", properties: { $id: { type: "string" }, $anchor: {} }, examples: [data] } };
  expect(rewritten(schemas).components.schemas).toEqual(schemas);
  const anchored = { ...schemas, Other: { $anchor: "b", example: data, default: data } };
  expect(rewritten(anchored).components.schemas).toEqual({ ...schemas, Other: { example: data, default: data } });
});

test("what leads nowhere stays as it is", () => {
  const schemas = {
    List: { items: { $dynamicRef: "#none" }, contains: { $ref: "https://example.com/none" } },
    A: { $anchor: "a" },
  };
  expect(rewritten(schemas).components.schemas["List"]).toEqual(schemas.List);
});

test("a document with more uses than tools could read stays as it is", () => {
  const bits = Array.from({ length: 11 }, (_, i) => `bit${i}`);
  // Each level is used with two meanings of its anchor, and passes on those of the others.
  const levels = bits.map((bit, i) => {
    const next = i + 1 < bits.length ? `level${i + 1}` : "leaf";
    const use = (type: string) => ({
      $id: `https://example.com/${bit}-${type}`,
      $ref: next,
      $defs: { [bit]: { $dynamicAnchor: bit, type } },
    });
    return [`Level${i}`, { $id: `https://example.com/level${i}`, anyOf: [use("string"), use("number")] }];
  });
  const leaf = {
    $id: "https://example.com/leaf",
    $defs: Object.fromEntries(bits.map((bit) => [bit, { $dynamicAnchor: bit }])),
    properties: Object.fromEntries(bits.map((bit) => [bit, { $dynamicRef: `#${bit}` }])),
  };
  const schemas = { ...Object.fromEntries(levels), Leaf: leaf };
  const before = JSON.stringify(rewritten({ Leaf: leaf }));
  expect(before).not.toContain("$dynamicRef");
  expect(JSON.stringify(rewritten(schemas))).toContain("$dynamicRef");
});
