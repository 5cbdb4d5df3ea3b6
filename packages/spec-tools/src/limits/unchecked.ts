import { fullFormats } from "ajv-formats/dist/formats.js";
import { closest } from "../closest.js";
import { addTo } from "../document/grouped-by.js";
import { childrenOf, schemasOf } from "../document/schemas.js";
import { withoutMark } from "../json/exact-number.js";

/** Formats of OpenAPI that describe how a value is shown or encoded, so there is nothing to check. */
const SHOWN = ["binary", "byte", "commonmark", "html", "int32", "int64", "password"];

/**
 * Lists the constraints in schemas that nothing here enforces, one sentence each. Texts stand for the numbers that a 64-bit
 * float would change.
 */
export function unchecked(document: object): string[] {
  const formats = new Map<string, string[]>();
  const integers: string[] = [];
  const exact: string[] = [];
  const visit = (schema: unknown, pointer: string): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { format, const: constant, enum: values = [] } = schema as UncheckedSchema;
    if (typeof format === "string" && !Object.hasOwn(fullFormats, format) && !SHOWN.includes(format))
      addTo(formats, format, pointer);
    if (isRounded(schema)) integers.push(pointer);
    if ([constant, ...values].some((value) => withoutMark(value) !== value)) exact.push(pointer);
    for (const [child, at] of childrenOf(schema as Record<string, unknown>, pointer)) visit(child, at);
  };
  for (const [pointer, schema] of schemasOf(document)) visit(schema, pointer);
  return [
    ...[...formats].map(
      ([format, places]) =>
        `The format "${format}" is not checked: ${placesOf(places)}. ${meant(format)}Correct it, or add a pattern.`,
    ),
    ...(integers.length > 0
      ? [
          `JavaScript rounds integers above ${Number.MAX_SAFE_INTEGER}: ${placesOf(integers)}. Give them this maximum, or send them as strings.`,
        ]
      : []),
    ...(exact.length > 0
      ? [`Clients in JavaScript cannot send these numbers: ${placesOf(exact)}. Let the values be strings.`]
      : []),
  ];
}

/** Whether a schema allows integers that JavaScript rounds. */
function isRounded({ format, type, maximum }: UncheckedSchema): boolean {
  const isLong = format === "int64" && maximum === undefined;
  return [type].flat().includes("integer") && (isLong || Number(withoutMark(maximum)) > Number.MAX_SAFE_INTEGER);
}

interface UncheckedSchema {
  readonly format?: unknown;
  readonly type?: unknown;
  readonly maximum?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

function meant(format: string): string {
  const known = closest(format, [...Object.keys(fullFormats), ...SHOWN]);
  return known === undefined ? "" : `Did you mean ${known}? `;
}

function placesOf(pointers: readonly string[]): string {
  const more = pointers.length - 3;
  return `${pointers.slice(0, 3).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
