import { linkOrigin, type OperationRules, type Rules, splitTarget } from "@metadata-service/server-rules";
import { socketOrigin } from "@metadata-service/server-rules/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { continueWith } from "../continue-with.js";
import type { CheckedRequest, Handler, HandlerResponse } from "../handlers/handler.js";
import { TextPage } from "../handlers/text-page.js";
import { LARGE_STATEMENT_BYTES, type RunPart, type Turns } from "../limits/turns.js";
import { headerReader } from "./header-reader.js";
import type { LinkSettings } from "./link-settings.js";
import { sendNothing, sendPieces, sendText } from "./send-json.js";

/** The dependencies of all operations. */
export interface OperationParts {
  readonly links: LinkSettings;
  readonly turns: Turns;
  readonly rules: Pick<Rules, "write">;
}

const atOnce: RunPart = (part) => part(() => {});

/** Validates a request, runs the handler, and validates the response against the document. */
export function handleOperation(operation: OperationRules, handler: Handler, { links, turns, rules }: OperationParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { path = {}, query = {}, keyId = "" } = request.state;
    const sent = (request.body as Buffer | undefined) ?? "";
    const header = headerReader(request);
    // In two turns, so that the thread is blocked for half as long at once.
    const sentText = turns.run(keyId, sent.length, () => operation.body?.readText(sent, header));
    const read = continueWith(sentText, (text) =>
      turns.run(keyId, sent.length, () => operation.body?.readValue(text, header)),
    );
    const body = read instanceof Promise ? await read : read;
    // Count the handler's bytes: validating the response takes about as long and needs another turn.
    let size = 0;
    const inTurn: CheckedRequest["inTurn"] = (bytes, work) => {
      size += bytes;
      return turns.run(keyId, bytes, work);
    };
    const oneByOne: CheckedRequest["oneByOne"] = (bytes, work) => {
      // A request with a large body already waits for its turn below, as a whole.
      if (sent.length >= LARGE_STATEMENT_BYTES) return work();
      return bytes < LARGE_STATEMENT_BYTES
        ? work((part) => turns.runStatement(keyId, part), false)
        : turns.runSerially(keyId, bytes, (runPart) => work(runPart, true));
    };
    const url = () => urlOf(request, links);
    const handle = () =>
      turns.runSerially(keyId, sent.length, (runPart = atOnce) =>
        runPart(() => handler({ operation, path, query, header, body, inTurn, oneByOne, url })),
      );
    const response = await (request.span ? request.span.run(handle) : handle());
    return sendResponse(reply, { operation, write: rules.write }, response, (bytes, work) =>
      turns.run(keyId, bytes || size, work),
    );
  };
}

/**
 * Validates a response, and sends it.
 *
 * @param inTurn runs work on some bytes when it is the caller's turn; 0 for what the handler returned as a value
 */
async function sendResponse(
  reply: FastifyReply,
  { operation, write }: { readonly operation: OperationRules } & Pick<Rules, "write">,
  { status = operation.successStatus, headers = {}, body }: HandlerResponse,
  inTurn: CheckedRequest["inTurn"],
): Promise<FastifyReply> {
  const mediaType = operation.mediaType(status);
  const check = (value: unknown) => {
    const wrong = violationOf(operation, { status, headers, body: value }, mediaType);
    if (wrong) throw new Error(`The response of ${operation.id} violates the spec: ${wrong}`);
    for (const [name, value] of Object.entries(headers)) reply.header(name, write(value));
  };
  if (body instanceof TextPage) {
    check(body.page);
    const { size } = body;
    if (size < LARGE_STATEMENT_BYTES)
      return sendText(reply, status, await inTurn(size, () => write(body.toText())), mediaType);
    const pieces: Buffer[] = [];
    for (const text of body.toTexts()) pieces.push(await inTurn(text.length, () => Buffer.from(write(text))));
    return sendPieces(reply, status, pieces, mediaType);
  }
  const text = inTurn(0, () => {
    check(body);
    return body === undefined ? "" : write(JSON.stringify(body));
  });
  const sent = text instanceof Promise ? await text : text;
  return body === undefined ? sendNothing(reply, status) : sendText(reply, status, sent, mediaType);
}

/** Says what is wrong with a response; undefined if it is valid. */
function violationOf(
  operation: OperationRules,
  { status, headers, body }: Required<HandlerResponse>,
  mediaType: string,
): string | undefined {
  const missing = operation.headers.missing(status, Object.keys(headers));
  if (missing.length > 0) return `it requires the header ${missing.join(", ")}`;
  return operation.checkResponse(status, body, mediaType);
}

/** Returns the URL of a request, which the links of a page repeat, without keys in its query. */
function urlOf({ headers, raw, url, state }: FastifyRequest, { publicUrl, allowedHosts }: LinkSettings): string {
  const origin = publicUrl ?? linkOrigin(headers.host, socketOrigin(raw.socket), allowedHosts);
  return origin + splitTarget(url).path + (state.search ? `?${state.search}` : "");
}
