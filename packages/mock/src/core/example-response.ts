import { quote, responseFor, retryAfterHeader, Violation } from "@metadata-service/server-rules";
import {
  type MediaTypeModel,
  type OperationModel,
  type ResponseModel,
  successResponse,
} from "@metadata-service/spec-tools";
import { chooseMedia } from "./choose-media.js";
import { encodeBody } from "./encode-body.js";
import type { MockResponse, Source } from "./exchange.js";
import { exampleValue } from "./resources/envelope.js";
import { requiredHeaders, statusOf } from "./success-response.js";
import type { ValueMaker } from "./values/value.js";

/** Selects an example of an operation. */
export interface ExampleWish {
  readonly status?: number;
  readonly example?: string;
  /** Seconds; on a 429 it is 1 by default. */
  readonly retryAfter?: number;
  /** The `Accept` header of the request. */
  readonly accept?: string | undefined;
}

/**
 * Responds with an example from the spec, or with a generated value if there is none.
 *
 * @throws Violation when the spec documents no such status or example for the operation
 */
export function exampleResponse(
  maker: ValueMaker,
  model: OperationModel,
  wish: ExampleWish,
  source: Source,
): MockResponse {
  const status = wish.status ?? statusWith(model, wish);
  const response = responseFor(model.responses, status);
  if (!response) {
    const known = model.responses.map((one) => one.status).join(", ");
    throw new Violation(`${model.id} documents no status ${status}; it has ${known}`);
  }
  const media = chooseMedia(response.content, wish.accept);
  const retryAfter = wish.retryAfter ?? (status === 429 ? 1 : undefined);
  const headers = {
    ...requiredHeaders(maker, response),
    ...(retryAfter !== undefined && retryAfterHeader(retryAfter)),
  };
  if (!media && wish.example === undefined)
    return { status, headers, body: undefined, why: { source, operation: model.id, detail: "no content" } };
  const { name, value } = exampleOf(maker, model, { status, media, wanted: wish.example });
  const content = encodeBody(media as MediaTypeModel, value);
  const detail = name === undefined ? "a value of the schema" : `example ${name}`;
  return {
    ...content,
    status,
    headers: { ...headers, ...content.headers },
    why: { source, operation: model.id, detail },
  };
}

interface Wanted {
  readonly status: number;
  readonly media: MediaTypeModel | undefined;
  readonly wanted: string | undefined;
}

/** Returns the requested example, or else the first valid one, or else a generated value. */
function exampleOf(
  maker: ValueMaker,
  { id }: OperationModel,
  { status, media, wanted }: Wanted,
): { name?: string; value: unknown } {
  const examples = new Map((media?.examples ?? []).map(({ name, value }) => [name || "example", value]));
  if (wanted === undefined && media) {
    const value = exampleValue(maker, media);
    const [name] = [...examples].find(([, example]) => example === value) ?? [];
    return { value, ...(name !== undefined && { name }) };
  }
  if (wanted === undefined || !examples.has(wanted)) {
    const known = [...examples.keys()].join(", ") || "none";
    throw new Violation(`${id} has no example ${quote(wanted ?? "")} for ${status}; it has ${known}`);
  }
  return { name: wanted, value: examples.get(wanted) };
}

/** Returns the status that has an example with this name, preferring the success status. */
function statusWith(model: OperationModel, { example, accept }: ExampleWish): number {
  const success = successResponse(model);
  const has = (response: ResponseModel) =>
    chooseMedia(response.content, accept)?.examples.some(({ name }) => (name || "example") === example);
  if (example === undefined || (success && has(success))) return statusOf(success);
  const other = model.responses.find((one) => /^\d{3}$/.test(one.status) && has(one));
  return statusOf(other ?? success);
}
