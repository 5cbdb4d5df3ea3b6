import { create, onCreate, onRefusal, post } from "../kit/create-faults.js";
import { withBody } from "../kit/exchange.js";
import { type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { allItems, asJson, mapItems, returned } from "../kit/items.js";
import { item, record } from "../kit/samples.js";

const FAMILY = "limits of a body";
const MEBIBYTE = 1_048_576;

const notes = (count: number, key = "k") => Array.from({ length: count }, () => item("string", "x", key));
const bytesOf = (text: string): number => Buffer.byteLength(text);

/** A body of a given size. */
const sized = (bytes: number): string => {
  const empty = JSON.stringify(record("size", [item("string", "")]));
  return JSON.stringify(record("size", [item("string", "x".repeat(bytes - empty.length))]));
};

const ascii = (text: string): string => text.replaceAll(/[^\0-\u007f]/g, "?");

export const bodyLimits: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "the limit of 150 items applies to all levels together",
    rule: "Decision 0003: a record has 1 to 150 items; the value of an object item also, that of an object-array up to 150",
    places: [{ name: "object" }, { name: "object-array" }],
    fault: ({ name }) =>
      onRefusal(({ items }) => {
        const counted = allItems(items, "sent").filter(({ spot }) => spot.inside === "" || spot.inside === name);
        return items.length <= 150 && counted.length > 150 ? "items must have at most 150 elements" : undefined;
      }),
    witness: ({ name }) => [create(record("many", [item(name, notes(100)), item(name, notes(60))]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "a body is at most so large",
    rule: "Decision 0003: a request body can have up to 1 MiB (1,048,576 bytes)",
    places: [
      { name: "1,000,000 bytes", most: 1_000_000, bytes: 1_000_001 },
      { name: "1 MiB less one byte", most: MEBIBYTE - 1, bytes: MEBIBYTE },
      { name: "512 KiB", most: MEBIBYTE / 2, bytes: MEBIBYTE / 2 + 1 },
    ],
    fault: ({ most }) =>
      onRefusal((_, { text }) => (bytesOf(text) > most ? `the body must have at most ${most} bytes` : undefined)),
    witness: ({ bytes }) => [post(sized(bytes))],
  }),
  ...mutantsOf(FAMILY, {
    name: "the size of a body is counted in characters",
    rule: "Decision 0003: 1,048,576 bytes",
    places: ONE_PLACE,
    fault: () =>
      onCreate((sent, { request, text }) => {
        if (bytesOf(text) <= MEBIBYTE || text.length > MEBIBYTE) return undefined;
        const plain = (value: unknown) => asJson(JSON.parse(ascii(JSON.stringify(value))));
        return {
          request: withBody(request, {
            ...sent,
            items: mapItems(sent.items, "sent", (one) => ({ ...one, key: ascii(one.key), value: plain(one.value) })),
          }),
          after: (answer) =>
            answer.created && answer.with({ data: { ...answer.created, items: returned(sent.items, String) } }),
        };
      }),
    witness: () => [create(record("bytes", [item("string", "é".repeat(600_000))]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "a text has its own limit",
    rule: "Schema StringItemInput: any text; decision 0003 limits only the body",
    places: [
      { name: "65,535 bytes of a value", type: "string", most: 65_535, count: bytesOf },
      { name: "32,766 bytes of a value", type: "string", most: 32_766, count: bytesOf },
      {
        name: "8,000 characters of an element",
        type: "string-array",
        most: 8000,
        count: (text: string) => text.length,
      },
    ],
    fault: ({ type, most, count }) =>
      onRefusal(({ items }) =>
        allItems(items, "sent").some(
          ({ item: { type: own, value } }) => own === type && [value].flat().some((text) => count(String(text)) > most),
        )
          ? "a value is too long"
          : undefined,
      ),
    witness: ({ type, most }) => [
      create(record("long", [item(type, type === "string" ? "x".repeat(most + 1) : ["x".repeat(most + 1)])])),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "an array has a limit",
    rule: "Schemas of the array items: no limit; decision 0089: a body has up to 100,000 values",
    places: ["string-array", "number-array", "boolean-array"].flatMap((type) =>
      [1000, 10_000].map((most) => ({ name: `${type}, ${most}`, type, most })),
    ),
    fault: ({ type, most }) =>
      onRefusal(({ items }) =>
        allItems(items, "sent").some(
          ({ item: { type: own, value } }) => own === type && Array.isArray(value) && value.length > most,
        )
          ? "an array is too long"
          : undefined,
      ),
    witness: ({ type, most }) => [
      create(
        record("elements", [
          item(type, Array(most + 1).fill(type === "string-array" ? "x" : type === "number-array" ? 1 : true)),
        ]),
      ),
    ],
  }),
];
