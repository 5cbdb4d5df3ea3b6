import { type BodyModel, type OpenApiDocument, propertiesOf, type SchemaObject } from "@metadata-service/spec-tools";
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
  /** The schema of the first media type, references followed. */
  readonly schema: SchemaObject;
  /** Checks a value against the schema of the first media type alone. */
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
  readValue(text: string | undefined, header: HeaderReader): unknown;
}

/** Returns the rules for the request body of an operation; undefined if it accepts none. */
export function bodyRules(
  document: OpenApiDocument,
  schemas: SchemaChecker,
  model: BodyModel | undefined,
): BodyRules | undefined {
  if (!model) return undefined;
  const { required } = model;
  const content = model.content.map(({ mediaType, schema }) => ({
    mediaType,
    // For a body that is not JSON, the spec may state only the media type.
    check: schema === undefined ? () => undefined : schemas.at(schema.pointer),
    hasItems: schema !== undefined && ["uid", "items"].every((name) => propertiesOf(document, schema).has(name)),
  }));
  const checkHeaders = (header: HeaderReader) => {
    const media = checkMediaType(header("content-type"), content);
    checkContentEncoding(header("content-encoding"));
    return media;
  };
  const readText: BodyRules["readText"] = (body, header) => {
    if (body.length === 0 && !required) return undefined;
    checkHeaders(header);
    return readJsonText(body);
  };
  const readValue: BodyRules["readValue"] = (text, header) => {
    if (text === undefined) return undefined;
    const { check, hasItems } = checkMediaType(header("content-type"), content);
    const value = JSON.parse(text);
    const wrong = check(value);
    if (wrong) throw new Violation(wrong);
    if (hasItems) checkObjectDepth(value);
    return value;
  };
  const [first] = content;
  return {
    required,
    mediaTypes: content.map(({ mediaType }) => mediaType),
    check: (value) => first?.check(value),
    schema: model.content[0]?.schema?.node ?? {},
    checkHeaders,
    readText,
    readValue,
    read: (body, header) => readValue(readText(body, header), header),
  };
}

/** The violation for a body that is too large. */
export function bodyTooLarge(): Violation {
  return new Violation(`the body must have at most ${MAX_BODY_BYTES} bytes`);
}
