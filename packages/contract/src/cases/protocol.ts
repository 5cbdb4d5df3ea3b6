import type { Case, Context } from "../case.js";
import { type Body, type Document, errorBodyOf, type Operation, operationsOf, successOf } from "../document.js";
import { ContractViolation, mediaType, parse } from "../judge.js";
import { isScalar } from "../parameter-text.js";
import { pathPattern } from "../path-pattern.js";
import { type Inputs, requestOf } from "../request.js";
import type { WireResponse } from "../target.js";
import { canBeEmpty } from "./parameter-inputs.js";
import { checkMessageNames, refusalOf } from "./refuse.js";
import { validInputs } from "./valid-inputs.js";

/** Requests that are invalid before any schema applies: the bytes, the media type, the query as a whole. */
export function protocolCases(document: Document, operation: Operation): Case[] {
  const status = refusalOf(operation);
  const make = (keyword: string, name: string, wire: boolean, inputs: (uid: string) => Inputs, named = ""): Case => ({
    id: `${operation.id} rejects ${name}`,
    name: `rejects ${name}`,
    operation: operation.id,
    status,
    keyword,
    branch: "",
    writes: operation.method !== "GET",
    wire,
    async run(context) {
      const { body } = await context.exchange(operation, inputs(context.uid()), { status });
      checkMessageNames(body, named);
    },
  });
  const valid = (uid: string) => validInputs(document, operation, uid);
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
  const names = new Set(inQuery.map(({ name }) => name));
  const queryOf = (name: string): [string, string][] => {
    const parameter = inQuery.find((other) => other.name === name);
    const value = String(parameter?.example ?? "1");
    return [
      [name, value],
      [name, value],
    ];
  };
  const cases = [
    make(
      "query",
      "an unknown query parameter",
      inQuery.length === 0,
      (uid) => ({ ...valid(uid), query: [["unexpected", "1"]] }),
      "unexpected",
    ),
  ];
  for (const parameter of inQuery.filter(isScalar))
    cases.push(
      make(
        "query",
        `a duplicate ${parameter.name}`,
        false,
        (uid) => ({ ...valid(uid), query: queryOf(parameter.name) }),
        parameter.name,
      ),
      ...(canBeEmpty(parameter)
        ? []
        : [
            make(
              "query",
              `an empty ${parameter.name}`,
              false,
              (uid) => ({ ...valid(uid), query: [[parameter.name, ""]] }),
              parameter.name,
            ),
          ]),
      ...(names.has(otherCase(parameter.name))
        ? []
        : [
            make(
              "query",
              `${parameter.name} in another case`,
              false,
              (uid) => ({ ...valid(uid), query: [[otherCase(parameter.name), String(parameter.example ?? 1)]] }),
              // A missing required parameter is reported first.
              parameter.required ? "" : otherCase(parameter.name),
            ),
          ]),
    );
  return operation.body ? [...cases, ...bodyCases(operation.body, make, valid)] : cases;
}

const otherCase = (name: string) => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase());

type Make = (keyword: string, name: string, wire: boolean, inputs: (uid: string) => Inputs, named?: string) => Case;

function bodyCases(body: Body, make: Make, valid: (uid: string) => Inputs): Case[] {
  const text = (uid: string) => JSON.stringify(valid(uid).body);
  const brokenJson: [name: string, body: (uid: string) => string | Uint8Array][] = [
    ["a body cut in the middle", (uid) => text(uid).slice(0, -2) || "{"],
    ["a body with a character after it", (uid) => `${text(uid)}x`],
    ["a body with a trailing comma", (uid) => text(uid).replace(/[\]}]$/, ",$&")],
    ["a body with single quotes", (uid) => text(uid).replaceAll('"', "'")],
    ["a body that is not UTF-8", (uid) => notUtf8(text(uid))],
    ["random bytes", () => Uint8Array.from({ length: 64 }, (_, i) => (i * 151 + 7) % 256)],
    ["a body of spaces", () => "   "],
  ];
  // In a body without a string, there are no quotes to replace.
  const broken = brokenJson.filter(([name]) => name !== "a body with single quotes" || text("").includes('"'));
  const cases = (body.kind === "json" ? broken : []).map(([name, write]) =>
    make("body", name, true, (uid) => ({ ...valid(uid), body: undefined, rawBody: write(uid) })),
  );
  if (body.required && body.kind !== "text" && body.kind !== "binary")
    cases.push(make("body", "no body", true, (uid) => ({ ...valid(uid), body: undefined })));
  if (body.required && body.kind === "json")
    cases.push(make("body", "an empty body", true, (uid) => ({ ...valid(uid), body: undefined, rawBody: "" })));
  for (const type of [
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
  ].filter((type) => !accepts(body, type)))
    cases.push(
      make("mediaType", `the media type ${type}`, true, (uid) => ({
        ...valid(uid),
        headers: { "Content-Type": type },
      })),
    );
  cases.push(make("mediaType", "no media type", true, (uid) => ({ ...valid(uid), headers: { "Content-Type": "" } })));
  return cases;
}

