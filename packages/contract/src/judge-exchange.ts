import { kindOf } from "./body-kind.js";
import type { Context, Exchange } from "./case.js";
import { type Document, isStatus, type Operation, operationsOf, responseFor, successOf } from "./document.js";
import { ContractViolation, excerpt, judgeResponse, mediaType, parse } from "./judge.js";
import { createsByPath } from "./resources/chosen-identity.js";
import type { WireRequest, WireResponse } from "./target.js";
import { describeBreaches, type Validator } from "./validator.js";

/** Sends a request, of which the response should have a status. */
export type Send = (request: WireRequest, expected?: string) => Promise<WireResponse>;

/** The rules that a server is checked against. */
interface Judged {
  readonly document: Document;
  readonly validator: Validator;
}

/** Whether any operation of a document says something of a status, by its number, its class or `default`. */
function statusesOf(document: Document): (status: string) => boolean {
  const all = operationsOf(document).flatMap(({ responses }) => responses.map((one) => one.status.toUpperCase()));
  const named = new Set(all);
  return (status) => [status, `${status.charAt(0)}XX`, "DEFAULT"].some((one) => named.has(one));
}

/**
 * Whether a refusal is one that an operation allows in place of a 400: another status of the range, or of the default, that
 * describes both; any status where it describes no wrong requests at all.
 */
function isOtherRefusal(operation: Operation, status: number): boolean {
  const described = responseFor(operation, 400);
  if (status < 400 || status > 499) return false;
  return !described || (described.status !== "400" && described === responseFor(operation, status));
}

/**
 * Whether a status refuses the request, where a document leaves open with which. A refusal of the key does so only where the
 * key is wrong, and one that asks the caller to wait never does: behind these, every check of a server that lets nobody in
 * would pass.
 */
function isRefusalInstead(expected: string, status: number): boolean {
  if (!/^4/.test(expected) || status < 400 || status > 499) return false;
  return !OF_THE_MOMENT.includes(status) && (expected === "401" || !OF_THE_KEY.includes(status));
}

const OF_THE_KEY = [401, 403];
const OF_THE_MOMENT = [408, 425, 429];

/** The media types of the error bodies of a document. */
const errorTypesOf = (document: Document): ReadonlySet<string> =>
  new Set(
    operationsOf(document)
      .flatMap(({ responses }) => responses.filter(({ status }) => /^([45]|default$)/.test(status)))
      .flatMap(({ content }) => Object.keys(content)),
  );

/** Sends a request and holds the response to the document, or to the error body of the API. */
export function judgesOf({ document, validator }: Judged, send: Send): Pick<Context, "judge" | "judgeError"> {
  const isNamed = statusesOf(document);
  const errorTypes = errorTypesOf(document);
  return {
    async judge(operation, request, status): Promise<Exchange> {
      const response = await send(request, status);
      const exchange = { request, response };
      const isOpen = !isNamed(status) || (status === "400" && isOtherRefusal(operation, response.status));
      const isOther = isOpen && isRefusalInstead(status, response.status);
      // Of a refusal that the document does not describe, nothing more can be said (decision 0115).
      if (isOther && !responseFor(operation, response.status)) return { ...exchange, body: undefined };
      // A PUT of what is not there yet has a success of its own.
      const isCreated = response.status === 201 && createsByPath(operation) && status === successOf(operation).status;
      if (!isStatus(status, response.status) && !isOther && !isCreated)
        throw new ContractViolation(
          `status ${response.status}, expected ${status}: ${request.method} ${request.path} -> ${excerpt(response.body)}`,
          exchange,
        );
      try {
        return { ...exchange, body: judgeResponse(validator, operation, response) };
      } catch (error) {
        throw error instanceof ContractViolation ? error.with(exchange) : error;
      }
    },
    async judgeError(request, status, errorBody) {
      const response = await send(request);
      const fail = (message: string) => new ContractViolation(message, { request, response });
      if (response.status !== status)
        throw fail(`status ${response.status}, expected ${status}: ${request.method} ${request.path}`);
      const type = mediaType(response);
      if (errorTypes.size > 0 && !errorTypes.has(type))
        throw fail(`status ${status} has content type "${type}", not ${[...errorTypes].join(" or ")}`);
      const breaches =
        errorBody === undefined || kindOf(type) !== "json" ? [] : validator.breaches(errorBody, parse(response));
      if (breaches.length > 0) throw fail(`the error body breaks its schema: ${describeBreaches(breaches)}`);
      return response;
    },
  };
}
