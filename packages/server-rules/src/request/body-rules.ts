import { type BodyModel, type SchemaObject, tooDeepItem } from "@metadata-service/spec-tools";
import { formatPath, type JsonLimits, readJsonText } from "@metadata-service/spec-tools/json";
import { type RecordItems, recordItems } from "../response/response-items.js";
import type { SchemaCheck, SchemaChecker } from "../schema/create-schema-checker.js";
import { Violation } from "../violation.js";
import { checkContentEncoding } from "./check-content-encoding.js";
import { checkMediaType } from "./check-media-type.js";
import { MAX_BODY_BYTES } from "./limits.js";

/** Returns the value of a header of a request by its name in lower case. */
export type HeaderReader = (name: string) => string | null | undefined;

/** The rules for the request body of an operation. */
export interface BodyRules {
  readonly required: boolean;
  readonly mediaTypes: readonly string[];
  /** The schema of the first media type, references followed. */
  readonly schema: SchemaObject;
  /** Returns the typed items of the record at a place of the body, if the first media type has some there. */
  itemsIn(at: readonly string[]): RecordItems | undefined;
  /** The size of the largest body, in bytes. */
  readonly maxBytes: number;
  /** How it is read as JSON. */
  readonly limits: JsonLimits;
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

/** Returns the rules for the request body of an operation. */
export function bodyRules(schemas: SchemaChecker, model: BodyModel, limits: JsonLimits): BodyRules {
  const { required } = model;
  const content = model.content.map(({ mediaType, schema, items, limits }) => ({
    mediaType,
    items,
    itemLevels: limits.itemLevels,
    maxBytes: limits.bytes ?? MAX_BODY_BYTES,
    // For a body that is not JSON, the spec may state only the media type.
    check: schema === undefined ? () => undefined : schemas.at(schema.pointer),
  }));
  const checkHeaders = (header: HeaderReader) => {
    const media = checkMediaType(header("content-type"), content);
    checkContentEncoding(header("content-encoding"));
    return media;
  };
  const readText: BodyRules["readText"] = (body, header) => {
    if (body.length === 0 && !required) return undefined;
    const { maxBytes } = checkHeaders(header);
    // A text is a record of an import, whose form may be longer than the body that it was sent in.
    if (typeof body !== "string" && body.length > maxBytes) throw bodyTooLarge(maxBytes);
    return readJsonText(body, limits);
  };
  const readValue: BodyRules["readValue"] = (text, header) => {
    if (text === undefined) return undefined;
    const { check, items, itemLevels } = checkMediaType(header("content-type"), content);
    const value = JSON.parse(text);
    const wrong = check(value);
    if (wrong) throw new Violation(wrong);
    const deep = itemLevels === undefined ? undefined : tooDeepItem(value, items, itemLevels);
    if (deep)
      throw new Violation(`${formatPath(deep)} is nested too deep: items nest at most ${itemLevels} levels deep`);
    return value;
  };
  const [first] = content;
  return {
    required,
    mediaTypes: content.map(({ mediaType }) => mediaType),
    maxBytes: Math.max(...content.map(({ maxBytes }) => maxBytes)),
    limits,
    itemsIn: (at) => recordItems(first?.items ?? [], at),
    check: (value) => first?.check(value),
    schema: model.content[0]?.schema?.node ?? {},
    checkHeaders,
    readText,
    readValue,
    read: (body, header) => readValue(readText(body, header), header),
  };
}

export function bodyTooLarge(maxBytes: number): Violation {
  return new Violation(`the body must have at most ${maxBytes} bytes`, 413);
}
