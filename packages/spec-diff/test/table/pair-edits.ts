import type { Verdict } from "../../src/change.js";
import type { Node, Spec } from "../../src/compare/node.js";
import { documentWith, fullDocument, at as nodeIn } from "./base.js";

/** Two documents, each made for the case, and how the change is judged. */
export interface PairEdit {
  name: string;
  was: Spec;
  is: Spec;
  verdict: Verdict | "text";
  why: string;
}

const text = { type: "string" };
type Place = "request body" | "response body";

/** A document whose body is a schema that refers to components. */
const using = (place: Place, schema: unknown, schemas: Record<string, unknown>): Spec => ({
  ...documentWith(place, schema),
  components: { schemas },
});
const refTo = (name: string, beside: Node = {}) => ({ $ref: `#/components/schemas/${name}`, ...beside });

const pair = (name: string, was: Spec, is: Spec, verdict: PairEdit["verdict"], why: string): PairEdit => ({
  name,
  was,
  is,
  verdict,
  why,
});

const pet = { type: "object", required: ["kind"], properties: { kind: text }, discriminator: { propertyName: "kind" } };
const child = (properties: Node) => ({ allOf: [refTo("Pet"), { properties }] });
const pets = (schemas: Node, base: Node = pet) =>
  using("response body", refTo("Pet"), { Pet: base, Cat: child({ lives: { type: "integer" } }), ...schemas });

const mapped = (mapping: Node) => ({ ...pet, discriminator: { propertyName: "kind", mapping } });

const closed = (...names: string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, text])),
  additionalProperties: false,
});

const CLOSED = (["request body", "response body"] as const).map((place) =>
  pair(
    `a closed object split into two closed ones, in a ${place}`,
    using(place, closed("a", "b"), {}),
    using(place, { allOf: [closed("a"), closed("b")] }, {}),
    "breaking",
    "each one forbids what only the other one names",
  ),
);

const withRoot = (fields: Node): Spec => ({ ...using("request body", text, {}), ...fields });
const itemsOf = (fields: Node): Spec => using("request body", { ...text, ...fields }, {});

const closedWith = (fields: Node): Spec =>
  using("request body", { type: "object", additionalProperties: false, ...fields }, {});
const byPattern = (schema: Node) => closedWith({ patternProperties: { "^b\\.c$": schema } });
const byName = (schema: Node) => closedWith({ properties: { "b.c": schema } });

const PATTERNS = [
  pair(
    "a pattern of one name",
    byPattern({ type: "number" }),
    byName({ type: "number" }),
    "text",
    "no other name matches",
  ),
  pair("a wider one", byPattern({ type: "integer" }), byName({ type: "number" }), "compatible", "1 is still valid"),
  pair("a narrower one", byPattern({ type: "number" }), byName({ type: "integer" }), "breaking", "1.5 is not valid"),
  pair(
    "another name",
    byPattern({ type: "number" }),
    closedWith({ properties: { bxc: { type: "number" } } }),
    "breaking",
    "b.c is not valid",
  ),
];

const EXTENSIONS = [
  pair("a promise more", withRoot({}), withRoot({ "x-promises": { a: 400 } }), "compatible", "clients rely on no less"),
  pair("a promise less", withRoot({ "x-promises": { a: 400 } }), withRoot({}), "breaking", "clients rely on it"),
  pair("a guide more", withRoot({}), withRoot({ "x-guides": "guides" }), "text", "only readers see it"),
  pair("typed items", itemsOf({}), itemsOf({ "x-items": { key: "k" } }), "compatible", "functions are added"),
  pair(
    "another key of typed items",
    itemsOf({ "x-items": { key: "k" } }),
    itemsOf({ "x-items": { key: "name" } }),
    "breaking",
    "generated functions change",
  ),
];

const INHERITED = [
  pair(
    "a child by allOf: a property of another type",
    pets({}),
    pets({ Cat: child({ lives: text }) }),
    "breaking",
    "a Pet may be a Cat",
  ),
  pair(
    "a child by allOf: narrowed",
    pets({}),
    pets({ Cat: child({ lives: { type: "integer", minimum: 0 } }) }),
    "compatible",
    "responses contain fewer values",
  ),
  pair(
    "a child by allOf: added",
    pets({}),
    pets({ Dog: child({}) }),
    "breaking",
    "a response may be a new subtype of Pet",
  ),
  pair(
    "a child by allOf: described",
    pets({}),
    pets({ Cat: { ...child({ lives: { type: "integer" } }), description: "A cat." } }),
    "text",
    "for readers",
  ),
  pair(
    "a child by allOf: named by the mapping without a pointer",
    pets({}, mapped({ cat: "Cat" })),
    pets({ Cat: child({ lives: text }) }, mapped({ cat: "Cat" })),
    "breaking",
    "a bare name is the name of a component",
  ),
  pair(
    "a child by allOf: its value in the mapping changed",
    pets({}, mapped({ cat: "Cat" })),
    pets({}, mapped({ kitty: "Cat" })),
    "breaking",
    "clients choose the class by cat",
  ),
  pair(
    "a mapping to nowhere",
    pets({}, mapped({ cat: "Cat" })),
    pets({}, mapped({ cat: "Cat", tiger: "Tiger" })),
    "not judged",
    "Tiger is unknown",
  ),
  pair(
    "implicit names: a branch under another name",
    using(
      "response body",
      { oneOf: [refTo("A"), refTo("B")], discriminator: { propertyName: "kind" } },
      { A: { ...text, maxLength: 1 }, B: { type: "number" } },
    ),
    using(
      "response body",
      { oneOf: [refTo("A"), refTo("C")], discriminator: { propertyName: "kind" } },
      { A: { ...text, maxLength: 1 }, C: { type: "number" } },
    ),
    "breaking",
    "it was chosen by the value B, and is chosen by C now",
  ),
];

