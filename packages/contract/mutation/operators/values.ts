import type { Api } from "../kit/api.js";
import { onResponse } from "../kit/faults.js";
import { type Operator, operator, variant } from "../kit/operator.js";
import { type Echo, echoes, editEcho } from "../kit/resources.js";
import { isFree, remove, type Slot, set } from "../kit/schema.js";

const has =
  (...types: string[]) =>
  ({ request: { schema } }: Echo) =>
    [schema.type].flat().some((type) => types.includes(type as string));

const isMoment = ({ request: { schema } }: Echo) => schema.format === "date-time";
const isField = ({ steps }: Echo) => "field" in (steps.at(-1) ?? {});

/** A variant that changes what clients sent, in all responses that show it. */
const echoed = (
  name: string,
  fits: (echo: Echo) => boolean,
  makeChange: () => (slot: Slot) => boolean,
  shows: (valid: unknown, echo: Echo) => readonly unknown[],
) =>
  variant({
    name,
    places: (api: Api) => echoes(api).filter(fits),
    fault(place, api) {
      const change = makeChange();
      return onResponse(api, undefined, (response, request) => editEcho(api, place, request, response, change));
    },
    async witness(place, visit) {
      for (const value of shows(place.request.valid, place)) await visit.sendWith(place.request, value);
    },
  });

/** A way to change values: `to` returns undefined to leave out the field. */
interface Change<T> {
  readonly name: string;
  /** A value that shows it, made from a valid one. */
  readonly shown: (valid: unknown) => T;
  readonly to: (value: T) => unknown;
}

/** Variants that change values of one type; other values stay. */
const changed = <T>(
  fits: (echo: Echo) => boolean,
  isOne: (value: unknown) => value is T,
  changes: readonly Change<T>[],
) =>
  changes.map(({ name, shown, to }) => {
    const change = (slot: Slot) => {
      const value = isOne(slot.value) ? to(slot.value) : slot.value;
      if (JSON.stringify(value) === JSON.stringify(slot.value)) return false;
      return value === undefined ? remove(slot) : set(slot, value);
    };
    return echoed(
      name,
      fits,
      () => change,
      (valid) => [shown(valid)],
    );
  });

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isAny = (value: unknown): value is unknown => value !== undefined;

/** Two elements that differ, if the example has them. */
function twice(valid: unknown): unknown[] {
  if (!Array.isArray(valid) || valid.length === 0) return [];
  const [first, second] = valid;
  if (second !== undefined) return [first, second];
  return typeof first === "object" ? [first, first] : [first, typeof first === "number" ? first + 1 : `${first}2`];
}

function unique(values: readonly unknown[]): unknown[] {
  const texts = values.map((value) => JSON.stringify(value));
  return values.filter((_, i) => texts.indexOf(texts[i] as string) === i);
}

const SAME = "OpenAPI 3.1, 4.8.24: request and response have the same field; RFC 9110, 9.3.3 and 9.3.4";

/** Values of any type that are lost if they are empty. */
const lost = (name: string, types: string[], value: unknown) =>
  changed(has(...types), isAny, [
    { name, shown: () => value, to: (one) => (JSON.stringify(one) === JSON.stringify(value) ? undefined : one) },
  ]);

