import { demand } from "./refusal.js";
import { isDate, readInstant } from "./times.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MOST_ITEMS = 150;
const DEEPEST = 8;

const isString = (value) => typeof value === "string";

/** The check for values of each simple type, and its description for messages. */
const SIMPLE = {
  string: [isString, "a string"],
  number: [(value) => typeof value === "number", "a number"],
  boolean: [(value) => typeof value === "boolean", "true or false"],
  date: [(value) => isString(value) && isDate(value), "a date such as 2026-11-21"],
  datetime: [
    (value) => isString(value) && readInstant(value) !== undefined,
    "a date-time such as 2026-11-21T06:15:00Z",
  ],
  file: [(value) => isString(value) && UUID.test(value), "the UUID of a file"],
};
const ARRAY = /^(string|number|boolean|date|datetime)-array$/;
const TYPES = [
  ...Object.keys(SIMPLE),
  ...["string-array", "number-array", "boolean-array", "date-array", "datetime-array", "object", "object-array"],
];

/** Checks the body of a create request; each message names the place. */
export function readRecord(body) {
  checkFields(body, "the body", ["uid", "items"]);
  checkText(body.uid, "uid");
  checkItems(body.items, "items", 1, 1);
  return body;
}

function checkFields(value, place, names) {
  demand(typeof value === "object" && value !== null && !Array.isArray(value), `${place} must be an object`);
  const inner = place === "the body" ? "" : `${place}.`;
  for (const name of Object.keys(value)) demand(names.includes(name), `${inner}${name} is not a known field`);
  for (const name of names) demand(Object.hasOwn(value, name), `${inner}${name} is missing`);
}

function checkText(value, place) {
  demand(isString(value), `${place} must be a string`);
  // Characters are code points, so an emoji counts as one.
  const length = [...value].length;
  demand(length >= 1 && length <= 100, `${place} must have 1 to 100 characters`);
}

function checkItems(items, place, fewest, level) {
  demand(Array.isArray(items), `${place} must be an array of items`);
  demand(items.length >= fewest && items.length <= MOST_ITEMS, `${place} must have ${fewest} to ${MOST_ITEMS} items`);
  demand(items.length === 0 || level <= DEEPEST, `${place} is nested deeper than ${DEEPEST} levels`);
  for (const [i, item] of items.entries()) checkItem(item, `${place}[${i}]`, level);
}

function checkItem(item, place, level) {
  checkFields(item, place, ["key", "type", "value"]);
  const { key, type, value } = item;
  checkText(key, `${place}.key`);
  demand(TYPES.includes(type), `${place}.type must be one of ${TYPES.join(", ")}`);
  if (type === "object" || type === "object-array")
    return checkItems(value, `${place}.value`, type === "object" ? 1 : 0, level + 1);
  const [, of] = ARRAY.exec(type) ?? [];
  if (of === undefined) return checkSimple(value, `${place}.value`, type);
  demand(Array.isArray(value), `${place}.value must be an array`);
  for (const [i, one] of value.entries()) checkSimple(one, `${place}.value[${i}]`, of);
}

function checkSimple(value, place, type) {
  const [holds, name] = SIMPLE[type];
  demand(holds(value), `${place} must be ${name}`);
}