const base = { type: "object", properties: { a: text } };

const REFERENCES = [
  pair(
    "$ref: the keywords beside it apply, too",
    using("request body", refTo("T", { properties: { b: text } }), { T: base }),
    using("request body", refTo("T", { properties: { b: text } }), { T: { ...base, required: ["a"] } }),
    "breaking",
    "a is required although there are properties beside the reference",
  ),
  pair(
    "$ref: a wider bound beside it has no effect",
    using("request body", refTo("T"), { T: { ...text, maxLength: 5 } }),
    using("request body", refTo("T", { maxLength: 9 }), { T: { ...text, maxLength: 5 } }),
    "text",
    "5 decides either way",
  ),
  pair(
    "$ref: as allOf of the two",
    using("response body", refTo("T", { maxLength: 9 }), { T: text }),
    using("response body", { allOf: [refTo("T"), { maxLength: 9 }] }, { T: text }),
    "text",
    "both apply either way",
  ),
  pair(
    "$ref: by an anchor",
    using("response body", refTo("T"), { T: { ...text, $anchor: "t" } }),
    using("response body", { $ref: "#t" }, { T: { ...text, $anchor: "t" } }),
    "text",
    "the same schema",
  ),
  pair(
    "allOf: a description in the base",
    using("response body", { allOf: [refTo("T"), { properties: { b: text } }] }, { T: base }),
    using("response body", { allOf: [refTo("T"), { properties: { b: text } }] }, { T: { ...base, description: "A." } }),
    "text",
    "for readers",
  ),
  pair(
    "allOf: a property added to the base",
    using("response body", { allOf: [refTo("T"), { properties: { b: text } }] }, { T: base }),
    using(
      "response body",
      { allOf: [refTo("T"), { properties: { b: text } }] },
      { T: { ...base, properties: { a: text, c: text } } },
    ),
    "compatible",
    "readers ignore it",
  ),
  pair(
    "a component that a union named, removed",
    using(
      "request body",
      { anyOf: [refTo("A"), refTo("B")] },
      { A: base, B: { type: "object", properties: { b: text } } },
    ),
    using("request body", { anyOf: [refTo("A")] }, { A: base }),
    "breaking",
    "clients send B",
  ),
];

const PROPERTIES = [
  pair(
    "a property that additionalProperties had a schema for: narrower",
    documentWith("request body", { type: "object", additionalProperties: text }),
    documentWith("request body", {
      type: "object",
      additionalProperties: text,
      properties: { a: { ...text, maxLength: 3 } },
    }),
    "breaking",
    "clients sent a with more characters",
  ),
  pair(
    "a property that additionalProperties had a schema for: the same",
    documentWith("request body", { type: "object", additionalProperties: text }),
    documentWith("request body", { type: "object", additionalProperties: text, properties: { a: text } }),
    "compatible",
    "it only has a name now",
  ),
  pair(
    "a property of a response: false",
    documentWith("response body", base),
    documentWith("response body", { type: "object", properties: { a: false } }),
    "breaking",
    "it is no longer returned",
  ),
];

/** The full document after an edit. */
const full = (edit: (spec: Spec) => void): Spec => {
  const spec = fullDocument();
  edit(spec);
  return spec;
};
const ENCODING = ["paths", "/things", "post", "requestBody", "content", "multipart/form-data", "encoding", "file"];
const FLOWS = ["components", "securitySchemes", "login", "flows"];
const RESPONSES = ["paths", "/things", "post", "responses"];
const put =
  (path: string[], values: Node) =>
  (spec: Spec): void =>
    void Object.assign(nodeIn(spec, ...path), values);

const OBJECTS = [
  pair(
    "encoding: content types in another order",
    full(() => {}),
    full(put(ENCODING, { contentType: "image/jpeg,image/png" })),
    "text",
    "the same types",
  ),
  pair(
    "encoding: a range",
    full(() => {}),
    full(put(ENCODING, { contentType: "image/*" })),
    "compatible",
    "it includes both",
  ),
  pair(
    "encoding: a range taken back",
    full(put(ENCODING, { contentType: "image/*" })),
    full(() => {}),
    "breaking",
    "GIF is refused",
  ),
  pair(
    "responses: an extension",
    full(() => {}),
    full(put(RESPONSES, { "x-cache": 1 })),
    "not judged",
    "only its author knows what it means",
  ),
  pair(
    "responses: an extension removed",
    full(put(RESPONSES, { "x-cache": {} })),
    full(() => {}),
    "not judged",
    "only its author knows what it means",
  ),
  pair(
    "flows: an extension",
    full(() => {}),
    full(put(FLOWS, { "x-hint": {} })),
    "not judged",
    "only its author knows what it means",
  ),
  pair(
    "flows: an extension removed",
    full(put(FLOWS, { "x-hint": {} })),
    full(() => {}),
    "not judged",
    "only its author knows what it means",
  ),
];

export const PAIR_EDITS: readonly PairEdit[] = [
  ...PATTERNS,
  ...EXTENSIONS,
  ...CLOSED,
  ...INHERITED,
  ...REFERENCES,
  ...PROPERTIES,
  ...OBJECTS,
];
