import { expect, test } from "vitest";
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
