import {
  apiKeyHeader,
  checkHost,
  findOperation,
  Refusal,
  splitTarget,
  tooManyRequests,
} from "@metadata-service/server-rules";
import { hostLines } from "@metadata-service/server-rules/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppParts } from "./app-parts.js";
import { headerReader } from "./header-reader.js";
import type { Visit } from "./visit.js";

/**
 * Decides, before a byte of the body is read, whether a request may go on: does its path exist, is there room, who is it,
 * is it within its limits, are its path and query right, and is its body of a kind that can be read at all.
 */
export function admit({ rules, keyRing, limiter, maxConcurrent }: AppParts) {
  let underWay = 0;
  const keyHeader = apiKeyHeader(rules.document);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const givenBack: (() => void)[] = [];
    const visit: Visit = {
      startedAt: performance.now(),
      leave: () => {
        for (const give of givenBack.splice(0)) give();
      },
    };
    request.visit = visit;

    checkHost(hostLines(request.raw), request.raw.httpVersion);
    const { path, search } = splitTarget(request.url);
    const { operation, pathTexts } = findOperation(rules, request.method, path);
    visit.operation = operation;

    if (underWay >= maxConcurrent) throw tooManyRequests(1);
    underWay += 1;
    givenBack.push(() => {
      underWay -= 1;
    });
    // A caller that goes away gets no answer, and so no other moment at which to give back what it took.
    reply.raw.once("close", () => visit.leave());

    if (operation.secured) {
      const key = request.headers[keyHeader];
      visit.keyId = typeof key === "string" && key !== "" ? await keyRing.identify(key) : undefined;
      if (visit.keyId === undefined) throw new Refusal(401);
      const admission = await limiter.enter(visit.keyId);
      if (!admission.admitted) throw tooManyRequests(admission.retryAfter);
      givenBack.push(admission.leave);
      // It may have gone away while we asked.
      if (reply.raw.destroyed) visit.leave();
    }
    visit.path = operation.readPath(pathTexts);
    visit.query = operation.readQuery(search);
    if (operation.body?.required) operation.body.checkHeaders(headerReader(request));
  };
}
