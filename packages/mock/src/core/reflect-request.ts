/**
 * An example that echoes the request: each of its fields that the request has too takes the value of the request.
 * Fields within fields as well; arrays are taken as they are.
 *
 * @param anyType whether a field takes a value of another type, too: it can have several, or be null
 * @example reflectRequest({ data: { name: "Oak", id: 7 } }, { name: "Elm" }) // { data: { name: "Elm", id: 7 } }
 */
export function reflectRequest(example: unknown, request: unknown, anyType = false): unknown {
  if (!isObject(example) || !isObject(request)) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const sent = Object.hasOwn(request, name) ? request[name] : undefined;
      if (sent !== undefined && (anyType || typeOf(sent) === typeOf(value)))
        return [name, isObject(value) && !anyType ? reflectRequest(value, sent) : sent];
      // An envelope: what was sent is one level further in.
      return [name, isObject(value) ? reflectRequest(value, request, anyType) : value];
    }),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
