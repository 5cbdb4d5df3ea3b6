import type { Edit } from "../edit.js";

const key = { $ref: "./ItemKey.yaml" };

/** The schema of an item of a new type, for requests or for responses. */
const itemSchema = (type: string, value: object, example: unknown, isSent: boolean) => ({
  type: "object",
  description: `An item of the type ${type}.`,
  required: ["key", "type", "value"],
  ...(isSent && { additionalProperties: false }),
  properties: {
    key,
    type: { type: "string", const: type, description: "The type of the item.", examples: [type] },
    value: { ...value, examples: [example] },
  },
  examples: [{ key: "a", type, value: example }],
});

/** Adds an item to an example, before its first one. */
function shown(file: string, type: string, example: unknown): readonly [string, string, string] {
  const item = JSON.stringify({ key: "added", type, value: example });
  const indent = file.startsWith("Created") ? "      " : "    ";
  const first = `${indent}- key: inspectionNote\n`;
  return [`components/examples/${file}.yaml`, first, `${indent}- ${item}\n${first}`];
}

/** A fourteenth item type: two schemas, and a line in each union and each mapping. */
function itemType(name: string, type: string, value: (isSent: boolean) => object, example: unknown): Edit {
  const schema = `${name}Item`;
  const added = (union: string, suffix: string) =>
    [
      [
        `components/schemas/${union}.yaml`,
        `  - $ref: ./ObjectArrayItem${suffix}.yaml\n`,
        `  - $ref: ./ObjectArrayItem${suffix}.yaml\n  - $ref: ./${schema}${suffix}.yaml\n`,
      ],
      [
        `components/schemas/${union}.yaml`,
        `    object-array: ./ObjectArrayItem${suffix}.yaml\n`,
        `    object-array: ./ObjectArrayItem${suffix}.yaml\n    ${type}: ./${schema}${suffix}.yaml\n`,
      ],
    ] as const;
  return {
    name: `item type ${type}`,
    components: {
      schemas: {
        [schema]: itemSchema(type, value(false), example, false),
        [`${schema}Input`]: itemSchema(type, value(true), example, true),
      },
    },
    files: [
      ...added("MetadataItem", ""),
      ...added("MetadataItemInput", "Input"),
      ...(["CreateMetadataAllKinds", "CreatedMetadataAllKinds"] as const).map((file) => shown(file, type, example)),
    ],
    operations: ["createMetadata"],
    calls: [
      `client.createMetadata("inspection", { uid: "lot-1", items: [{ key: "a", type: "${type}", value: ${JSON.stringify(example)} }] })`,
    ],
  };
}

const money = (isSent: boolean) => ({
  type: "object",
  description: "An amount of money.",
  required: ["amount", "currency"],
  ...(isSent && { additionalProperties: false }),
  properties: {
    amount: { type: "integer", description: "In the smallest unit.", examples: [1250] },
    currency: { type: "string", description: "ISO 4217.", pattern: "^[A-Z]{3}$", examples: ["EUR"] },
  },
});
const euros = { amount: 1250, currency: "EUR" };

/** New types of items: everything that knows the items reads them from the spec. */
export const itemEdits: readonly Edit[] = [
  itemType("Count", "count", () => ({ type: "integer", description: "A number of pieces." }), 12),
  itemType("Money", "money", money, euros),
  itemType(
    "MoneyList",
    "money-list",
    (isSent) => ({ type: "array", description: "Amounts of money.", maxItems: 5, items: money(isSent) }),
    [euros],
  ),
];
