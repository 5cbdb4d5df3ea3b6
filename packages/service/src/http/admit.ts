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
import { permissionProblem } from "../keys/key-permission.js";
import type { KeyRing } from "../keys/key-ring.js";
import type { StoredKey } from "../keys/stored-key.js";
import type { Limiter } from "../limits/limiter.js";
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
    const giveBack: (() => void)[] = [];
    const visit: Visit = {
      startedAt: performance.now(),
      leave: () => {
        for (const give of giveBack.splice(0)) give();
      },
    };
    request.visit = visit;

    checkHost(hostLines(request.raw), request.raw.httpVersion);
    const { path, search } = splitTarget(request.url);
    const { operation, pathTexts } = findOperation(rules, request.method, path);
    visit.operation = operation;

    if (underWay >= maxConcurrent) throw tooManyRequests(1);
    underWay += 1;
    giveBack.push(() => {
      underWay -= 1;
    });
    // A caller that goes away gets no answer, and so no other moment at which to give back what it took.
    reply.raw.once("close", () => visit.leave());

    if (operation.secured) {
      const caller = await identify(keyRing, request.headers[keyHeader]);
      visit.keyId = caller.id;
      const problem = permissionProblem(caller, { method: operation.method, pathTexts });
      if (problem !== undefined) throw new Refusal(401, problem);
      giveBack.push(await enter(limiter, caller.id));
      // It may have gone away while we asked.
      if (reply.raw.destroyed) visit.leave();
    }
    visit.path = operation.readPath(pathTexts);
    visit.query = operation.readQuery(search);
    if (operation.body?.required) operation.body.checkHeaders(headerReader(request));
  };
}

async function identify(keyRing: KeyRing, key: string | string[] | undefined): Promise<StoredKey> {
  const caller = typeof key === "string" && key !== "" ? await keyRing.identify(key) : undefined;
  if (caller === undefined) throw new Refusal(401);
  return caller;
}

/** Takes a place within the limits of a key; returns how to give it back. */
async function enter(limiter: Limiter, keyId: string): Promise<() => void> {
  const admission = await limiter.enter(keyId);
  if (!admission.admitted) throw tooManyRequests(admission.retryAfter);
  return admission.leave;
}
