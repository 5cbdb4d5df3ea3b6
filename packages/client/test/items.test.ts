import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { item, type MetadataItem, type MetadataItemInput, toObject } from "../src/index.js";

const bundle = JSON.parse(readFileSync(new URL(import.meta.resolve("@metadata-service/openapi/openapi.json")), "utf8"));
const kinds = bundle.components.schemas.MetadataItemInput.discriminator.mapping as Record<string, string>;

describe("item", () => {
  it("builds every item type of the spec", () => {
    const built = Object.values(item).map((build) =>
      (build as (key: string, value: unknown) => MetadataItemInput)("key", null),
    );
    expect(built.map(({ type }) => type).sort()).toEqual(Object.keys(kinds).sort());
  });

  it("builds nested items", () => {
    expect(
      item.object("size", [item.number("width", 12), item.objectArray("parts", [item.boolean("ok", true)])]),
    ).toEqual({
      key: "size",
      type: "object",
      value: [
        { key: "width", type: "number", value: 12 },
        { key: "parts", type: "object-array", value: [{ key: "ok", type: "boolean", value: true }] },
      ],
    });
  });
});

describe("toObject", () => {
  it("converts a response with nested items", () => {
    const items: MetadataItem[] = [
      { key: "color", type: "string", value: "red" },
      { key: "days", type: "date-array", value: ["2026-11-21"] },
      { key: "size", type: "object", value: [{ key: "width", type: "number", value: 12 }] },
      { key: "defects", type: "object-array", value: [[{ key: "kind", type: "string", value: "stain" }], []] },
    ];
    expect(toObject(items)).toEqual({
      color: "red",
      days: ["2026-11-21"],
      size: { width: 12 },
      defects: [{ kind: "stain" }, {}],
    });
  });

  it("converts the items of a request like those of its response", () => {
    expect(
      toObject([item.objectArray("defects", [item.string("kind", "stain"), item.string("kind", "thread")])]),
    ).toEqual({
      defects: [{ kind: "stain" }, { kind: "thread" }],
    });
  });

  it("keeps all values of a repeated key, and the value of a key with a special name", () => {
    const plain = toObject([item.number("n", 1), item.numberArray("n", [2, 3]), item.string("__proto__", "x")]);
    expect(JSON.stringify(plain)).toBe('{"n":[1,[2,3]],"__proto__":"x"}');
  });
});
