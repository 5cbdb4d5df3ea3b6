import { isObject } from "@metadata-service/spec-tools";
import { typeOfJson } from "@metadata-service/spec-tools/json";

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
