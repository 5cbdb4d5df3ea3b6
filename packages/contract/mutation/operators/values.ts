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

/** A variant that changes values of a type; undefined leaves out the field. */
const changed = <T>(
  name: string,
  fits: (echo: Echo) => boolean,
  shown: T | ((valid: unknown) => T),
  to: (value: T) => unknown,
) =>
  echoed(
    name,
    fits,
    () => (slot) => {
      const value = to(slot.value as T);
      if (JSON.stringify(value) === JSON.stringify(slot.value)) return false;
      return value === undefined ? remove(slot) : set(slot, value);
    },
    (valid) => [typeof shown === "function" ? (shown as (valid: unknown) => T)(valid) : shown],
  );

const text = (name: string, shown: string | ((valid: unknown) => string), to: (text: string) => unknown) =>
  changed<string>(
    name,
    ({ request }) => isFree(request.schema),
    shown,
    (value) => (typeof value === "string" ? to(value) : value),
  );

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

export const VALUES: readonly Operator[] = [
  operator(
    "a text normalized",
    `A text is returned with the characters that were sent (RFC 8259, 7; ${SAME})`,
    text(
      "trimmed",
      (valid) => ` ${valid} `,
      (value) => value.trim(),
    ),
    text(
      "in lower case",
      (valid) => `A${valid}`,
      (value) => value.toLowerCase(),
    ),
    text("in Unicode form NFC", "cafe\u0301", (value) => value.normalize("NFC")),
    text("outside the BMP replaced", "a𝄞b", (value) => value.replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
    text("outside Latin-1 replaced", "aЖ日", (value) => value.replace(/[\u0100-\uffff]/g, "?")),
    text("without control characters", "a\tb\u007fc", (value) => value.replace(/[\t\n\r\u007f]/g, "")),
    text("with LF for CRLF", "a\r\nb", (value) => value.replaceAll("\r\n", "\n")),
    text("with white space collapsed", "a  b", (value) => value.replace(/ +/g, " ")),
    text("escaped as HTML", "a<b>&c", (value) => value.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)),
    text("cut after 64 characters", "x".repeat(65), (value) => value.slice(0, 64)),
    text("null if empty", "", (value) => value || null),
  ),
  operator(
    "a number altered",
    `A number is returned with the value that was sent (RFC 8259, 6; ${SAME})`,
    changed<number>("with two decimals", has("number"), 0.125, (value) => Number(value.toFixed?.(2) ?? value)),
    changed<number>("as 32-bit float", has("number", "integer"), 16_777_217, (value) =>
      typeof value === "number" ? Math.fround(value) : value,
    ),
    changed<number>("as 32-bit integer", has("number", "integer"), 4_294_967_297, (value) =>
      Number.isInteger(value) ? value | 0 : value,
    ),
    changed<number>("without sign", has("number", "integer"), -3, (value) =>
      typeof value === "number" ? Math.abs(value) : value,
    ),
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
    changed<unknown>("if zero", has("number", "integer"), 0, (value) => (value === 0 ? undefined : value)),
    changed<unknown>("if false", has("boolean"), false, (value) => (value === false ? undefined : value)),
    changed<unknown>("if null", has("null"), null, (value) => value ?? undefined),
    changed<unknown>(
      "if an empty array",
      has("array"),
      () => [],
      (value) => (Array.isArray(value) && value.length === 0 ? undefined : value),
    ),
  ),
  operator(
    "the elements of an array changed",
    `An array keeps its elements and their order (RFC 8259, 5; ${SAME})`,
    changed<unknown>("reversed", has("array"), twice, (value) => (Array.isArray(value) ? [...value].reverse() : value)),
    changed<unknown>("without the last", has("array"), twice, (value) =>
      Array.isArray(value) && value.length > 1 ? value.slice(0, -1) : value,
    ),
    changed<unknown>(
      "without repeated ones",
      has("array"),
      (valid: unknown) => [...twice(valid), ...twice(valid)],
      (value) => (Array.isArray(value) ? unique(value) : value),
    ),
  ),
  operator(
    "a moment read in another zone",
    `A date-time is returned as the same moment (RFC 3339, 4.2 and 5.6; ${SAME})`,
    changed<string>("the offset taken for UTC", isMoment, "2026-03-04T05:06:07+02:00", (value) =>
      value?.replace(/[+-]\d\d:\d\d$/, "Z"),
    ),
    changed<string>("UTC taken for local time", isMoment, "2026-03-04T05:06:07Z", (value) =>
      value?.replace(/(?:Z|\+00:00)$/i, "+05:30"),
    ),
    changed<string>("without the fraction", isMoment, "2026-03-04T05:06:07.250Z", (value) =>
      value?.replace(/\.\d+/, ""),
    ),
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
