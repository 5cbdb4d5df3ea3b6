import { linkOrigin, type OperationRules, splitTarget } from "@metadata-service/server-rules";
import { socketOrigin } from "@metadata-service/server-rules/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CheckedRequest, Handler } from "../handlers/handler.js";
import { TextPage } from "../handlers/text-page.js";
import { HELD, type Turns } from "../limits/turns.js";
import { headerReader } from "./header-reader.js";
import type { LinkSettings } from "./link-settings.js";
import { sendText } from "./send-json.js";

/** What every operation is answered with. */
export interface AnswerParts {
  readonly links: LinkSettings;
  readonly turns: Turns;
}

/** Holds a request to the rules of its operation, lets its handler work, and holds the response to the document. */
export function answerOperation(operation: OperationRules, handler: Handler, { links, turns }: AnswerParts) {
  const status = operation.successStatus;
  const promise = operation.responses.get(status);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { path = {}, query = {}, keyId = "" } = request.visit;
    const sent = (request.body as Buffer | undefined) ?? "";
    const header = headerReader(request);
    const read = () => operation.body?.read(sent, header);
    const body = await turns.run(keyId, sent.length, read);
    // What a handler works through in turns, it works through again here.
    let size = 0;
    const inTurn: CheckedRequest["inTurn"] = (bytes, work) => {
      size = bytes;
      return turns.run(keyId, bytes, work);
    };
    // A handler whose body is large is held back as a whole.
    const oneByOne: CheckedRequest["oneByOne"] = (bytes, work) =>
      sent.length < HELD ? turns.hold(keyId, bytes, work) : work();
    const url = () => urlOf(request, links);
    const handle = () =>
      turns.hold(keyId, sent.length, () => handler({ operation, path, query, header, body, inTurn, oneByOne, url }));
    const answer = await (request.span ? request.span.run(handle) : handle());
    const isText = answer instanceof TextPage;
    const text = await turns.run(keyId, isText ? answer.records.length : size, () => {
      const wrong = promise?.check(isText ? answer.page : answer);
      if (wrong) throw new Error(`The response of ${operation.id} violates the spec: ${wrong}`);
      return isText ? answer.toText() : JSON.stringify(answer);
    });
    return sendText(reply, status, text);
  };
}

/** The URL that a request was sent to, without the key that its query may carry: the links of a page repeat it. */
function urlOf({ headers, raw, url, visit }: FastifyRequest, { publicUrl, allowedHosts }: LinkSettings): string {
  const origin = publicUrl ?? linkOrigin(headers.host, socketOrigin(raw.socket), allowedHosts);
  return origin + splitTarget(url).path + (visit.search ? `?${visit.search}` : "");
}
