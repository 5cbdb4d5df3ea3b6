import type { Context, Exchange, Statuses } from "../cases/case.js";
import { kindOf } from "../document/body-kind.js";
import {
  type Document,
  errorBodyOf,
  isStatus,
  type Operation,
  operationsOf,
  responseFor,
  successOf,
} from "../document/document.js";
import { isStrict } from "../document/promises.js";
import { describeBreaches, type Validator } from "../document/validator.js";
import { remembered } from "../lib/remembered.js";
import type { WireRequest, WireResponse } from "../target/target.js";
import {
  breachesOf,
  ContractViolation,
  excerpt,
  judgeResponse,
  mediaType,
  parse,
  type WireExchange,
} from "./judge-response.js";

/** Sends a request; `expected` is the status that the case expects. */
export type Send = (request: WireRequest, expected?: Statuses) => Promise<WireResponse>;

/** The rules that a server is checked against. */
interface Judged {
  readonly document: Document;
  readonly validator: Validator;
}

const isNamed = ({ responses }: Operation, name: string) => responses.some(({ status }) => status === name);

/** Returns a function that checks whether any operation documents a status, by its number, class or `default`. */
function statusesOf(document: Document): (status: string) => boolean {
  const all = operationsOf(document).flatMap(({ responses }) => responses.map((one) => one.status.toUpperCase()));
  const named = new Set(all);
  return (status) => [status, `${status.charAt(0)}XX`, "DEFAULT"].some((one) => named.has(one));
}

/**
 * Whether an operation allows this 4xx status instead of 400: the same range or `default` describes both, or no
 * response to invalid requests is documented.
 */
function isOtherRefusal(operation: Operation, status: number): boolean {
  const described = responseFor(operation, 400);
  if (status < 400 || status > 499) return false;
  // Where both are described, the document does not say which mistakes are a 422.
  if (status === 422 && !isStrict(operation) && isNamed(operation, "422")) return true;
  return !described || (described.status !== "400" && described === responseFor(operation, status));
}

/**
 * Whether a status rejects the request, if the document does not specify which one does. 401 and 403 count only if a
 * wrong key was sent, and statuses that ask the client to wait never count; otherwise a server that rejects every
 * request would pass.
 */
function isRefusalInstead(expected: string, status: number): boolean {
  if (!/^4/.test(expected) || status < 400 || status > 499) return false;
  return !OF_THE_MOMENT.includes(status) && (expected === "401" || !OF_THE_KEY.includes(status));
}

/** Whether a response rejects the request with a status for which the document does not say that it is another one. */
function isOtherError(operation: Operation, expected: string, status: number, isNamed: boolean): boolean {
  // A document that describes only what a key may not do leaves 401 to HTTP (RFC 9110, 15.5.2); one without either, both.
  if (expected === "403" && status === 401) return !responseFor(operation, 401);
  const isOpenKey = OF_THE_KEY.includes(Number(expected)) && !responseFor(operation, Number(expected));
  if (isOpenKey && OF_THE_KEY.includes(status)) return !responseFor(operation, status);
  const isOpen = !isNamed || (expected === "400" && isOtherRefusal(operation, status));
  return isOpen && isRefusalInstead(expected, status);
}

/** Checks that a 401 says how to authenticate. An API key is no scheme of HTTP, so its challenge has no name. */
function judgeChallenge({ credentials }: Operation, exchange: WireExchange): void {
  const { status, headers } = exchange.response;
  const isOfHttp = credentials.flat().some(({ scheme }) => scheme !== "plain");
  if (status === 401 && isOfHttp && !/\w/.test(headers["www-authenticate"] ?? ""))
    throw new ContractViolation("status 401 has no WWW-Authenticate header (RFC 9110, 15.5.2)", exchange);
}

const OF_THE_KEY = [401, 403];
const OF_THE_MOMENT = [408, 425, 429];

/** Returns the media types of the error bodies in a document. */
const errorTypesOf = (document: Document): ReadonlySet<string> =>
  new Set(
    operationsOf(document)
      .flatMap(({ responses }) => responses.filter(({ status }) => /^([45]|default$)/.test(status)))
      .flatMap(({ content }) => Object.keys(content)),
  );

/**
 * Returns the schemas of the error bodies in a document. A request that belongs to no operation may be rejected with
 * any of them, because the document does not specify which one.
 */
const errorBodiesOf = (document: Document): readonly string[] => [
  ...new Set(operationsOf(document).flatMap((operation) => errorBodyOf(operation) ?? [])),
];

/** What a document says about errors, which every case needs. */
const documentedErrors = remembered((document: Document) => ({
  isNamed: statusesOf(document),
  types: errorTypesOf(document),
  bodies: errorBodiesOf(document),
}));

/** Creates the functions that send a request and validate the response against the document, or its error body. */
export function judgesOf({ document, validator }: Judged, send: Send): Pick<Context, "judge" | "judgeError"> {
  const { isNamed: isAnywhere, types: errorTypes, bodies: errorBodies } = documentedErrors(document);
  return {
    async judge(operation, request, statuses): Promise<Exchange> {
      const response = await send(request, statuses);
      const exchange = { request, response };
      const [status = "", ...others] = [statuses].flat();
      const isOther =
        isOtherError(operation, status, response.status, isAnywhere(status)) ||
        [statuses].flat().includes(String(response.status));
      // Which of several successes it is may depend on the record or on a header, such as Prefer. Only a condition leads to 304.
      const isOtherSuccess =
        status === successOf(operation).status &&
        /^(2|3(?!04))/.test(String(response.status)) &&
        isNamed(operation, String(response.status));
      const isExpected = [status, ...others].some((each) => isStatus(each, response.status));
      if (!isExpected && !isOther && !isOtherSuccess)
        throw new ContractViolation(
          `status ${response.status}, expected ${[...new Set([status, ...others])].join(" or ")}: ${request.method} ${request.path} -> ${excerpt(response.body)}`,
          exchange,
        );
      judgeChallenge(operation, exchange);
      // Nothing more is known about an error response that the document does not describe (decision 0115).
      if (isOther && !responseFor(operation, response.status)) return { ...exchange, body: undefined };
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
      // A response to HEAD has no body (RFC 9110, 9.3.2).
      if (errorBody === undefined || kindOf(type) !== "json" || request.method === "HEAD") return response;
      const body = parse(response);
      const breaches = breachesOf(validator, errorBody, type, body);
      if (breaches.length > 0 && !errorBodies.some((other) => breachesOf(validator, other, type, body).length === 0))
        throw fail(`the error body violates its schema: ${describeBreaches(breaches)}`);
      return response;
    },
  };
}
