import {
  dereference,
  type MediaTypeObject,
  type OpenApiDocument,
  pointerTo,
  type ResponseObject,
} from "@metadata-service/spec-tools";
import type { SchemaCheck, SchemaChecker } from "../schema/create-schema-checker.js";

/** The documented response for one status of an operation. */
export interface ResponseRules {
  readonly status: number;
  /** The examples by name, in the order of the document. */
  readonly examples: ReadonlyMap<string, unknown>;
  /**
   * Validates a body against the schema of its media type (JSON by default). Returns a sentence that says what is wrong
   * and where, or undefined.
   */
  check(body: unknown, mediaType?: string): string | undefined;
}

/** Returns the documented responses of an operation by status. */
export function responseRules(
  document: OpenApiDocument,
  schemas: SchemaChecker,
  responses: Readonly<Record<string, unknown>>,
  pointer: string,
): ReadonlyMap<number, ResponseRules> {
  const rules = new Map<number, ResponseRules>();
  for (const [status, entry] of Object.entries(responses)) {
    if (!/^\d{3}$/.test(status)) continue;
    const { node, pointer: at } = dereference<ResponseObject>(document, entry, pointerTo(pointer, status));
    const media = node.content?.["application/json"];
    const checks = new Map(
      Object.entries(node.content ?? {})
        .filter(([mediaType, { schema }]) => schema && /[/+]json\b|^(?:\*|application)\/\*/.test(mediaType))
        .map(([mediaType]): [string, SchemaCheck] => [
          // What is sent as JSON may be documented as a range.
          mediaType.includes("*") && !media ? "application/json" : mediaType,
          schemas.at(pointerTo(at, "content", mediaType, "schema")),
        ]),
    );
    rules.set(Number(status), {
      status: Number(status),
      examples: examplesOf(document, media),
      check: (body, mediaType = "application/json") => checks.get(mediaType)?.(body),
    });
  }
  return rules;
}

function examplesOf(document: OpenApiDocument, media: MediaTypeObject | undefined): ReadonlyMap<string, unknown> {
  const examples = new Map<string, unknown>();
  if (media?.example !== undefined) examples.set("example", media.example);
  for (const [name, entry] of Object.entries(media?.examples ?? {}))
    examples.set(name, dereference<{ value: unknown }>(document, entry, "").node.value);
  return examples;
}
