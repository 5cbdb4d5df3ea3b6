/** A `$ref` with keywords beside it is judged as Ajv judges the document as it is written, wherever the schema is. */

import { pointerTo } from "@metadata-service/spec-tools";
import { instances } from "@metadata-service/test-kit/schemas/instances";
import { Random } from "@metadata-service/test-kit/schemas/random";
import type { Schema } from "@metadata-service/test-kit/schemas/random-schema";
import { POSITIONS, type Position, SIBLINGS, type Siblings } from "@metadata-service/test-kit/schemas/siblings";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { describe, expect, it } from "vitest";
import { createRules } from "../src/index.js";

const to = (name: string) => `#/components/schemas/${name}`;

/** The target by its name and what else is in components: it is reached by name, by other names, or from inside of itself. */
const WAYS: Readonly<Record<string, (siblings: Siblings, name: string) => Readonly<Record<string, Schema>>>> = {
  "a component": ({ target }, name) => ({ [name]: target }),
  "an alias": ({ target }, name) => ({
    [name]: { $ref: to(`${name}-`), description: "An alias." },
    [`${name}-`]: target,
  }),
  "an alias of an alias": ({ target }, name) => ({
    [name]: { $ref: to(`${name}-`) },
    [`${name}-`]: { $ref: to(`${name}--`) },
    [`${name}--`]: target,
  }),
  "an alias that has the same keywords": ({ target, beside }, name) => ({
    [name]: { $ref: to(`${name}-`), ...beside },
    [`${name}-`]: target,
  }),
  "a schema that contains itself": ({ target, beside }, name) => ({
    [name]: { anyOf: [target, { type: "array", maxItems: 1, items: { $ref: to(name), ...beside } }] },
  }),
};

const json = (schema: Schema) => ({ content: { "application/json": { schema } } });

/** An operation with a schema in every place that OpenAPI has for one. */
const operationOf = (schema: Schema) => ({
  parameters: [
    { name: "q", in: "query", schema },
    { name: "h", in: "header", ...json(schema) },
  ],
  requestBody: json(schema),
  responses: { 200: { description: "x", headers: { "X-H": { schema } }, ...json(schema) } },
});
const PLACES = [
  ["parameters", "0", "schema"],
  ["parameters", "1", "content", "application/json", "schema"],
  ["requestBody", "content", "application/json", "schema"],
  ["responses", "200", "headers", "X-H", "schema"],
  ["responses", "200", "content", "application/json", "schema"],
];

const count = { accepted: 0, rejected: 0 };

/** So few schemas in a document that all of them can be merged. */
const FEW = 15;
const DOCUMENTS = Array.from({ length: Math.ceil(SIBLINGS.length / FEW) }, (_, i) =>
  SIBLINGS.slice(i * FEW, (i + 1) * FEW),
);

const differences = (position: Position, way: keyof typeof WAYS, places: typeof PLACES = []): string[] =>
  DOCUMENTS.flatMap((siblings) => differencesIn(siblings, position, way, places));

/** Returns the values that the rules of a document judge differently from Ajv. */
function differencesIn(
  all: readonly Siblings[],
  { around, value }: Position,
  way: keyof typeof WAYS,
  places: typeof PLACES,
) {
  const tried = all.map((siblings, i) => {
    const own = around({ $ref: to(`Target${i}`), ...siblings.beside }, to(`Own${i}`));
    const random = new Random(i);
    const values = instances(random, 20, [siblings.target, siblings.beside]);
    return { ...siblings, own, i, values: [...values, ...values.slice(10).map(value)] };
  });
  const schemas = Object.assign({}, ...tried.map((one) => WAYS[way]?.(one, `Target${one.i}`)));
  const document = {
    openapi: "3.1.1",
    info: { title: "x", version: "1" },
    paths: Object.fromEntries(places.length > 0 ? tried.map(({ own, i }) => [`/${i}`, { put: operationOf(own) }]) : []),
    components: { schemas: { ...schemas, ...Object.fromEntries(tried.map(({ own, i }) => [`Own${i}`, own])) } },
  };
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, formats: fullFormats });
  ajv.addSchema({ $id: "bundle", ...document });
  const rules = createRules(document);
  return tried.flatMap(({ i, name, values }) => {
    const at = places.length > 0 ? places.map((one) => pointerTo("#/paths", `/${i}`, "put", ...one)) : [to(`Own${i}`)];
    return at.flatMap((place) => {
      const judged = ajv.compile({ $ref: `bundle${encodeURI(place)}` });
      const wrong = values.find((one) => {
        const expected = judged(one);
        count[expected ? "accepted" : "rejected"]++;
        return rules.schemas.fits(place, one) !== expected;
      });
      return wrong === undefined ? [] : [`${place}: ${name}: ${JSON.stringify(wrong)}`];
    });
  });
}

describe("keywords beside a $ref", () => {
  it.each(POSITIONS)("hold in $name", (position) => {
    expect(differences(position, "a component")).toEqual([]);
  });

  const itself: Position = { name: "itself", around: (schema) => schema, value: (value) => value };

  it.each(Object.keys(WAYS))("hold beside a $ref to %s", (way) => {
    expect(differences(itself, way)).toEqual([]);
  });

  it("hold in parameters, headers, requests and responses", () => {
    expect(differences(itself, "a component", PLACES)).toEqual([]);
  });

  it("were tried with enough values for that to be meaningful", () => {
    expect(count.accepted).toBeGreaterThan(10_000);
    expect(count.rejected).toBeGreaterThan(10_000);
  });
});
