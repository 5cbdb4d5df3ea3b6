import { expect, test } from "vitest";
import type { BodyShape, ItemsShape } from "../src/command-table.js";
import { readAssignments } from "../src/create/read-assignments.js";

test("items are put where the body holds them", () => {
  const items = {
    field: "album",
    within: ["a", "b"],
    key: "k",
    type: "t",
    value: "v",
    types: { text: { type: "text" } },
  } as const;
  const shape = {
    kind: "json",
    mediaType: "application/json",
    fields: [{ name: "note", type: "text" }],
    items,
  } as const;
  expect(readAssignments(["x=1", "note=n", "y:text=2"], shape).json()).toBe(
    '{"album":{"a":{"b":[{"k":"x","t":"text","v":"1"},{"k":"y","t":"text","v":"2"}]}},"note":"n"}',
  );
});

test.each([
  ["integer", "78", '{"serial":78}'],
  ["text", "78", '{"serial":"78"}'],
  ["json", "a", '{"serial":"a"}'],
] as const)("an identity of the type %s is sent as it is written in JSON", (type, given, json) => {
  const fields = [{ name: "serial", type }];
  const shape = { kind: "json", mediaType: "application/json", identity: "serial", fields } as const;
  expect(readAssignments([given], shape).json()).toBe(json);
});

test("an item without a type has one that the API knows", () => {
  const shapeOf = (types: ItemsShape["types"]): BodyShape => {
    const items = { field: "items", within: [], key: "k", type: "t", value: "v", types };
    return { kind: "json", mediaType: "application/json", fields: [], items };
  };
  const read = (types: ItemsShape["types"]) => readAssignments(["a=1"], shapeOf(types)).json();
  expect(read({ size: { type: "number" }, code: { type: "text" } })).toBe('{"items":[{"k":"a","t":"code","v":"1"}]}');
  expect(read({ size: { type: "number" } })).toBe('{"items":[{"k":"a","t":"size","v":1}]}');
});
