import {
  type MediaTypeModel,
  type OperationModel,
  type RecordPlace,
  successResponse,
} from "@metadata-service/spec-tools";
import type { Row, ValueMaker } from "../values/value.js";

/** The row from which the remaining values of a response are generated. */
const RESPONSE_ROW: Row = { stream: 1, row: 0, createdAt: Date.UTC(2026, 10, 21, 6, 15) * 1000, year: 2026, depth: 0 };

/**
 * Returns a value for a body: the first valid example in the spec, or a generated value; undefined if there is neither.
 */
export function exampleBody(maker: ValueMaker, { schema, examples }: MediaTypeModel): unknown {
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
  const around = media ? exampleBody(maker, media) : {};
  const body = withValue(around, place.at, content);
  if (!page || !isObject(body)) return body;
  const counted = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, place.at[0] === name ? value : factOf(name, value, page)]),
  );
  return !schema || maker.fits(schema.pointer, counted) ? counted : body;
}

/** The position and size of a page. */
export interface PageFacts {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

function factOf(name: string, value: unknown, { total, limit, offset }: PageFacts): unknown {
  if (typeof value !== "number") return /^(next|prev|previous)/i.test(name) ? null : value;
  if (/^(total|count|totalCount|totalItems|total_count)$/.test(name)) return total;
  if (/^(limit|size|pageSize|page_size|perPage|per_page)$/.test(name)) return limit;
  if (/^(offset|skip|start)$/.test(name)) return offset;
  if (/^(page|pageNumber|page_number)$/.test(name)) return Math.floor(offset / Math.max(limit, 1)) + 1;
  return /^(pages|totalPages|total_pages)$/.test(name) ? Math.ceil(total / Math.max(limit, 1)) : value;
}

function withValue(around: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const body = isObject(around) ? around : {};
  return { ...body, [name]: withValue(Reflect.get(body, name), rest, value) };
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
