import { linkOrigin, type OperationRules } from "@metadata-service/server-rules";
import { socketOrigin } from "@metadata-service/server-rules/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Handler } from "../handlers/handler.js";
import { headerReader } from "./header-reader.js";
import type { LinkSettings } from "./link-settings.js";
import { sendJson } from "./send-json.js";

/** Holds a request to the rules of its operation, lets its handler work, and holds the answer to the document. */
export function answerOperation(operation: OperationRules, handler: Handler, links: LinkSettings) {
  const status = operation.successStatus;
  const promise = operation.responses.get(status);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { path = {}, query = {} } = request.visit;
    const body = operation.body?.read((request.body as Buffer | undefined) ?? "", headerReader(request));
    const answer = await handler({ operation, path, query, body, url: () => urlOf(request, links) });
    const wrong = promise?.check(answer);
    if (wrong) throw new Error(`The answer of ${operation.id} breaks the document: ${wrong}`);
    return sendJson(reply, status, answer);
  };
}

function urlOf({ headers, raw, url }: FastifyRequest, { publicUrl, allowedHosts }: LinkSettings): string {
  return (publicUrl ?? linkOrigin(headers.host, socketOrigin(raw.socket), allowedHosts)) + url;
}
