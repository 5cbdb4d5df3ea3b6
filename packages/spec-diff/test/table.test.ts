/**
 * Edits every keyword of JSON Schema 2020-12 and every object of OpenAPI 3.1 in every place, and checks the verdicts.
 */
import { describe, expect, it } from "vitest";
import type { Change, Verdict } from "../src/change.js";
import { diffSpecs } from "../src/compare/diff-specs.js";
import type { Node, Spec } from "../src/compare/node.js";
import { documentWith, fullDocument, PLACES, type SchemaPlace } from "./table/base.js";
import { DOCUMENT_EDITS } from "./table/document-edits.js";
import { PAIR_EDITS } from "./table/pair-edits.js";
import { type Effect, SCHEMA_EDITS } from "./table/schema-edits.js";

const WORST: Verdict[] = ["breaking", "not judged", "compatible"];
const worst = (changes: Change[]): Verdict | "nothing" =>
  WORST.find((verdict) => changes.some((change) => change.verdict === verdict)) ?? "nothing";

/**
 * Returns the expected verdict for a change of the valid values, depending on whether clients write or read values at
 * this place.
 */
function verdictOf(effect: Effect, place: SchemaPlace): Verdict {
  if (effect === "not judged" || effect === "changed") return effect === "changed" ? "breaking" : "not judged";
  if (effect === "text" || effect === "same") return "compatible";
  const isWritten = place === "request body" || place === "parameter";
  if (effect.endsWith("narrowed") !== isWritten) return "compatible";
  return effect.startsWith("perhaps") ? "not judged" : "breaking";
}

const OPPOSITE: Partial<Record<Effect, Effect>> = {
  narrowed: "widened",
  widened: "narrowed",
  "perhaps narrowed": "perhaps widened",
  "perhaps widened": "perhaps narrowed",
};

/** Returns the changes, and checks that there are some if the documents differ. */
function compare(was: Spec, is: Spec): Change[] {
  const changes = diffSpecs(was, is);
  // To a reader of JSON, documents are equal if only the order of their fields differs.
  if (JSON.stringify(sorted(was)) !== JSON.stringify(sorted(is))) expect(changes).not.toEqual([]);
  return changes;
}

const sorted = (value: unknown): unknown =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)]),
      )
    : Array.isArray(value)
      ? value.map(sorted)
      : value;

describe.each(PLACES)("a schema in a %s", (place) => {
  it.each(SCHEMA_EDITS.map((edit) => [edit.name, edit] as const))(
    "gets the expected verdict in both directions: %s",
    (_, { was, is, effect, back, why }) => {
      const [before, after] = [documentWith(place, was), documentWith(place, is)];
      const check = (changes: Change[], expected: Effect) => {
        const report = changes.map(({ verdict, text, at }) => `${verdict}: ${text} (${at})`).join("\n");
        if (expected === "same" || expected === "text") {
          expect(
            changes.filter(({ side }) => side !== "documentation"),
            `${why}\n${report}`,
          ).toEqual([]);
          return;
        }
        expect(worst(changes), `${why}\n${report}`).toBe(verdictOf(expected, place));
        for (const change of changes)
          if (change.side !== "documentation")
            expect(change.side === "request").toBe(["request body", "parameter"].includes(place));
      };
      check(compare(before, after), effect);
      check(compare(after, before), back ?? OPPOSITE[effect] ?? effect);
    },
  );
});

describe("an edit of a document", () => {
  it.each(DOCUMENT_EDITS.map((edit) => [edit.name, edit] as const))(
    "gets the expected verdict: %s",
    (_, { edit, verdict, why }) => {
      const [before, after] = [fullDocument(), fullDocument()];
      edit(after);
      const changes = diffSpecs(before, after);
      const report = changes.map((change) => `${change.verdict}: ${change.text} (${change.at})`).join("\n");
      if (verdict === "text")
        expect(
          changes.filter(({ side }) => side !== "documentation"),
          `${why}\n${report}`,
        ).toEqual([]);
      else expect(worst(changes), `${why}\n${report}`).toBe(verdict);
      // Reverting the edit must be reported, too.
      compare(after, before);
    },
  );
});

describe("two documents", () => {
  it.each(PAIR_EDITS.map((edit) => [edit.name, edit] as const))(
    "get the expected verdict: %s",
    (_, { was, is, verdict, why }) => {
      const changes = compare(was, is);
      const report = changes.map((change) => `${change.verdict}: ${change.text} (${change.at})`).join("\n");
      const judged = changes.every(({ side }) => side === "documentation") ? "text" : worst(changes);
      expect(judged, `${why}\n${report}`).toBe(verdict);
      // A change that only affects the documentation must be compatible in the other direction, too.
      if (verdict === "text") expect(worst(compare(is, was))).toBe("compatible");
    },
  );
});

describe("a schema that refers to itself", () => {
  const T = { type: "string" };
  const schemas: Record<string, Node> = {
    "through an overridden property": {
      Base: {
        type: "object",
        properties: { v: T, children: { type: "array", items: { $ref: "#/components/schemas/Base" } } },
      },
      Self: {
        allOf: [
          { $ref: "#/components/schemas/Base" },
          { properties: { children: { type: "array", items: { $ref: "#/components/schemas/Self" } } } },
        ],
      },
    },
    "through a wrapper": {
      Self: {
        type: "object",
        properties: { v: T, p: { allOf: [{ $ref: "#/components/schemas/Self" }], readOnly: true } },
      },
    },
    "through allOf alone": {
      Self: { allOf: [{ $ref: "#/components/schemas/Other" }], maxLength: 3 },
      Other: { allOf: [{ $ref: "#/components/schemas/Self" }] },
    },
  };
  it.each(Object.entries(schemas))("%s does not make the comparison loop", (_, components) => {
    const document = (maxLength: number): Spec => ({
      ...documentWith("response body", {
        type: "object",
        properties: { self: { $ref: "#/components/schemas/Self" }, other: { type: "string", maxLength } },
      }),
      components: { schemas: components },
    });
    expect(worst(diffSpecs(document(3), document(4)))).toBe("breaking");
    expect(diffSpecs(document(3), document(3))).toEqual([]);
  });
});

it("a comparison does not loop if each schema contains the previous one twice, and it reports the place", () => {
  const base = "#/components/schemas";
  const document = (maxLength: number): Spec => {
    const schemas: Record<string, Node> = { S0: { type: "object", properties: { a: { type: "string", maxLength } } } };
    for (let i = 1; i <= 25; i++)
      schemas[`S${i}`] = { allOf: [{ $ref: `${base}/S${i - 1}` }, { $ref: `${base}/S${i - 1}`, minProperties: 0 }] };
    return { ...documentWith("response body", { $ref: `${base}/S25` }), components: { schemas } };
  };
  const found = diffSpecs(document(3), document(4)).map(({ verdict, at }) => ({ verdict, at }));
  expect(found).toEqual([{ verdict: "breaking", at: `${base}/S0/properties/a/maxLength` }]);
});

it("there are more than 250 edits, each with its reason", () => {
  const all = [...SCHEMA_EDITS, ...DOCUMENT_EDITS];
  expect(SCHEMA_EDITS.length * PLACES.length + DOCUMENT_EDITS.length).toBeGreaterThan(250);
  expect(all.filter(({ why }) => why.length < 5)).toEqual([]);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});
