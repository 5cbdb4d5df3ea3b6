import {
  dereference,
  type OpenApiDocument,
  pointerTo,
  type RequestBodyObject,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import { readJsonText } from "@metadata-service/spec-tools/json";
import type { SchemaCheck, SchemaChecker } from "../schema/create-schema-checker.js";
import { Violation } from "../violation.js";
import { checkContentEncoding } from "./check-content-encoding.js";
import { checkMediaType } from "./check-media-type.js";
import { checkObjectDepth } from "./check-object-depth.js";
import { MAX_BODY_BYTES } from "./limits.js";

/** Returns the value of a header of a request by its name in lower case. */
export type HeaderReader = (name: string) => string | null | undefined;

/** The rules for the request body of an operation. */
export interface BodyRules {
  readonly required: boolean;
  /** The accepted media types. */
  readonly mediaTypes: readonly string[];
  /** The schema of the body, references followed. */
  readonly schema: SchemaObject;
  /** Checks a value against the schema alone. */
  readonly check: SchemaCheck;
  /**
   * Checks the headers that describe the body. If the body is required, a server can call this before it reads the
   * body.
   *
   * @param header returns the value of a header by its name in lower case
   * @throws Violation
   */
  checkHeaders(header: HeaderReader): void;
  /**
   * Parses the body as JSON and validates its headers, its schema, and how deep the items of a record nest (decision
   * 0003).
   *
   * @returns undefined for a body that is empty and not required
   * @throws Violation
   */
  read(body: Uint8Array | string, header: HeaderReader): unknown;
  /**
   * The first half of `read`, which takes about as long as the second: checks headers and text, and builds no values. A
   * server that calls the two halves separately can yield to other requests in between.
   *
   * @returns undefined for a body that is empty and not required
   * @throws Violation
   */
  readText(body: Uint8Array | string, header: HeaderReader): string | undefined;
  /**
   * The second half of `read`: parses and validates what `readText` returned.
   *
   * @throws Violation
   */
  readValue(text: string | undefined): unknown;
}

/** Returns the rules for the request body of an operation; undefined if it accepts none. */
export function bodyRules(
  document: OpenApiDocument,
  schemas: SchemaChecker,
  requestBody: unknown,
  pointer: string,
): BodyRules | undefined {
  if (!requestBody) return undefined;
  const { node, pointer: at } = dereference<RequestBodyObject>(document, requestBody, pointer);
  const mediaTypes = Object.keys(node.content ?? {});
  const [first = "application/json"] = mediaTypes;
  const schemaAt = pointerTo(at, "content", first, "schema");
  const schema = node.content?.[first]?.schema;
  // For a body that is not JSON, the spec may state only the media type.
  const check: SchemaCheck = schema === undefined ? () => undefined : schemas.at(schemaAt);
  const required = node.required === true;
  const body = dereference<SchemaObject>(document, schema ?? {}, schemaAt).node;
  const hasItems = body.properties?.["uid"] !== undefined && body.properties["items"] !== undefined;
  const checkHeaders = (header: HeaderReader) => {
    checkMediaType(header("content-type"), mediaTypes);
    checkContentEncoding(header("content-encoding"));
  };
  const readText: BodyRules["readText"] = (body, header) => {
    if (body.length === 0 && !required) return undefined;
    checkHeaders(header);
    return readJsonText(body);
  };
  const readValue: BodyRules["readValue"] = (text) => {
    if (text === undefined) return undefined;
    const value = JSON.parse(text);
    const wrong = check(value);
    if (wrong) throw new Violation(wrong);
    if (hasItems) checkObjectDepth(value);
    return value;
  };
  return {
    required,
    mediaTypes,
    check,
    schema: body,
    checkHeaders,
    readText,
    readValue,
    read: (body, header) => readValue(readText(body, header)),
  };
}

/** The violation for a body that is too large. */
export function bodyTooLarge(): Violation {
  return new Violation(`the body must have at most ${MAX_BODY_BYTES} bytes`);
}
