import {
  type MediaTypeModel,
  type OperationModel,
  type ResponseModel,
  sampleValue,
} from "@metadata-service/spec-tools";
import { html } from "@metadata-service/spec-tools/languages";
import type { Rules } from "../create-rules.js";
import { writtenAs } from "../request/media-types.js";
import type { ErrorBody } from "./error-body.js";
import { headerText, unsentHeaders } from "./header-rules.js";
import { responseFor } from "./response-rules.js";
import { withReason } from "./with-reason.js";

/** An error response in the format that the document describes. */
export interface FormedError {
  readonly status: number;
  readonly mediaType: string;
  /** A JSON value; undefined for a response without a body, and for one that is not JSON. */
  readonly body: unknown;
  /** The body, if it is not JSON. */
  readonly raw?: string;
  /** Headers that the document requires and that nobody knows, with documented values. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the text of an error; undefined for a response without a body. */
export const errorText = ({ body, raw }: Pick<FormedError, "body" | "raw">): string | undefined =>
  raw ?? (body === undefined ? undefined : JSON.stringify(body));

/** An error before it is converted to the format of its operation. */
export interface PlainError {
  readonly status: number;
  /** The status that HTTP has for a 400. */
  readonly usual?: number | undefined;
  readonly body: ErrorBody;
  /** The headers that are sent with it. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * Puts an error into the format that its operation documents for the status: the error body of this API if the document
 * describes it, else the example of the document with the message in it, else a text. On an unknown path, and for a status
 * that the operation does not document, the format is that in which most operations describe an invalid request.
 */
export type ErrorForms = (error: PlainError, operation: OperationModel | undefined) => FormedError;

/**
 * Creates the error formats of an API.
 *
 * @param example returns a valid example of a body, into which the message is written, or of a header; undefined if there
 *   is none. @default an example of the document, else a small value of the schema
 * @example
 * const forms = createErrorForms(rules);
 * forms({ status: 404, body: errorBody(404), headers: {} }, undefined);
 */
export function createErrorForms(
  rules: Rules,
  example: (place: Exemplified) => unknown = (place) => validExample(rules, place),
): ErrorForms {
  const common = commonForm(rules.api.operations);
  return ({ status: plain, usual, body, headers: sent }, operation) => {
    const status = operation && plain === 400 ? statusOfInvalid(operation.responses, usual) : plain;
    const documented = operation && responseFor(operation.responses, status);
    const form = documented ?? common;
    const content = form ? formed({ rules, example }, form, { status, body }) : asJson(body);
    const headers = unsentHeaders(documented?.headers ?? [], Object.keys(sent)).flatMap((header) => {
      const value = example(header);
      return value === undefined ? [] : [[header.name, headerText(header, value)]];
    });
    return { status, ...content, headers: Object.fromEntries(headers) };
  };
}

/** Returns the status of an invalid request: the usual one if it is described; many APIs describe 422 instead of 400. */
function statusOfInvalid(responses: OperationModel["responses"], usual?: number): number {
  const has = (name: string) => responses.some(({ status }) => status === name);
  if (usual !== undefined && has(String(usual))) return usual;
  return has("422") && !has("400") ? 422 : 400;
}

/** A place of the document that has examples. */
export type Exemplified = Pick<MediaTypeModel, "schema" | "examples">;

function validExample({ document, schemas }: Rules, { schema, examples }: Exemplified): unknown {
  const fits = (value: unknown) => schema === undefined || schemas.fits(schema.pointer, value);
  const given = examples.map(({ value }) => value).find(fits);
  if (given !== undefined || schema === undefined) return given;
  const sample = sampleValue(document, schema);
  return fits(sample) ? sample : undefined;
}

interface Source {
  readonly rules: Rules;
  readonly example: (place: Exemplified) => unknown;
}

type Content = Omit<FormedError, "status" | "headers">;

function formed(
  { rules, example }: Source,
  { content }: ResponseModel,
  { status, body }: Pick<PlainError, "status" | "body">,
): Content {
  const preferred = content.find(({ kind }) => kind === "json") ?? content.find(({ kind }) => kind === "text");
  const media = writtenAs(content, preferred);
  if (!media) return content.length === 0 ? { mediaType: JSON_TYPE, body: undefined } : asJson(body);
  const { concrete: mediaType, schema } = media;
  const fits = (value: unknown) => schema === undefined || rules.schemas.fits(schema.pointer, value);
  if (media.kind === "text") return { mediaType, body: undefined, raw: textOf(mediaType, body.message) };
  const declared = schema ? rules.texts.names(schema) : new Set<string>();
  const isDescribed = declared.size === 0 || Object.keys(body).every((name) => declared.has(name));
  if (schema && isDescribed && fits(body)) return { mediaType, body };
  // If no body is valid, the documented one is as near as it gets.
  const shown = example(media) ?? media.examples[0]?.value;
  return { mediaType, body: shown === undefined ? body : withReason(shown, body.message, status, fits) };
}

const JSON_TYPE = "application/json";

const asJson = (body: unknown): Content => ({ mediaType: JSON_TYPE, body });

/** Writes a message as HTML, XML or plain text. */
function textOf(mediaType: string, message: string): string {
  const escaped = html.text(message);
  if (/html/i.test(mediaType)) return `<!DOCTYPE html>\n<title>Error</title>\n<p>${escaped}</p>\n`;
  return /xml/i.test(mediaType) ? `<error>${escaped}</error>\n` : message;
}

/** Returns the most frequent description of an invalid request, with a JSON body if there is one. */
function commonForm(operations: readonly OperationModel[]): ResponseModel | undefined {
  const described = operations.flatMap(({ responses }) => responseFor(responses, statusOfInvalid(responses)) ?? []);
  const withBody = (wanted: string) => described.filter(({ content }) => content.some(({ kind }) => kind === wanted));
  return mostFrequent(withBody("json")) ?? mostFrequent(withBody("text"));
}

function mostFrequent(responses: readonly ResponseModel[]): ResponseModel | undefined {
  const groups = new Map<string, ResponseModel[]>();
  for (const response of responses) {
    const key = JSON.stringify(response.content.map(({ mediaType, schema }) => [mediaType, schema?.pointer]));
    const group = groups.get(key);
    if (group) group.push(response);
    else groups.set(key, [response]);
  }
  const [largest] = [...groups.values()].sort((a, b) => b.length - a.length);
  return largest?.[0];
}
