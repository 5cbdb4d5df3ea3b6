import { expect, test } from "vitest";
import { createSchemaChecker } from "../src/schema/create-schema-checker.js";

const schemas = {
  Date: { type: "string", format: "date-time", description: "When.", examples: ["2026-01-01T00:00:00Z"] },
  Other: { format: "date-time", type: "string", examples: ["2026-02-02T00:00:00Z"] },
  Same: { type: "string", format: "date-time", examples: ["2026-03-03T00:00:00Z"] },
  Referring: { $ref: "#/components/schemas/Same" },
  Short: { type: "string", maxLength: 3 },
  Shorter: { type: "string", maxLength: 2 },
  Choice: { enum: ["a", null, 0] },
  Number: { enum: ["0", null, 0] },
  Nested: { type: "object", properties: { a: { type: "string" } } },
  Bare: { type: "object" },
  Anything: { description: "Whatever." },
  All: true,
  Nothing: false,
};
const { at, fits } = createSchemaChecker({ paths: {}, components: { schemas } });
const values = ["2026-01-01T00:00:00Z", "abc", "ab", "0", 0, null, { a: 1 }, {}];

test.each(Object.keys(schemas))("%s allows the same values whatever was compared with other schemas before", (name) => {
  const pointer = `#/components/schemas/${name}`;
  const alone = createSchemaChecker({ paths: {}, components: { schemas } });
  for (const value of values) {
    expect(fits(pointer, value)).toBe(alone.at(pointer)(value) === undefined);
    expect(at(pointer)(value)).toBe(alone.at(pointer)(value));
  }
});
