import type { OperationRules } from "@metadata-service/server-rules";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Handler } from "../handlers/handler.js";
import { sendJson } from "./send-json.js";

/** What a host may look like in a link that we give out. */
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-fA-F:.]+\](?::\d+)?$/;

/** Holds a request to the rules of its operation, lets its handler work, and holds the answer to the document. */
export function answerOperation(operation: OperationRules, handler: Handler, publicUrl: string | undefined) {
  const status = operation.successStatus;
  const promise = operation.responses.get(status);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [, search = ""] = /\?(.*)$/s.exec(request.url) ?? [];
    const path = operation.readPath(request.visit.pathTexts ?? {});
    const query = operation.readQuery(search);
    const body = operation.body?.read((request.body as Buffer | undefined) ?? "");
    const answer = await handler({ operation, path, query, body, url: () => urlOf(request, publicUrl) });
    const wrong = promise?.check(answer);
    if (wrong) throw new Error(`The answer of ${operation.id} breaks the document: ${wrong}`);
    return sendJson(reply, status, answer);
  };
}

function urlOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl + request.url;
  const { host } = request.headers;
  const { address, port } = request.server.server.address() as { address: string; port: number };
  const known =
    host !== undefined && HOST.test(host) ? host : `${address.includes(":") ? `[${address}]` : address}:${port}`;
  return `${request.protocol}://${known}${request.url}`;
}
