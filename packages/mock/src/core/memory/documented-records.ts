import {
  isObject,
  type MediaTypeModel,
  type RecordPlace,
  type ResourceModel,
  successResponse,
} from "@metadata-service/spec-tools";
import { keyed } from "../resources/keyed.js";
import type { ResourceIndex, ResourceUse } from "../resources/resource-index.js";
import type { ValueMaker } from "../values/value.js";
import type { RowContent } from "./stored-rows.js";

/** The roles whose responses show records that exist. */
const SHOWN = ["get", "list", "replace", "update"];

/**
 * Returns the records that the examples of a spec show, by field key: those in responses, those of record schemas, and one
 * for each example of a parameter that identifies a record. Each identity is returned once. Examples that are not valid are
 * left out.
 *
 * Lists with `x-pagination` are ordered by time, so their examples have no place of their own in them.
 */
export function documentedRecords(index: ResourceIndex, maker: ValueMaker, resource: ResourceModel): RowContent[] {
  const uses = index.usesOf(resource);
  if (uses.some(({ pagination }) => pagination)) return [];
  const contents = [
    ...uses.filter(({ use }) => SHOWN.includes(use.role)).flatMap((one) => shownBy(maker, one)),
    ...uses.flatMap((one) => schemaExamples(maker, one)),
    ...(resource.kind === "collection" ? namedBy(index, resource) : []),
  ];
  const seen = new Map<string, RowContent>();
  for (const content of contents) {
    const identity = content["@identity"];
    const key = identity === undefined ? JSON.stringify(content) : String(identity);
    if (!seen.has(key)) seen.set(key, content);
  }
  const all = [...seen.values()];
  // Without an identity, records cannot be told apart, so the first place that shows some counts.
  return resource.kind === "singleton" ? all.slice(0, 1).map((one) => ({ ...one, "@identity": "" })) : all;
}

function shownBy(maker: ValueMaker, { use, model, view }: ResourceUse): RowContent[] {
  const place = use.response;
  const media = successResponse(model)?.content.find(({ mediaType }) => mediaType === place?.mediaType);
  if (!place || !view || !media) return [];
  return examplesOf(media)
    .flatMap((example) => recordsIn(example, place))
    .flatMap((record) => (isObject(record) && maker.fits(view.pointer, record) ? [keyed(view, record)] : []));
}

/** The examples of a media type, or else those of its schema. */
function examplesOf({ examples, schema }: MediaTypeModel): unknown[] {
  if (examples.length > 0) return examples.map(({ value }) => value);
  return schemaExamplesOf(schema?.node);
}

function schemaExamplesOf(schema: unknown): unknown[] {
  const { examples, example } = Object(schema) as { examples?: unknown; example?: unknown };
  return [...(Array.isArray(examples) ? examples : []), ...(example === undefined ? [] : [example])];
}

const schemaExamples = (maker: ValueMaker, { use, view }: ResourceUse): RowContent[] =>
  view && SHOWN.includes(use.role)
    ? schemaExamplesOf(view.schema).flatMap((one) =>
        isObject(one) && maker.fits(view.pointer, one) ? [keyed(view, one)] : [],
      )
    : [];

function recordsIn(example: unknown, { at, many }: RecordPlace): unknown[] {
  const found = at.reduce<unknown>((node, name) => Reflect.get(Object(node), name), example);
  return many ? (Array.isArray(found) ? found : []) : [found];
}

/** The identities that parameters show. */
const namedBy = (index: ResourceIndex, resource: ResourceModel): RowContent[] =>
  index
    .identityParameters(resource)
    .flatMap(({ examples, schema }) =>
      examples.length > 0 ? examples.map(({ value }) => value) : schemaExamplesOf(schema.node),
    )
    .filter((value) => ["string", "number"].includes(typeof value))
    .map((value) => ({ "@identity": value }));