/** Whether a media type is documented for a body. */
export function accepts({ mediaTypes }: Body, type: string): boolean {
  const [essence = ""] = type.split(";");
  return mediaTypes.some((mediaType) => {
    const [documented = ""] = mediaType.split(";");
    return (
      documented === essence ||
      documented === "*/*" ||
      (documented.endsWith("/*") && essence.startsWith(documented.slice(0, -1)))
    );
  });
}

/** Returns the text with a byte in its first string that is invalid in UTF-8; the rest is valid. */
function notUtf8(text: string): Uint8Array {
  const inside = text.indexOf('":"') + 3;
  return Buffer.concat([Buffer.from(text.slice(0, inside)), Buffer.from([0xff]), Buffer.from(text.slice(inside))]);
}

/** Unknown paths and methods (RFC 9110, 15.5.5 and 15.5.6), with the error body of the API (decision 0008). */
export function routeCases(document: Document): Case[] {
  const operations = operationsOf(document);
  const first = operations[0];
  if (!first) return [];
  const make = (
    operation: string,
    status: string,
    keyword: string,
    name: string,
    writes: boolean,
    run: Case["run"],
  ): Case => ({
    id: `${operation} responds with ${status}: ${name}`,
    name,
    operation,
    status,
    keyword,
    branch: "",
    writes,
    wire: true,
    run,
  });
  const errorBody = operations.map(errorBodyOf).find((pointer) => pointer !== undefined);
  const known = operations.map(({ path }) => pathPattern(path));
  // At `/`, a server may describe itself, but must not return a page of records.
  const root = make(
    "*",
    "404",
    "path",
    "the unknown path /, or a description of the server",
    false,
    async (context) => {
      const request = { method: "GET", path: "/", headers: requestOf(first, {}, context.target.apiKey).headers };
      const response = await context.target.send(request);
      const taken = operations.find((operation) => isPageOf(context, operation, response));
      if (taken) throw new ContractViolation(`GET / returns a page of ${taken.id}`, { request, response });
      if (response.status !== 200) await context.judgeError(request, 404, errorBody);
    },
  );
  const unknown = ["/api", `${pathOf(first)}/more`, `${pathOf(first)}x/y`]
    .filter((path) => !known.some((pattern) => pattern.test(path)))
    .map((path) =>
      make("*", "404", "path", `the unknown path ${path}`, false, async (context) => {
        const { headers } = requestOf(first, {}, context.target.apiKey);
        await context.judgeError({ method: "GET", path, headers }, 404, errorBody);
      }),
    );
  const methods = [...groupByPath(operations)].flatMap(([path, declared]) =>
    ["GET", "PUT", "POST", "DELETE", "PATCH", "TRACE", "PROPFIND"]
      .filter((method) => !declared.some((operation) => operation.method === method))
      .map((method) => {
        const operation = declared[0] ?? first;
        return make(operation.id, "405", "method", `${method} ${path}`, method !== "GET", async (context) => {
          const request = { ...requestOf(operation, {}, context.target.apiKey), method, body: undefined };
          const response = await context.judgeError(request, 405, errorBody);
          const allowed = (response.headers["allow"] ?? "").split(/,\s*/).map((name) => name.toUpperCase());
          for (const { method: name } of declared)
            if (!allowed.includes(name))
              throw new ContractViolation(`Allow is "${response.headers["allow"] ?? ""}", without ${name}`);
          if (allowed.includes(method)) throw new ContractViolation(`Allow contains ${method}, which was rejected`);
        });
      }),
  );
  return [...(known.some((pattern) => pattern.test("/")) ? [] : [root]), ...unknown, ...methods];
}

/** Whether a response is a page of a list operation. */
function isPageOf({ validator }: Context, operation: Operation, response: WireResponse): boolean {
  const [content] = Object.values(successOf(operation).content);
  if (!operation.pagination || !content?.schema || mediaType(response) !== "application/json") return false;
  return response.status === 200 && validator.breaches(content.schema.pointer, parse(response)).length === 0;
}

const pathOf = (operation: Operation) => requestOf(operation, {}, "").path.split("?")[0] ?? "";

function groupByPath(operations: Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation]);
  return groups;
}
