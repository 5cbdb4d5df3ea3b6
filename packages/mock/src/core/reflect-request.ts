import { fieldsOf, isObject, type Located, type SchemaObject } from "@metadata-service/spec-tools";
import { typeOfJson } from "@metadata-service/spec-tools/json";
import type { ValueMaker } from "./values/value.js";

/**
 * Returns a copy of an example in which every field that also exists in the request has the request's value. Nested
 * objects are merged; arrays are copied from the request.
 *
 * @param anyType whether to copy a value even if its type differs from the example's, for fields with several types or
 *   null
 * @example reflectRequest({ data: { name: "Oak", id: 7 } }, { name: "Elm" }) // { data: { name: "Elm", id: 7 } }
 */
export function reflectRequest(example: unknown, request: unknown, anyType = false): unknown {
  if (!isObject(example) || !isObject(request)) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const sent = Object.hasOwn(request, name) ? request[name] : undefined;
      if (sent !== undefined && (anyType || typeOfJson(sent) === typeOfJson(value)))
        return [name, isObject(value) && !anyType ? reflectRequest(value, sent) : sent];
      // In an envelope, the fields that were sent are one level deeper.
      return [name, isObject(value) ? reflectRequest(value, request, anyType) : value];
    }),
  );
}

/**
 * Returns an example with the values of the request in the fields that the schema of the response has, also those that the
 * example leaves out.
 *
 * @example withSent(maker, user, { id: 7, team: "a" }, { name: "Elm", team: null, x: 1 }) // { id: 7, team: null, name: "Elm" }
 */
export function withSent(
  maker: ValueMaker,
  schema: Located<SchemaObject>,
  example: unknown,
  request: unknown,
): unknown {
  if (!isObject(example) || !isObject(request)) return example;
  const fields = fieldsOf(maker.document, schema);
  const names = Object.keys(request).filter((name) => fields.has(name));
  const result = new Map(Object.entries(example));
  for (const [name, field] of fields) {
    // In an envelope, the fields that were sent are one level deeper.
    const sent = names.length === 0 ? request : names.includes(name) ? request[name] : undefined;
    if (isObject(example[name]) && isObject(sent)) result.set(name, withSent(maker, field, example[name], sent));
    else if (names.includes(name) && maker.fits(field.pointer, sent)) result.set(name, sent);
  }
  return Object.fromEntries(result);
}
