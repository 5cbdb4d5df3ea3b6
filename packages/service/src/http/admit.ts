import { Violation } from "@metadata-service/server-rules";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppParts } from "./create-app.js";
import { Refusal, tooMany, wrongMethod } from "./refusal.js";
import type { Visit } from "./visit.js";

/**
 * Decides, before a byte of the body is read, whether a request may go on: does its path exist, is there room, who is it,
 * is it within its limits, and is its body of a kind that can be read at all.
 */
export function admit({ rules, keyRing, limiter, maxConcurrent }: AppParts) {
  let underWay = 0;

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const givenBack: (() => void)[] = [];
    const visit: Visit = {
      startedAt: performance.now(),
      leave: () => {
        for (const give of givenBack.splice(0)) give();
      },
    };
    request.visit = visit;

    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      throw new Violation("Host is required");
    const match = rules.match(request.method, request.url.split("?", 1)[0] ?? "");
    if (match.found === "path") throw wrongMethod(match.allow);
    if (match.found === "nothing" || request.is404) throw new Refusal(404);
    const operation = match.target;
    visit.operation = operation;
    visit.pathTexts = match.pathTexts;

    if (underWay >= maxConcurrent) throw tooMany(1);
    underWay += 1;
    givenBack.push(() => {
      underWay -= 1;
    });
    // A caller that goes away gets no answer, and so no other moment at which to give back what it took.
    reply.raw.once("close", () => visit.leave());

    if (operation.secured) {
      const key = request.headers["apikey"];
      visit.keyId = typeof key === "string" && key !== "" ? await keyRing.identify(key) : undefined;
      if (visit.keyId === undefined) throw new Refusal(401);
      const admission = await limiter.enter(visit.keyId);
      if (!admission.admitted) throw tooMany(admission.retryAfter);
      givenBack.push(admission.leave);
      // It may have gone away while we asked.
      if (reply.raw.destroyed) visit.leave();
    }
    if (operation.body) checkBodyKind(request, operation.body.checkMediaType);
  };
}

function checkBodyKind({ headers }: FastifyRequest, checkMediaType: (contentType: string | undefined) => void): void {
  checkMediaType(headers["content-type"]);
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    throw new Violation("Content-Encoding is not supported; send the body as it is");
}
