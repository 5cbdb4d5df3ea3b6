import { errorBody } from "@metadata-service/server-rules";
import type { OperationModel } from "@metadata-service/spec-tools";
import type { Answer } from "./exchange.js";
import type { Conflict } from "./resources/answer-resource.js";
import { exampleBody } from "./resources/envelope.js";
import type { ValueMaker } from "./values/value.js";

/** The answer to a request for what is there already. */
export function conflictAnswer({ status, message }: Conflict, operation?: string): Answer {
  const why = { source: "memory", ...(operation !== undefined && { operation }), detail: message } as const;
  return { status, headers: {}, body: errorBody(400, message), why };
}

/**
 * An error in the form that its operation documents for the status: the error body of this API where that fits, else the
 * example there, with the message in its place.
 */
export function shapeError(maker: ValueMaker, { responses }: OperationModel, answer: Answer): Answer {
  const status = String(answer.status);
  const response =
    responses.find((one) => one.status === status) ??
    responses.find((one) => one.status.toUpperCase() === `${status[0]}XX`) ??
    responses.find((one) => one.status === "default");
  const media = response?.content.find(({ kind }) => kind === "json");
  if (!response || (media?.schema && maker.fits(media.schema.pointer, answer.body))) return withType(answer, media);
  if (!media) return response.content.length === 0 ? { ...answer, body: undefined } : answer;
  const example = exampleBody(maker, media);
  const message = (answer.body as { message?: string }).message ?? "";
  const told = withMessage(example, message, answer.status);
  return withType({ ...answer, body: !media.schema || maker.fits(media.schema.pointer, told) ? told : example }, media);
}

function withType(answer: Answer, media: { readonly mediaType: string } | undefined): Answer {
  if (!media || media.mediaType === "application/json") return answer;
  return { ...answer, headers: { ...answer.headers, "Content-Type": media.mediaType } };
}

/** The fields of error bodies that hold a sentence, and those that hold the status. */
const MESSAGES = ["detail", "message", "error_description", "error", "title"];
const STATUSES = ["status", "code", "statusCode"];

function withMessage(example: unknown, message: string, status: number): unknown {
  if (typeof example !== "object" || example === null || Array.isArray(example)) return example;
  const name = MESSAGES.find((one) => typeof Reflect.get(example, one) === "string");
  const number = STATUSES.find((one) => typeof Reflect.get(example, one) === "number");
  return { ...example, ...(name && { [name]: message }), ...(number && { [number]: status }) };
}
