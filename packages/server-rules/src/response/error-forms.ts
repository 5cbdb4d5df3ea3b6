import type { MediaTypeModel, OperationModel, ResponseModel } from "@metadata-service/spec-tools";
import type { ErrorBody } from "./error-body.js";
import { responseFor } from "./response-rules.js";

/** The functions that build error bodies in a documented format. */
export interface ErrorSource {
  /** Returns whether a value satisfies the schema at a JSON pointer. */
  fits(pointer: string, value: unknown): boolean;
  /** Returns a valid example body of a media type, into which the message is written; undefined if there is none. */
  example(media: MediaTypeModel): unknown;
}

/** An error response in the format that the document describes. */
export interface FormedError {
  readonly status: number;
  readonly mediaType: string;
  /** Undefined for a response without a body. */
  readonly body: unknown;
}

/** An error before it is converted to the format of its operation. */
export interface PlainError {
  readonly status: number;
  readonly body: ErrorBody;
}

/**
 * Puts an error into the format that its operation documents for the status: the error body of this API if it fits,
 * else the example of the document with the message in it. On an unknown path, and for a status that the operation does
 * not document, the format is that in which most operations describe an invalid request.
 */
export type ErrorForms = (error: PlainError, operation: OperationModel | undefined) => FormedError;

/**
 * Creates the error formats of an API.
 *
 * @param operations all operations of the document
 * @example
 * const forms = createErrorForms(source, rules.api.operations);
 * forms({ status: 404, body: errorBody(404) }, undefined);
 */
export function createErrorForms(source: ErrorSource, operations: readonly OperationModel[]): ErrorForms {
  const common = commonForm(operations);
  return ({ status: plain, body }, operation) => {
    const status = operation && plain === 400 ? statusOfInvalid(operation.responses) : plain;
    const response = operation ? (responseFor(operation.responses, status) ?? common) : common;
    return { status, ...(response ? formed(source, response, { status, body }) : asJson(body)) };
  };
}

/** Returns the status of an invalid request: many APIs describe 422 instead of 400. */
function statusOfInvalid(responses: OperationModel["responses"]): number {
  const has = (name: string) => responses.some(({ status }) => status === name);
  return has("422") && !has("400") ? 422 : 400;
}

function formed(source: ErrorSource, { content }: ResponseModel, { status, body }: PlainError): Content {
  const media = content.find(({ kind }) => kind === "json");
  if (!media) return content.length === 0 ? { mediaType: JSON_TYPE, body: undefined } : asJson(body);
  const { concrete: mediaType, schema } = media;
  const fits = (value: unknown) => schema === undefined || source.fits(schema.pointer, value);
  if (schema && fits(body)) return { mediaType, body };
  const example = source.example(media);
  if (example === undefined) return asJson(body);
  const told = withMessage(example, body.message, status);
  return { mediaType, body: fits(told) ? told : example };
}

type Content = Omit<FormedError, "status">;

const JSON_TYPE = "application/json";

const asJson = (body: unknown): Content => ({ mediaType: JSON_TYPE, body });

/** Returns the most frequent description of a 400 with a JSON body. */
function commonForm(operations: readonly OperationModel[]): ResponseModel | undefined {
  const described = operations.flatMap(({ responses }) => responseFor(responses, 400) ?? []);
  const forms = described.filter(({ content }) => content.some(({ kind }) => kind === "json"));
  const texts = forms.map(textOf);
  const count = (text: string) => texts.filter((other) => other === text).length;
  const most = Math.max(...texts.map(count));
  return forms[texts.findIndex((text) => count(text) === most)];
}

/** Returns the same text for responses with the same bodies. */
const textOf = ({ content }: ResponseModel): string =>
  JSON.stringify(content.map(({ mediaType, schema }) => [mediaType, schema?.node]));

/** The usual names of error fields that contain a message, and of those that contain the status. */
const MESSAGES = ["detail", "message", "error_description", "error", "title"];
const STATUSES = ["status", "code", "statusCode"];

function withMessage(example: unknown, message: string, status: number): unknown {
  if (typeof example !== "object" || example === null || Array.isArray(example)) return example;
  const name = MESSAGES.find((one) => typeof Reflect.get(example, one) === "string");
  const number = STATUSES.find((one) => typeof Reflect.get(example, one) === "number");
  return { ...example, ...(name && { [name]: message }), ...(number && { [number]: status }) };
}
