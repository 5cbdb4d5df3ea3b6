import { headerText, Refusal, sameJson } from "@metadata-service/server-rules";
import {
  type MediaTypeModel,
  type OperationModel,
  type ResponseModel,
  type SchemaObject,
  successResponse,
} from "@metadata-service/spec-tools";
import { chooseMedia } from "./choose-media.js";
import { encodeBody } from "./encode-body.js";
import type { CheckedRequest, MockResponse } from "./exchange.js";
import { reflectRequest, withSent } from "./reflect-request.js";
import { exampleValue } from "./resources/envelope.js";
import type { About, OperationResult } from "./resources/operation-context.js";
import type { ValueMaker } from "./values/value.js";

/**
 * Returns the success response: what memory returned for the request, or else an example that echoes the values sent.
 */
export function respondWithSuccess(
  maker: ValueMaker,
  model: OperationModel,
  request: CheckedRequest,
  produced: OperationResult | undefined,
): MockResponse {
  const response = responseOf(model, produced?.status);
  const status = produced?.status ?? statusOf(response);
  const media = chooseMedia(response?.content ?? [], request.request.header("accept"));
  const operation = model.id;
  const headers = {
    ...(status >= 300 && { Location: `${request.request.origin}/` }),
    ...requiredHeaders(maker, response),
    ...request.operation.headers.fill(status, produced?.facts ?? {}),
  };
  if (!media) {
    const why = { source: produced ? "memory" : "example", operation } as const;
    return { status, headers, body: undefined, why: withDetail(why, produced) };
  }
  const made = media.kind === "json" && produced?.body !== undefined && isFor(maker, response, media, produced.body);
  const given = { request, about: produced?.about, isNew: status === 201 };
  const value = made ? produced.body : documented(maker, model, media, given);
  const content = encodeBody(media, value);
  const isMemory = made || produced?.about !== undefined;
  const why = { source: isMemory ? "memory" : "example", operation } as const;
  const answer = { ...content, status, headers: { ...headers, ...content.headers }, why: withDetail(why, produced) };
  return made ? { ...answer, body: value, raw: undefined } : answer;
}

/** What a response is made from that memory has none for. */
interface Given {
  readonly request: CheckedRequest;
  /** A record that it is about. */
  readonly about: About | undefined;
  /** Whether it is about something new, such as a copy of that record. */
  readonly isNew: boolean;
}

/**
 * Returns the example of the response, with values of the request or of a record. The documented request gets the
 * documented response, which may deliberately differ from what was sent: it can mask a card number.
 *
 * @throws Refusal 501 if no valid value can be made
 */
function documented(maker: ValueMaker, model: OperationModel, media: MediaTypeModel, given: Given): unknown {
  const example = exampleValue(maker, media);
  if (media.kind !== "json") return example;
  if (example === undefined && media.schema) {
    const why = maker.whyNot(media.schema.pointer, media.schema.node);
    throw new Refusal(501, `The mock cannot make this response: ${why}`);
  }
  const sent = given.request.body;
  if (given.about !== undefined) {
    const value = about(maker, media, example, given.about);
    return given.isNew ? echo(maker, media, value, sent) : value;
  }
  const shown = model.body?.content.flatMap(({ examples }) => examples).find(({ value }) => sameJson(value, sent));
  const { schema, examples } = media;
  const isDocumented = examples.some(({ value }) => value === example);
  if (shown === undefined || !isDocumented) return echo(maker, media, example, sent);
  const paired = examples.find(({ name }) => name === shown.name)?.value;
  return paired !== undefined && (!schema || maker.fits(schema.pointer, paired)) ? paired : example;
}

/** Returns the record, if it is a valid response, or else the example with as many of its values as the schema allows. */
function about(maker: ValueMaker, { schema }: MediaTypeModel, example: unknown, { record, fields }: About): unknown {
  if (!schema) return example;
  const known = new Set([...fields, ...namesOf(record)]);
  const isRecord = namesOf(example).every((name) => known.has(name));
  const candidates = [
    ...(isRecord ? [record] : []),
    reflectRequest(example, record, true),
    reflectRequest(example, record),
  ];
  return candidates.find((one) => maker.fits(schema.pointer, one)) ?? example;
}

const namesOf = (value: unknown): string[] => Object.keys(Object(value));

/** Whether the body from memory is valid for this media type; memory produces only one format per operation. */
function isFor(
  maker: ValueMaker,
  response: ResponseModel | undefined,
  { schema }: MediaTypeModel,
  body: unknown,
): boolean {
  const forms = response?.content.filter(({ kind }) => kind === "json") ?? [];
  return forms.length < 2 || !schema || maker.fits(schema.pointer, body);
}

/** Returns the example with as many of the request's values as the response schema allows. */
function echo(maker: ValueMaker, { schema, examples }: MediaTypeModel, example: unknown, sent: unknown): unknown {
  // If the schema is a union, each example may show a different branch, so try all of them.
  const shown = [example, ...examples.map(({ value }) => value)];
  if (!schema) return reflectRequest(example, sent);
  const reflected = shown.flatMap((one) => [true, false].map((anyType) => reflectRequest(one, sent, anyType)));
  const echoes = [...reflected.map((one) => withSent(maker, schema, one, sent)), ...reflected];
  // The property names of a map are only known from the request.
  if (isMap(schema.node)) echoes.unshift(sent);
  return [...echoes, sent].find((one) => maker.fits(schema.pointer, one)) ?? example;
}

const isMap = ({ properties, additionalProperties, oneOf, anyOf, allOf }: SchemaObject): boolean =>
  typeof additionalProperties === "object" && !(properties ?? oneOf ?? anyOf ?? allOf);

function withDetail(why: MockResponse["why"], produced: OperationResult | undefined): MockResponse["why"] {
  return produced?.detail === undefined ? why : { ...why, detail: produced.detail };
}

function responseOf(model: OperationModel, status: number | undefined): ResponseModel | undefined {
  return model.responses.find((one) => one.status === String(status)) ?? successResponse(model);
}

/** Returns 200 for `2XX` and `default`, which are not specific statuses. */
export function statusOf(response: ResponseModel | undefined): number {
  return /^\d{3}$/.test(response?.status ?? "") ? Number(response?.status) : 200;
}

/** Returns the headers that the document requires, with values of its examples or generated ones. */
export function requiredHeaders(maker: ValueMaker, response: ResponseModel | undefined): Record<string, string> {
  return Object.fromEntries(
    (response?.headers ?? []).flatMap((header) => {
      const value = header.required ? exampleValue(maker, header) : undefined;
      return value === undefined ? [] : [[header.name, headerText(header, value)]];
    }),
  );
}
