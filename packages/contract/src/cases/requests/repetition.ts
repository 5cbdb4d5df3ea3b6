import type { Case, Context } from "../../case.js";
import { type Document, errorBodyOf, type Operation, operationsOf, successOf } from "../../document.js";
import { ContractViolation } from "../../judge.js";
import { pathPattern } from "../../path-pattern.js";
import { requestOf, withQuery } from "../../request.js";
import type { WireRequest, WireResponse } from "../../target.js";
import type { Validator } from "../../validator.js";
import { draft } from "../draft.js";
import { changesRecords, hasUid } from "../harmless.js";
import { refusalOf } from "../refuse.js";
import { validInputs } from "../valid-inputs.js";
import { choicesOf } from "./choices.js";

/** The number of times that each request is sent: enough to detect a server that fails rarely. */
const TIMES = { quick: 11, standard: 110, thorough: 600 };
/** The number of requests in flight at once. */
const AT_ONCE = 10;

/** A request that is sent repeatedly, and the status that it gets each time. */
interface Sort {
  name: string;
  status: string;
  request(context: Context, path: Record<string, string>): WireRequest;
}

/**
 * Whether each request may create a new record, whatever the status: a POST whose record gets its identity from the
 * server.
 */
const makesRecords = (operation: Operation) => operation.method === "POST" && !hasUid(operation);

/** A request that is sent a hundred times gets the same response each time. */
export function repetitionCases(document: Document, validator: Validator, operation: Operation): Case[] {
  if (changesRecords(operation)) return [];
  const sorts = sortsOf(document, validator, operation);
  return choicesOf(operation).flatMap(({ path, name }) =>
    sorts.map((sort) =>
      draft(operation, {
        rule: "repetition",
        name: `${sort.name}${name}, sent repeatedly, gets the same response each time`,
        status: sort.status,
        wire: true,
        run: (context) => repeat(context, operation, sort, path),
      }),
    ),
  );
}

function sortsOf(document: Document, validator: Validator, operation: Operation): Sort[] {
  const valid = (context: Context, path: Record<string, string>) =>
    requestOf(operation, { ...validInputs(document, operation, context.uid()), path }, context.target.apiKey);
  const without = (headers: Record<string, string>, gone: string | undefined) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name !== gone));
  const { keyHeader, parameters } = operation;
  const hasPages = ["limit", "offset"].every((name) => parameters.some((parameter) => parameter.name === name));
  return [
    // Each of these requests creates a new record if the server assigns the identity.
    ...(makesRecords(operation)
      ? []
      : [{ name: "a valid request", status: successOf(operation).status, request: valid }]),
    ...(hasPages
      ? [
          {
            name: "a page of one record",
            status: successOf(operation).status,
            request: (context: Context, path: Record<string, string>) => {
              const made = valid(context, path);
              return withQuery(made, "limit=1&offset=2");
            },
          },
        ]
      : []),
    {
      name: "an unknown parameter",
      status: refusalOf(operation),
      request: (context, path) => {
        const made = valid(context, path);
        return withQuery(made, "unexpected=1");
      },
    },
    ...(operation.body?.kind === "json" && !validator.accepts(operation.body.schema.pointer, {})
      ? [
          {
            name: "a body without its fields",
            status: refusalOf(operation),
            request: (context: Context, path: Record<string, string>) => ({ ...valid(context, path), body: "{}" }),
          },
          {
            name: "a body that is not JSON",
            status: refusalOf(operation),
            request: (context: Context, path: Record<string, string>) => ({ ...valid(context, path), body: '{"uid":' }),
          },
        ]
      : []),
    ...(keyHeader && operation.responses.some(({ status }) => status === "401")
      ? [
          {
            name: "a request without a key",
            status: "401",
            request: (context: Context, path: Record<string, string>) => {
              const made = valid(context, path);
              return { ...made, headers: without(made.headers, keyHeader) };
            },
          },
        ]
      : []),
    ...(operationsOf(document).some(({ path }) => pathPattern(path).test(`${operation.path}/unknown`))
      ? []
      : [
          {
            name: "an unknown path",
            status: "404",
            request: (context: Context, path: Record<string, string>) => {
              const made = valid(context, path);
              return { ...made, path: `${made.path.split("?")[0]}/unknown` };
            },
          },
        ]),
    {
      name: "a method that the path does not have",
      status: "405",
      request: (context, path) => ({ ...valid(context, path), method: "REPORT", body: undefined }),
    },
  ];
}

async function repeat(context: Context, operation: Operation, sort: Sort, path: Record<string, string>): Promise<void> {
  const request = sort.request(context, path);
  const belongs = !["404", "405"].includes(sort.status);
  const send = async (): Promise<WireResponse> =>
    belongs
      ? (await context.judge(operation, request, sort.status)).response
      : // Responses to HEAD have no body.
        context.judgeError(
          request,
          Number(sort.status),
          request.method === "HEAD" ? undefined : errorBodyOf(operation),
        );
  const first = await send();
  // Many wrong keys from one address may lead to a 429.
  const times = TIMES[context.effort] / (sort.status === "401" ? 3 : 1);
  for (let sent = 1; sent < times; sent += AT_ONCE)
    for (const { body } of await Promise.all(Array.from({ length: AT_ONCE }, send)))
      if (body !== first.body)
        throw new ContractViolation("the same request got different responses", {
          request,
          response: { ...first, body },
        });
}
