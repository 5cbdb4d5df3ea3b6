import { linkOrigin, type OperationRules, splitTarget } from "@metadata-service/server-rules";
import { socketOrigin } from "@metadata-service/server-rules/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { continueWith } from "../continue-with.js";
import type { CheckedRequest, Handler } from "../handlers/handler.js";
import { TextPage } from "../handlers/text-page.js";
import { LARGE_STATEMENT_BYTES, type RunPart, type Turns } from "../limits/turns.js";
import { headerReader } from "./header-reader.js";
import type { LinkSettings } from "./link-settings.js";
import { sendPieces, sendText } from "./send-json.js";

/** The dependencies of all operations. */
export interface OperationParts {
  readonly links: LinkSettings;
  readonly turns: Turns;
}

const atOnce: RunPart = (part) => part(() => {});

/** Validates a request, runs the handler, and validates the response against the document. */
export function handleOperation(operation: OperationRules, handler: Handler, { links, turns }: OperationParts) {
  const status = operation.successStatus;
  const promise = operation.responses.get(status);

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
    const answer = await (request.span ? request.span.run(handle) : handle());
    const check = (body: unknown) => {
      const wrong = promise?.check(body);
      if (wrong) throw new Error(`The response of ${operation.id} violates the spec: ${wrong}`);
    };
    if (answer instanceof TextPage) {
      check(answer.page);
      const { size } = answer;
      if (size < LARGE_STATEMENT_BYTES)
        return sendText(reply, status, await turns.run(keyId, size, () => answer.toText()));
      const pieces: Buffer[] = [];
      for (const text of answer.toTexts()) pieces.push(await turns.run(keyId, text.length, () => Buffer.from(text)));
      return sendPieces(reply, status, pieces);
    }
    const text = turns.run(keyId, size, () => {
      check(answer);
      return JSON.stringify(answer);
    });
    return sendText(reply, status, text instanceof Promise ? await text : text);
  };
}

/** Returns the URL of a request, which the links of a page repeat, without keys in its query. */
function urlOf({ headers, raw, url, state }: FastifyRequest, { publicUrl, allowedHosts }: LinkSettings): string {
  const origin = publicUrl ?? linkOrigin(headers.host, socketOrigin(raw.socket), allowedHosts);
  return origin + splitTarget(url).path + (state.search ? `?${state.search}` : "");
}
