import {
  isObject,
  itemsOf,
  type Located,
  own,
  pointerTo,
  propertiesOf,
  requiredNames,
  type SchemaObject,
  schemaAt,
} from "@metadata-service/spec-tools";
import { inOneBranch } from "../values/in-one-branch.js";
import { DEEPEST, type Row, type ValueMaker } from "../values/value.js";
import { hash } from "./hash.js";
import { isReadOnly, isWriteOnly } from "./without-write-only.js";

type Place = Located<SchemaObject>;

/**
 * Adds missing required fields to a value, including in nested objects and arrays, and keeps everything else that the
 * schema allows. A request does not contain fields that the server sets, such as the read-only `id` of a nested record, and
 * may have other values than a response, such as the name of a user in place of the user.
 *
 * @param place the schema that the value must satisfy
 * @returns the value unchanged if nothing is missing, or if it cannot be made valid
 */
export function completeValue(maker: ValueMaker, place: Place, value: unknown, row: Row): unknown {
  if (typeof value !== "object" || value === null || maker.fits(place.pointer, value)) return value;
  const { document } = maker;
  // However deep a value was sent, what is missing inside of it is made.
  const depth = Math.min(row.depth + 1, DEEPEST);
  const deeper = (index: number): Row => ({ ...row, stream: hash(row.stream, index), depth });
  if (Array.isArray(value)) {
    const items = place.node.items === undefined ? undefined : itemsOf(document, place);
    const whole = items ? value.map((one, index) => completeValue(maker, items, one, deeper(index))) : value;
    return firstFitting(maker, place, whole, row);
  }
  return firstFitting(maker, place, completeObject(maker, place, value as Record<string, unknown>, deeper), row);
}

/**
 * Gives a value the fields of a sent one, at any depth, where its schema describes and allows them: what is stored may be what
 * another operation shows, with another type in a field of the same name.
 *
 * @param ours the fields that the server sets
 */
export function withSent(
  maker: ValueMaker,
  place: Place,
  value: unknown,
  sent: unknown,
  ours: ReadonlySet<string> = new Set(),
): unknown {
  if (!isObject(value) || !isObject(sent)) return value;
  const whole = { ...value };
  for (const [name, property] of propertiesOf(maker.document, place)) {
    const given = own(sent, name);
    if (given === undefined || ours.has(name) || isWriteOnly(property.node) || isReadOnly(property.node)) continue;
    const known = own(value, name);
    // The elements of an array may have got fields of the server.
    if (Array.isArray(known) && Array.isArray(given)) continue;
    const made = isObject(known) && isObject(given) ? withSent(maker, property, known, given) : given;
    if (maker.fits(property.pointer, made))
      Object.defineProperty(whole, name, { value: made, enumerable: true, configurable: true });
  }
  return maker.fits(place.pointer, whole) ? whole : value;
}

function completeObject(
  maker: ValueMaker,
  place: Place,
  value: Record<string, unknown>,
  deeper: (index: number) => Row,
): Record<string, unknown> {
  const required = requiredNames(maker.document, place);
  const whole = { ...value };
  for (const [index, [name, property]] of [...propertiesOf(maker.document, place)].entries()) {
    const given = Object.hasOwn(whole, name) ? completeValue(maker, property, whole[name], deeper(index)) : undefined;
    const isKept = given !== undefined && maker.fits(property.pointer, given);
    const made = isKept || !required.has(name) ? given : maker.at(property.pointer, property.node)(deeper(index));
    delete whole[name];
    if (isKept || (required.has(name) && made !== undefined))
      Object.defineProperty(whole, name, { value: made, enumerable: true, configurable: true });
  }
  return whole;
}

/**
 * Returns the value if it is valid; otherwise what of it the schema declares, or what the branch of the union makes of it
 * that changes least of it, or excludes all branches but one.
 */
function firstFitting(maker: ValueMaker, place: Place, value: unknown, row: Row): unknown {
  if (maker.fits(place.pointer, value)) return value;
  const declared = declaredIn(maker, place, value);
  if (maker.fits(place.pointer, declared)) return declared;
  const completed = (["anyOf", "oneOf"] as const).flatMap((keyword) =>
    (place.node[keyword] ?? []).map((branch, index) => {
      const at = schemaAt(maker.document, branch, pointerTo(place.pointer, keyword, index));
      return completeValue(maker, at, value, row);
    }),
  );
  const fitting = completed.filter((whole) => maker.fits(place.pointer, whole));
  const [first] = fitting
    .map((whole) => ({ whole, ...comparison(value, whole) }))
    .sort((one, other) => one.changed - other.changed || other.kept - one.kept);
  return first ? first.whole : (inOneBranch(maker, place, value) ?? value);
}

/** A closed response has none of the other fields that an open request may have. */
function declaredIn({ document }: ValueMaker, place: Place, value: unknown): unknown {
  if (!isObject(value)) return value;
  const names = new Set([...propertiesOf(document, place)].map(([name]) => name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}

/** How many fields of a value another one has, too: with the same value or a part of it, and with another value. */
function comparison(value: unknown, whole: unknown): { kept: number; changed: number } {
  const both = Object.entries(Object(value)).filter(([name]) => Object.hasOwn(Object(whole), name));
  const kept = both.filter(([name, one]) => typeof one === "object" || own(Object(whole), name) === one).length;
  return { kept, changed: both.length - kept };
}
