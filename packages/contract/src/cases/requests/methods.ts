import { METHODS as HTTP_METHODS } from "node:http";
import type { Case, Context } from "../../case.js";
import { type Document, errorBodyOf, type Operation } from "../../document.js";
import { ContractViolation } from "../../judge.js";
import { requestOf, withQuery } from "../../request.js";
import type { WireRequest } from "../../target.js";
import { draft } from "../draft.js";
import { validInputs } from "../valid-inputs.js";
import { choicesOf } from "./choices.js";

/** Every registered HTTP method, and one that is not registered. CONNECT is for proxies. */
export const METHODS = [...HTTP_METHODS.filter((method) => method !== "CONNECT"), "EXAMPLE"];
/** The common methods, which get more cases than the others. */
const COMMON = ["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE"];
/** Methods without a body. */
const BARE = ["HEAD", "GET", "TRACE"];
/** Methods that change nothing on a correct server. */
const QUESTIONS = ["GET", "HEAD", "OPTIONS"];
/** Headers with which some servers replace the method. */
const OVERRIDES = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"];

/**
 * Cases about methods that a path does not have, for each listed value, and headers that must not change the method.
 */
export function methodCases(document: Document, declared: Operation[]): Case[] {
  const [operation] = declared;
  if (!operation) return [];
  const known = new Set(declared.map(({ method }) => method));
  const errorBody = errorBodyOf(operation);
  const refused = (method: string, what: string, change: (request: WireRequest) => Partial<WireRequest>): Case[] =>
    choicesOf(operation).map(({ path, name }) =>
      draft(operation, {
        rule: "methods",
        name: `${method} ${operation.path}${name}${what} is a 405, and Allow lists the supported methods`,
        status: "405",
        wire: true,
        writes: !QUESTIONS.includes(method),
        least: COMMON.includes(method) && what === "" ? undefined : "standard",
        run: async (context) => {
          const valid = validInputs(document, operation, context.uid());
          const request = requestOf(operation, { ...valid, path }, context.target.apiKey);
          const bare = { ...request, method, body: undefined };
          await allows(context, { ...bare, ...change(request) }, known, method === "HEAD" ? undefined : errorBody);
        },
      }),
    );
  // A server that supports GET supports HEAD (RFC 9110, section 9.1).
  const others = METHODS.filter((method) => !known.has(method) && !(method === "HEAD" && known.has("GET")));
  const own = [...known][0] ?? "GET";
  return [
    ...others.flatMap((method) => refused(method, "", () => ({}))),
    ...others
      .filter((method) => COMMON.includes(method))
      .flatMap((method) => [
        ...(operation.body && !BARE.includes(method)
          ? refused(method, " with a body", (request) => ({ body: request.body }))
          : []),
        ...(!operation.body && !BARE.includes(method)
          ? refused(method, " with a body", (request) => ({
              body: '{"a":1}',
              headers: { ...request.headers, "Content-Type": "application/json" },
            }))
          : []),
        ...refused(method, " with a query", (request) => ({ path: withQuery(request, "limit=1").path })),
        ...refused(method, " without a key", (request) => ({
          headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => name !== operation.keyHeader)),
        })),
        ...refused(method, " with another Accept", (request) => ({
          headers: { ...request.headers, Accept: "text/html" },
        })),
        ...OVERRIDES.flatMap((header) =>
          refused(method, ` with ${header}: ${own}`, (request) => ({ headers: { ...request.headers, [header]: own } })),
        ),
      ]),
    ...declared.flatMap((each) => overridden(document, each)),
  ];
}

/** The method of a request is the one in its first line, regardless of any header. */
function overridden(document: Document, operation: Operation): Case[] {
  return OVERRIDES.flatMap((header) =>
    ["DELETE", "PUT", "HEAD", operation.method === "GET" ? "POST" : "GET"].map((method) =>
      draft(operation, {
        rule: "methods",
        name: `${operation.method} with ${header}: ${method} is treated as ${operation.method}`,
        wire: true,
        run: async (context) => {
          const inputs = validInputs(document, operation, context.uid());
          await context.exchange(operation, { ...inputs, headers: { [header]: method } });
        },
      }),
    ),
  );
}

async function allows(context: Context, request: WireRequest, known: Set<string>, errorBody: string | undefined) {
  const response = await context.judgeError(request, 405, errorBody);
  const header = response.headers["allow"];
  const allowed = (header ?? "").split(",").map((name) => name.trim());
  for (const name of known)
    if (!allowed.includes(name)) throw new ContractViolation(`Allow is ${JSON.stringify(header)}, without ${name}`);
  for (const name of allowed)
    if (!known.has(name) && !(name === "HEAD" && known.has("GET")))
      throw new ContractViolation(`Allow is ${JSON.stringify(header)}, but ${name} is not documented`);
}
