import type { ResponseViolation } from "./descriptors.js";
import { responseValidators } from "./generated/response-validators.js";
import { own } from "./own.js";

/**
 * Validates the body of a successful response against the spec: required fields, types, formats and bounds.
 * Undocumented fields are accepted, because the service may add fields at any time.
 *
 * The validators are compiled when the package is built. At run time, nothing is compiled or evaluated from a string,
 * so it works under a strict Content-Security-Policy and in runtimes without `eval`.
 *
 * @param operation the operationId; any body is valid for an operation whose responses have no documented JSON body
 * @param body the parsed body
 * @returns the first violation in one sentence, such as `data[2].uid must be string`; undefined if the response is
 *   valid
 * @example
 * ```ts
 * const client = createClient({ baseUrl, apiKey, validate: validateResponse });
 * ```
 */
export function validateResponse(operation: string, body: unknown): string | undefined {
  const validate = own(responseValidators, operation);
  if (!validate || validate(body)) return undefined;
  return validate.errors?.[0] && sentence(validate.errors[0], body);
}

/**
 * Returns a sentence with the path of the violation and the expected value. It never quotes the actual value, which may
 * be anything.
 */
function sentence({ instancePath, keyword, params }: ResponseViolation, body: unknown): string {
  const { missingProperty, tag, type, format, limit, pattern, allowedValue, allowedValues, multipleOf } = params;
  const names = instancePath.split("/").slice(1).map(unescapePointer);
  if (missingProperty) return `${placeOf([...names, `${missingProperty}`], body)} is required`;
  if (tag) return `${placeOf([...names, `${tag}`], body)} must be a known type`;
  const place = placeOf(names, body);
  if (type || format) return `${place} must be ${[type ?? format].flat().join(" or ")}`;
  const bound = limit ?? pattern ?? allowedValue ?? allowedValues ?? multipleOf;
  return `${place} must satisfy ${keyword}${bound === undefined ? "" : ` ${JSON.stringify(bound)}`}`;
}

const unescapePointer = (part: string) => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** Formats the path of a value in a body in JavaScript notation, such as `data[2].uid`. */
function placeOf(names: string[], body: unknown): string {
  let place = "";
  let node = body;
  for (const name of names) {
    if (Array.isArray(node)) place += `[${name}]`;
    else if (/^\w+$/.test(name)) place += (place && ".") + name;
    else place += `[${JSON.stringify(name)}]`;
    node = Object(node)[name];
  }
  return place || "the body";
}
