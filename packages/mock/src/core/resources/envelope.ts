import type { Exemplified } from "@metadata-service/server-rules";
import { isObject, type OperationModel, type RecordPlace, successResponse } from "@metadata-service/spec-tools";
import type { Row, ValueMaker } from "../values/value.js";
import { type PageFacts, withFacts } from "./page-facts.js";

/** The row from which the remaining values of a response are generated. */
const RESPONSE_ROW: Row = { stream: 1, row: 0, createdAt: Date.UTC(2026, 10, 21, 6, 15) * 1000, year: 2026, depth: 0 };

/**
 * Returns a value for a body or a header: the first valid example in the spec, or a generated value; undefined if there is
 * neither.
 */
export function exampleValue(maker: ValueMaker, { schema, examples }: Exemplified): unknown {
  if (!schema) return examples[0]?.value;
  const valid = examples.find(({ value }) => maker.fits(schema.pointer, value));
  return valid ? valid.value : maker.at(schema.pointer, schema.node)(RESPONSE_ROW);
}

/** Wraps a record, or several, in the envelope that the spec defines for the success response. */
export function wrapRecords(
  maker: ValueMaker,
  model: OperationModel,
  place: RecordPlace,
  content: unknown,
  page?: PageFacts,
): unknown {
  if (place.at.length === 0) return content;
  const media = successResponse(model)?.content.find(({ mediaType }) => mediaType === place.mediaType);
  const schema = media?.schema;
  const around = media ? exampleValue(maker, media) : {};
  const body = withValue(around, place.at, content);
  if (!page || !isObject(body)) return body;
  const counted = withValue(withFacts(body, page), place.at, content);
  const fits = (value: unknown) => !schema || maker.fits(schema.pointer, value);
  // A schema may not allow null where there is no next page, and require a text.
  const others = [undefined, ""].map((text) => withValue(withNulls(counted, text), place.at, content));
  return [counted, ...others].find(fits) ?? body;
}

/** Replaces null, at any depth. */
const withNulls = (body: unknown, text: string | undefined): unknown => {
  if (!isObject(body)) return body;
  const entries = Object.entries(body).map(([name, value]) => [name, value === null ? text : withNulls(value, text)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
};

function withValue(around: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const body = isObject(around) ? around : {};
  return { ...body, [name]: withValue(Reflect.get(body, name), rest, value) };
}
