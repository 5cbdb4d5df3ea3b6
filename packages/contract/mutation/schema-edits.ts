import type { Schema } from "../src/document.js";

/** One change of one keyword of a schema. */
export interface SchemaEdit {
  keyword: string;
  what: string;
  /**
   * Whether a suite that is made from the changed document can tell: it asks for something that the right target does
   * not do. A document that merely lost a rule asks for less, and every target that keeps the rule satisfies it.
   */
  asks: boolean;
  edit(schema: Schema): void;
}

const BOUNDS = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minimum",
  "maximum",
] as const;

/** Every change of a request schema that a client could see: each rule lost, each bound moved, each value changed. */
export function requestEdits(schema: Schema): SchemaEdit[] {
  const edits: SchemaEdit[] = [];
  const add = (keyword: string, what: string, edit: (schema: Schema) => void, asks = false) =>
    edits.push({ keyword, what, asks, edit });

  for (const keyword of BOUNDS) {
    const bound = schema[keyword];
    if (bound === undefined) continue;
    add(keyword, `${keyword} is lost`, (node) => delete node[keyword]);
    for (const by of [-1, 1])
      if (bound + by >= 0 || keyword === "minimum")
        add(
          keyword,
          `${keyword} is ${bound + by}`,
          (node) => {
            node[keyword] = bound + by;
          },
          true,
        );
  }
  for (const name of schema.required ?? [])
    add("required", `${name} is not required`, (node) => {
      node.required = node.required?.filter((other) => other !== name);
    });
  // Beside a constant the type repeats what the constant says: without it, nothing changes.
  const type = schema.const === undefined ? schema.type : undefined;
  for (const [keyword, value] of Object.entries({ type, pattern: schema.pattern, format: schema.format }))
    if (value !== undefined) add(keyword, `${keyword} is lost`, (node) => delete node[keyword as keyof Schema]);
  if (type !== undefined)
    add(
      "type",
      "null is a type too",
      (node) => {
        node.type = [...[node.type ?? []].flat(), "null"];
      },
      true,
    );
  if (typeof schema.const === "string") {
    add("const", "const is lost", (node) => delete node.const);
    add(
      "const",
      "const is another",
      (node) => {
        node.const = `${node.const}s`;
        // The example follows, or the document would contradict itself.
        delete node.examples;
      },
      true,
    );
  }
  if (schema.enum) {
    add("enum", "enum is lost", (node) => delete node.enum);
    for (const value of schema.enum)
      add("enum", `enum lacks ${value}`, (node) => {
        node.enum = node.enum?.filter((other) => other !== value);
      });
    const stranger = String(schema.enum[0]).toUpperCase();
    add("enum", `enum has ${stranger}`, (node) => node.enum?.push(stranger), true);
  }
  if (schema.additionalProperties === false)
    add("additionalProperties", "unknown members are let in", (node) => delete node.additionalProperties);
  for (const [i] of (schema.oneOf ?? []).entries())
    add("const", `branch ${i} of the union is lost`, (node) => node.oneOf?.splice(i, 1));
  for (const name of Object.keys(schema.properties ?? {}))
    if (!schema.required?.includes(name))
      add(
        "required",
        `${name} is required`,
        (node) => {
          node.required = [...(node.required ?? []), name];
        },
        true,
      );
  if (schema.default !== undefined)
    add(
      "defaults",
      "the default is one higher",
      (node) => {
        node.default = Number(node.default) + 1;
      },
      true,
    );
  return edits;
}
