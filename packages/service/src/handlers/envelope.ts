import type { Rules } from "@metadata-service/server-rules";
import {
  type OperationModel,
  propertiesOf,
  type RecordPlace,
  requiredNames,
  type SchemaObject,
  successResponse,
} from "@metadata-service/spec-tools";

type Fields = Record<string, unknown>;

/** What surrounds a record in a response, from the outside to the inside: `{ success: true, data: … }`. */
export type Envelope = readonly { readonly name: string; readonly others: Fields }[];

/**
 * Returns the envelope of the record in a response, with the other fields that it requires. Undefined if one of them can
 * have several values and has no default: the spec does not say what to send.
 */
export function envelopeOf(
  { document, schemas }: Rules,
  operation: OperationModel,
  { at, mediaType }: RecordPlace,
): Envelope | undefined {
  let schema = successResponse(operation)?.content.find((media) => media.mediaType === mediaType)?.schema;
  const levels: { name: string; others: Fields }[] = [];
  for (const name of at) {
    if (!schema) return undefined;
    const properties = propertiesOf(document, schema);
    const others: Fields = {};
    for (const required of requiredNames(document, schema)) {
      if (required === name) continue;
      const property = properties.get(required);
      // A default that its own schema does not allow is none.
      const value = property && valuesOf(property.node).find((each) => schemas.fits(property.pointer, each));
      if (value === undefined) return undefined;
      others[required] = value;
    }
    levels.push({ name, others });
    schema = properties.get(name);
  }
  return levels;
}

/** The only value that a schema allows, or its default. */
const valuesOf = (schema: SchemaObject): unknown[] =>
  [...onlyValues(schema), schema.default].filter((value) => value !== undefined);

/** The value of a schema that allows no other one. */
export function onlyValues({ const: only, enum: values = [], type }: SchemaObject): unknown[] {
  if (only !== undefined) return [only];
  if (values.length === 1) return [...values];
  return type === "null" ? [null] : [];
}
