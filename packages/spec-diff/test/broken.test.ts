/** Documents with errors anywhere in them are compared completely, and no difference is lost. */
import { describe, expect, it } from "vitest";
import { diffSpecs } from "../src/compare/diff-specs.js";
import type { Spec } from "../src/compare/node.js";
import { fullDocument } from "./table/base.js";

/** Values of the wrong type. */
const WRONG: unknown[] = [
  null,
  7,
  "text",
  true,
  [],
  [null],
  {},
  { "": null },
  ...["#/nowhere", "#", "#anchor", "#/%", "other.yaml", "#/components/schemas/Thing"].map(($ref) => ({ $ref })),
  { $ref: 7 },
  { allOf: [{ $ref: "#/nowhere" }, null] },
];

type Path = (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [path];
  const inner = Array.isArray(value) ? value.map((one, i) => [i, one] as const) : Object.entries(value);
  return [path, ...inner.flatMap(([name, one]) => pathsOf(one, [...path, name]))];
}

function documentWith(path: Path, value: unknown): Spec {
  const document = fullDocument();
  const last = path.at(-1) ?? "";
  const parent = path
    .slice(0, -1)
    .reduce((node, name) => node[name] as Spec, document as Record<string | number, unknown>);
  parent[last] = value;
  return document;
}

const PATHS = pathsOf(fullDocument()).filter((path) => path.length > 0 && path[0] !== "openapi");

/** Three of the values for each place, so that each value is tried in many places. */
const wrongAt = (place: number) => [0, 1, 2].map((i) => WRONG[(place * 3 + i) % WRONG.length]);

describe("a document with an error", () => {
  it.each(PATHS.map((path, i) => [path.join("/"), path, wrongAt(i)] as const))(
    "at %s is compared, and no change is lost",
    (_, path, values) => {
      for (const value of values) {
        const [before, after] = [fullDocument(), documentWith(path, value)];
        const isChanged = JSON.stringify(before) !== JSON.stringify(after);
        for (const changes of [diffSpecs(before, after), diffSpecs(after, before)])
          if (isChanged) expect(changes, `${JSON.stringify(value)} was lost`).not.toEqual([]);
      }
    },
  );

  it.each([
    "#/nowhere",
    "#",
    "#anchor",
    "#/%",
    "#/components/schemas/%",
    "other.yaml",
    "#/components/schemas/Thing/allOf/0",
  ])("is reported with its place if a schema refers to %s", ($ref) => {
    const path = ["components", "schemas", "Cat", "properties", "lives"];
    const place = "#/components/schemas/Cat/properties/lives/$ref";
    for (const changes of [
      diffSpecs(fullDocument(), documentWith(path, { $ref })),
      diffSpecs(documentWith(path, { $ref }), fullDocument()),
    ])
      expect(changes).toContainEqual(expect.objectContaining({ verdict: "not judged", at: place }));
  });
});
