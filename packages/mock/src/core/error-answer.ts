import { errorBody } from "@metadata-service/server-rules";
import type { OperationModel, ResponseModel } from "@metadata-service/spec-tools";
import type { Answer } from "./exchange.js";
import type { Conflict } from "./resources/answer-resource.js";
import { exampleBody } from "./resources/envelope.js";
import type { ValueMaker } from "./values/value.js";

/** The response to a request that conflicts with an existing record. */
export function conflictAnswer({ status, message }: Conflict, operation?: string): Answer {
  const why = { source: "memory", ...(operation !== undefined && { operation }), detail: message } as const;
  return { status, headers: {}, body: errorBody(400, message), why };
}

/**
 * An error in the form that its operation documents for the status: the error body of this API where that fits, else
 * the example there, with the message in its place.
 */
export function shapeError(maker: ValueMaker, { responses }: OperationModel, answer: Answer): Answer {
  const status = answer.status === 400 ? statusOfWrong(responses) : answer.status;
  const response = responseFor(responses, status);
  return response ? shapeBody(maker, response, { ...answer, status }) : answer;
}

/** The status of an invalid request: many APIs describe 422 in place of 400. */
function statusOfWrong(responses: OperationModel["responses"]): number {
  const has = (name: string) => responses.some(({ status }) => status === name);
  return has("422") && !has("400") ? 422 : 400;
}

function shapeBody(maker: ValueMaker, response: ResponseModel, answer: Answer): Answer {
  const media = response.content.find(({ kind }) => kind === "json");
  if (media?.schema && maker.fits(media.schema.pointer, answer.body)) return withType(answer, media);
  if (!media) return response.content.length === 0 ? { ...answer, body: undefined } : answer;
  const example = exampleBody(maker, media);
  const message = (answer.body as { message?: string }).message ?? "";
  const told = withMessage(example, message, answer.status);
  return withType({ ...answer, body: !media.schema || maker.fits(media.schema.pointer, told) ? told : example }, media);
}

/**
 * An error that no operation documents, such as that of an unknown path: in the form in which most operations
 * describe a wrong request, else as it is.
 */
export function shapeOtherError(maker: ValueMaker, operations: readonly OperationModel[], answer: Answer): Answer {
  const described = operations.flatMap(({ responses }) => responseFor(responses, 400) ?? []);
  const forms = described.filter(({ content }) => content.some(({ kind }) => kind === "json"));
  const counts = new Map<string, number>();
  for (const form of forms) counts.set(textOf(form), (counts.get(textOf(form)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const response = forms.find((form) => counts.get(textOf(form)) === most);
  return response ? shapeBody(maker, response, answer) : answer;
}

/** The same text for responses with the same bodies. */
const textOf = ({ content }: ResponseModel): string =>
  JSON.stringify(content.map(({ mediaType, schema }) => [mediaType, schema?.node]));

/** The description of a status: the exact one, else its class (`4XX`), else `default`. */
export function responseFor(responses: OperationModel["responses"], status: number): ResponseModel | undefined {
  const find = (name: string) => responses.find((one) => one.status.toUpperCase() === name);
  return find(String(status)) ?? find(`${Math.floor(status / 100)}XX`) ?? find("DEFAULT");
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
