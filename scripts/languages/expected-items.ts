const photo = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const moment = "2026-11-21T13:15:00.250+07:00";
const operators = { key: "operators", type: "number", value: 24 };
const certificate = { key: "certificate", type: "file", value: photo };
const line = { key: "line", type: "object", value: [operators] };

/** The items that every sample sends: all thirteen types, nested, with a number that needs a 64-bit float. */
export const EXPECTED_ITEMS = [
  { key: "note", type: "string", value: "xong ✓" },
  { key: "weight", type: "number", value: 12.123456789012 },
  { key: "sealed", type: "boolean", value: true },
  { key: "day", type: "date", value: "2026-11-21" },
  { key: "arrivedAt", type: "datetime", value: moment },
  { key: "colours", type: "string-array", value: ["blue", "navy"] },
  { key: "sizes", type: "number-array", value: [1.5, -3] },
  { key: "visits", type: "date-array", value: ["2026-11-21"] },
  { key: "scans", type: "datetime-array", value: [moment] },
  { key: "checks", type: "boolean-array", value: [true, false] },
  { key: "photo", type: "file", value: photo },
  { key: "factory", type: "object", value: [line, certificate] },
  { key: "defects", type: "object-array", value: [operators, certificate] },
];

/** Returns the name of the schema of an item in the response, such as `StringArrayItem` for `string-array`. */
export const classOf = (type: string): string =>
  `${type.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Item`;

/** The classes into which the items of the response must be decoded, in order. */
export const EXPECTED_CLASSES = EXPECTED_ITEMS.map(({ type }) => classOf(type));