export const VALUES: readonly Operator[] = [
  operator(
    "a text normalized",
    `A text is returned with the characters that were sent (RFC 8259, 7; ${SAME})`,
    ...changed(({ request }) => isFree(request.schema), isText, [
      { name: "trimmed", shown: (valid) => ` ${valid} `, to: (text) => text.trim() },
      { name: "in lower case", shown: (valid) => `A${valid}`, to: (text) => text.toLowerCase() },
      { name: "in Unicode form NFC", shown: () => "cafe\u0301", to: (text) => text.normalize("NFC") },
      {
        name: "outside the BMP replaced",
        shown: () => "a𝄞b",
        to: (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?"),
      },
      { name: "outside Latin-1 replaced", shown: () => "aЖ日", to: (text) => text.replace(/[\u0100-\uffff]/g, "?") },
      {
        name: "without control characters",
        shown: () => "a\tb\u007fc",
        to: (text) => text.replace(/[\t\n\r\u007f]/g, ""),
      },
      { name: "with LF for CRLF", shown: () => "a\r\nb", to: (text) => text.replaceAll("\r\n", "\n") },
      { name: "with white space collapsed", shown: () => "a  b", to: (text) => text.replace(/ +/g, " ") },
      {
        name: "escaped as HTML",
        shown: () => "a<b>&c",
        to: (text) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
      },
      { name: "cut after 64 characters", shown: () => "x".repeat(65), to: (text) => text.slice(0, 64) },
      { name: "null if empty", shown: () => "", to: (text) => text || null },
    ]),
  ),
  operator(
    "a number altered",
    `A number is returned with the value that was sent (RFC 8259, 6; ${SAME})`,
    ...changed(has("number"), isNumber, [
      { name: "with two decimals", shown: () => 0.125, to: (value) => Number(value.toFixed(2)) },
    ]),
    ...changed(has("number", "integer"), isNumber, [
      { name: "as 32-bit float", shown: () => 16_777_217, to: Math.fround },
      {
        name: "as 32-bit integer",
        shown: () => 4_294_967_297,
        to: (value) => (Number.isInteger(value) ? value | 0 : value),
      },
      { name: "without sign", shown: () => -3, to: Math.abs },
    ]),
  ),
  operator(
    "a value forgotten",
    `A field that was sent is returned; false, null, zero and empty arrays are values (RFC 8259, 3; ${SAME})`,
    echoed(
      "",
      isField,
      () => remove,
      (valid) => (valid === undefined ? [] : [valid]),
    ),
    ...lost("if zero", ["number", "integer"], 0),
    ...lost("if false", ["boolean"], false),
    ...lost("if null", ["null"], null),
    ...lost("if an empty array", ["array"], []),
  ),
  operator(
    "the elements of an array changed",
    `An array keeps its elements and their order (RFC 8259, 5; ${SAME})`,
    ...changed(has("array"), Array.isArray, [
      { name: "reversed", shown: twice, to: (values) => [...values].reverse() },
      { name: "without the last", shown: twice, to: (values) => (values.length > 1 ? values.slice(0, -1) : values) },
      { name: "without repeated ones", shown: (valid) => [...twice(valid), ...twice(valid)], to: unique },
    ]),
  ),
  operator(
    "a moment read in another zone",
    `A date-time is returned as the same moment (RFC 3339, 4.2 and 5.6; ${SAME})`,
    ...changed(isMoment, isText, [
      {
        name: "the offset taken for UTC",
        shown: () => "2026-03-04T05:06:07+02:00",
        to: (text) => text.replace(/[+-]\d\d:\d\d$/, "Z"),
      },
      {
        name: "UTC taken for local time",
        shown: () => "2026-03-04T05:06:07Z",
        to: (text) => text.replace(/(?:Z|\+00:00)$/i, "+05:30"),
      },
      {
        name: "without the fraction",
        shown: () => "2026-03-04T05:06:07.250Z",
        to: (text) => text.replace(/\.\d+/, ""),
      },
    ]),
  ),
  operator(
    "the value of another record returned",
    `A record is returned with its own values (${SAME})`,
    echoed(
      "",
      (echo) => isField(echo) && !echo.schema.properties,
      () => {
        let first: unknown;
        return (slot) => {
          first ??= slot.value;
          if (JSON.stringify(first) === JSON.stringify(slot.value)) return false;
          return set(slot, first);
        };
      },
      (valid, { request: { schema } }) => {
        if (Array.isArray(valid)) return [valid, [...valid, ...valid], valid.slice(1)];
        const others = [
          ...(schema.enum ?? []),
          typeof valid === "number" ? valid + 1 : `${valid}2`,
          "other",
          2,
          true,
          false,
        ];
        return [valid, ...others.filter((value) => typeof value === typeof valid && value !== valid).slice(0, 3)];
      },
    ),
  ),
];
