import fc from "fast-check";
import { type Document, type Located, member, resolve, type Schema } from "../document.js";
import { baseValue, typesOf } from "./base-value.js";
import { FORMAT_SAMPLES } from "./formats.js";

/** How deep a schema that holds itself is followed; below it the base value stands. */
const MAX_DEPTH = 3;

/** Valid values of a schema, for fast-check: small ones first, so that what fails shrinks to something readable. */
export function arbitraryOf(document: Document, root: Located<Schema>): fc.Arbitrary<unknown> {
  const made = (node: Schema, at: string, depth: number, within: string[]): fc.Arbitrary<unknown> => {
    const { node: schema, pointer } = resolve<Schema>(document, node, at);
    // `true` and `false` are schemas, too.
    if (typeof schema === "boolean") return fc.constant(baseValue(document, schema, pointer));
    const again = within.filter((other) => other === pointer).length;
    if (again >= MAX_DEPTH) return fc.constant(baseValue(document, schema, pointer));
    const inner = [...within, pointer];
    if ("const" in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const branches = schema[keyword];
      if (branches)
        return fc.oneof(...branches.map((branch, i) => made(branch, member(pointer, keyword, i), depth + 1, inner)));
    }
    return fc.oneof(...typesOf(schema).map((type) => typed(schema, type, pointer, depth, inner)));
  };

  const typed = (schema: Schema, type: string, at: string, depth: number, within: string[]): fc.Arbitrary<unknown> => {
    switch (type) {
      case "object": {
        const entries = Object.entries(schema.properties ?? {});
        return fc.record(
          Object.fromEntries(
            entries.map(([name, node]) => [name, made(node, member(at, "properties", name), depth, within)]),
          ),
          {
            requiredKeys: (schema.required ?? []).filter((name) => name in (schema.properties ?? {})),
            noNullPrototype: true,
          },
        );
      }
      case "array":
        return fc.array(made(schema.items ?? {}, member(at, "items"), depth + 1, within), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 5, depth > 2 ? 2 : 5)),
        });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "integer":
        return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 });
      case "number":
        return fc
          .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
          .map((n) => (n === 0 ? 0 : n));
      default:
        return text(schema);
    }
  };
  return made(root.node, root.pointer, 0, []);
}

/**
 * Any code point that is no half of a surrogate pair, the control characters included. The unit `binary` of fast-check
 * makes the same, but first writes down all of Unicode, which takes a second.
 */
const CODE_POINT = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

/** A text that keeps the format and the pattern alike. */
function text(schema: Schema): fc.Arbitrary<string> {
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, "u");
  const made = formatted(schema, pattern);
  return pattern ? made.filter((value) => pattern.test(value)) : made;
}

function formatted(schema: Schema, pattern: RegExp | undefined): fc.Arbitrary<string> {
  switch (schema.format) {
    case "date":
      return fc
        .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case "date-time":
      return fc
        .tuple(
          fc.date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true }),
          fc.constantFrom("Z", "+00:00", "+07:00", "-11:30"),
        )
        .map(([date, zone]) => date.toISOString().replace("Z", zone));
    case "uuid":
      return fc.uuid();
    case undefined: {
      if (pattern) return fc.stringMatching(pattern);
      const { minLength = 0, maxLength = 40 } = schema;
      return fc.oneof(fc.string({ minLength, maxLength }), fc.string({ unit: CODE_POINT, minLength, maxLength }));
    }
    default:
      return fc.constantFrom(...(FORMAT_SAMPLES[schema.format]?.valid ?? ["x"]));
  }
}
