import {
  type MediaTypeModel,
  type OperationModel,
  type ResponseModel,
  successResponse,
} from "@metadata-service/spec-tools";
import type { Answer, CheckedRequest } from "./exchange.js";
import { reflectRequest } from "./reflect-request.js";
import type { Produced } from "./resources/answer-resource.js";
import { exampleBody } from "./resources/envelope.js";
import { sampleFile } from "./sample-file.js";
import type { ValueMaker } from "./values/value.js";

/** The answer to a request that succeeds: what memory made of it, or else an example with what was sent in it. */
export function successAnswer(
  maker: ValueMaker,
  model: OperationModel,
  request: CheckedRequest,
  produced: Produced | undefined,
): Answer {
  const response = responseOf(model, produced?.status);
  const status = produced?.status ?? statusOf(response);
  const [media] = response?.content ?? [];
  const operation = model.id;
  const headers = headersOf(maker, response);
  if (!media) {
    const why = { source: produced ? "memory" : "example", operation } as const;
    return { status, headers, body: undefined, why: withDetail(why, produced) };
  }
  const typed = media.mediaType === "application/json" ? headers : { ...headers, "Content-Type": typeOf(media) };
  if (produced?.body !== undefined)
    return { status, headers: typed, body: produced.body, why: withDetail({ source: "memory", operation }, produced) };
  const why = { source: "example", operation } as const;
  const value = exampleBody(maker, media);
  if (media.kind === "binary")
    return { status, headers: typed, body: undefined, raw: sampleFile(media.mediaType), why };
  if (media.kind !== "json") return { status, headers: typed, body: undefined, raw: textOf(value), why };
  if (value === undefined) return { status, headers: typed, body: null, why };
  return { status, headers: typed, body: echo(maker, media, value, request.body), why };
}

/** The example with as much of the request in it as the schema of the response allows. */
function echo(maker: ValueMaker, { schema, examples }: MediaTypeModel, example: unknown, sent: unknown): unknown {
  // Of a union each example shows another branch, and what was sent fits one of them.
  const shown = [example, ...examples.map(({ value }) => value)];
  const echoes = shown.flatMap((one) => [true, false].map((anyType) => reflectRequest(one, sent, anyType)));
  if (!schema) return reflectRequest(example, sent);
  return [...echoes, sent].find((one) => maker.fits(schema.pointer, one)) ?? example;
}

/** Whether Prism can judge the success of an operation: JSON alone, in requests and responses. */
export function isJsonOnly(model: OperationModel): boolean {
  const content = successResponse(model)?.content ?? [];
  const isJson = ({ kind, mediaType }: MediaTypeModel) => kind === "json" && mediaType === "application/json";
  return content.length > 0 && content.every(isJson) && (model.body?.content ?? []).every(isJson);
}

function withDetail(why: Answer["why"], produced: Produced | undefined): Answer["why"] {
  return produced?.detail === undefined ? why : { ...why, detail: produced.detail };
}

function responseOf(model: OperationModel, status: number | undefined): ResponseModel | undefined {
  return model.responses.find((one) => one.status === String(status)) ?? successResponse(model);
}

/** `2XX` and `default` do not name a status. */
function statusOf(response: ResponseModel | undefined): number {
  return /^\d{3}$/.test(response?.status ?? "") ? Number(response?.status) : 200;
}

/** A range, such as `image/*`, is answered with one of it. */
function typeOf({ mediaType, kind }: MediaTypeModel): string {
  if (mediaType.includes("*")) return kind === "text" ? "text/plain; charset=utf-8" : "application/octet-stream";
  return kind === "text" && !mediaType.includes("charset") ? `${mediaType}; charset=utf-8` : mediaType;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

/** The headers that the spec says are always there. */
function headersOf(maker: ValueMaker, response: ResponseModel | undefined): Record<string, string> {
  const row = { stream: 2, row: 0, createdAt: 0, year: 2026, depth: 0 };
  return Object.fromEntries(
    (response?.headers ?? []).flatMap(({ name, required, schema }) => {
      const value = required ? maker.at(schema.pointer, schema.node)(row) : undefined;
      return value === undefined ? [] : [[name, String(value).replace(/[^\x20-\x7e]/g, "?")]];
    }),
  );
}
