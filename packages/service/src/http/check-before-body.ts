import type { Socket } from "node:net";
import {
  credentialParameters,
  findOperation,
  keyFor,
  type OperationRules,
  Refusal,
  splitTarget,
  tooManyRequests,
  unauthorized,
  withoutCredentials,
} from "@metadata-service/server-rules";
import { own } from "@metadata-service/spec-tools";
import type { FastifyReply, FastifyRequest } from "fastify";
import { continueWith } from "../continue-with.js";
import { namespaceParameter, permissionProblem } from "../keys/key-permission.js";
import type { StoredKey } from "../keys/stored-key.js";
import { createRefusalPace } from "../limits/refusal-pace.js";
import type { Turns } from "../limits/turns.js";
import type { AppParts } from "./app-parts.js";
import { headerReader } from "./header-reader.js";
import type { RequestState } from "./request-state.js";

/** Callbacks for callers with a valid key, and their turns. */
interface KnownCallers extends Pick<Turns, "seen" | "run"> {
  assignKey(socket: Socket, keyId: string): void;
}

/**
 * Decides whether to process a request before its body is read: does its path exist, who is the caller, is there room,
 * is the caller within the limits, are path and query valid, and does the body have a supported type. Callers without a
 * valid key do not use up room.
 *
 * @param callers is called for callers with a valid key, and their connections
 */
export function checkBeforeBody(parts: AppParts, { assignKey, seen, run }: KnownCallers) {
  const { rules, limiter } = parts;
  const identify = identifier(parts);
  const namespaceName = namespaceParameter(rules);
  const credentialsInQuery = queryCredentials(parts);
  const takeSlot = slots(parts.maxConcurrent);
  const pace = createRefusalPace(() => performance.now());
  const refuse = async (keyId: string, retryAfter: number): Promise<never> => {
    await pace.next(keyId);
    throw tooManyRequests(retryAfter);
  };

  return (request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | void => {
    const releases: ((bytes: number) => void)[] = [];
    const state: RequestState = {
      startedAt: performance.now(),
      leave: () => {
        const bytes = bytesOf(request, reply);
        for (const release of releases.splice(0)) release(bytes);
      },
    };
    request.state = state;
    // The response is in memory and counts until it is sent or the caller disconnects.
    reply.raw.on("close", state.leave);

    parts.hosts.check(request.raw);
    const { path, search } = splitTarget(request.url);
    const { operation, pathTexts } = findOperation(rules, request.method, path);
    state.operation = operation;

    const enter = (caller: StoredKey | undefined): void | Promise<void> => {
      releases.push(takeSlot(), parts.activity.enter());
      if (!caller) return;
      // A web page may know it.
      if (caller.wellKnown) parts.hosts.requireOwn(request.raw);
      state.keyId = caller.id;
      assignKey(request.raw.socket, caller.id);
      seen(caller.id);
      return continueWith(limiter.enter(caller.id), (admission) => {
        // A waiting request does not use up room.
        if (!admission.admitted) {
          state.leave();
          return refuse(caller.id, admission.retryAfter);
        }
        releases.push(admission.leave);
        const namespace = own(pathTexts, namespaceName(operation.id));
        const problem = permissionProblem(caller, { method: operation.method, namespace });
        if (problem !== undefined) throw unauthorized(rules.api, operation, problem);
      });
    };
    const checkRequest = (): void => {
      // The caller may have disconnected in the meantime.
      if (reply.raw.destroyed) state.leave();
      state.path = operation.readPath(pathTexts, path);
      state.search = withoutCredentials(search, credentialsInQuery(operation));
      state.query = operation.readQuery(state.search);
      const header = headerReader(request);
      operation.checkHeaders(header);
      if (operation.body?.required) operation.body.checkHeaders(header);
    };
    const caller = operation.security.length > 0 ? identify(request, operation, search) : undefined;
    // A value may take long to match its pattern.
    const checkInTurn = () => run(state.keyId ?? "", 0, checkRequest);
    const checked = continueWith(continueWith(caller, enter), checkInTurn);
    if (checked instanceof Promise) return checked;
    done();
  };
}

/**
 * Identifies the caller, or rejects the request; an address that sends too many wrong keys gets a 429. If several
 * schemes are required together, each needs a valid key, and the first key determines the caller.
 */
function identifier({ rules, keyRing, failures, addresses }: AppParts) {
  const { securitySchemes } = rules.api;

  return (request: FastifyRequest, operation: OperationRules, search: string): Known => {
    const { security } = operation;
    const source = { header: headerReader(request), search };
    const refuse = (): undefined => {
      if (security.some(({ length }) => length === 0)) return undefined;
      const wait = failures.failed(addresses.ofRequest(request.raw));
      if (wait === 0) throw unauthorized(rules.api, operation);
      const { status, message, headers } = tooManyRequests(Math.max(1, Math.ceil(wait)));
      throw new Refusal(status, message, { ...headers, Connection: "close" });
    };
    const tryFrom = (index: number): Known => {
      const alternative = security[index];
      if (!alternative) return refuse();
      const keys = alternative.map(({ scheme }) => {
        const found = securitySchemes[scheme];
        return found && keyFor(found, source);
      });
      return continueWith(firstIfAllValid(keys), (caller) => caller ?? tryFrom(index + 1));
    };
    return tryFrom(0);
  };

  /** Returns the caller with the first key if all keys are valid. */
  function firstIfAllValid([key, ...others]: readonly (string | undefined)[]): Known {
    const first = key ? keyRing.identify(key) : undefined;
    if (others.length === 0) return first;
    return continueWith(first, (caller) => caller && continueWith(firstIfAllValid(others), (other) => other && caller));
  }
}

type Known = StoredKey | undefined | Promise<StoredKey | undefined>;

/** The names of the query parameters that carry an operation's keys. */
function queryCredentials({ rules }: AppParts) {
  const names = new Map(rules.operations.map((operation) => [operation, credentialParameters(rules.api, operation)]));
  const none: ReadonlySet<string> = new Set();
  return (operation: OperationRules) => names.get(operation) ?? none;
}

/** Limits concurrent requests. Returns a function that takes a slot, and returns a function that frees it. */
function slots(most: number) {
  let taken = 0;
  const free = () => {
    taken -= 1;
  };
  return () => {
    if (taken >= most) throw tooManyRequests(1);
    taken += 1;
    return free;
  };
}

function bytesOf({ body }: FastifyRequest, reply: FastifyReply): number {
  const received = body instanceof Uint8Array ? body.length : 0;
  // The headers of the raw response are not available after they were written.
  return received + Number(reply.getHeader("content-length") ?? 0);
}
