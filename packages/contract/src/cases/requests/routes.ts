import type { Case, Context } from "../../case.js";
import { type Document, type Operation, operationsOf, responseFor } from "../../document.js";
import { hashOf } from "../../effort.js";
import { Violation } from "../../judge.js";
import { requestOf } from "../../request.js";
import { draft } from "../draft.js";
import { changesRecords } from "../harmless.js";
import { refusalOf } from "../refuse.js";
import { validInputs } from "../valid-inputs.js";

/** Paths that are none, methods that a path does not have (decision 0008), values that the path does not know. */
export function routeGrammar(document: Document): Case[] {
  const operations = operationsOf(document);
  const known = new Set(operations.map(({ path }) => path));
  const [first] = operations;
  if (!first) return [];
  return [
    ...operations.flatMap((operation) => unknownPaths(document, operation, known)),
    ...[...known].flatMap((path) =>
      methodsOf(
        document,
        operations.filter((operation) => operation.path === path),
      ),
    ),
    ...operations.flatMap((operation) => namespaces(document, operation)),
  ];
}

const errorBodyOf = (operation: Operation) =>
  Object.values(responseFor(operation, 400)?.content ?? {})[0]?.schema?.pointer;

/** Paths at one edit's distance from one that is there. */
function pathsNear(path: string): string[] {
  const parts = path.split("/").slice(1);
  const last = parts.at(-1) ?? "";
  const with_ = (i: number, part: string) => `/${parts.with(i, part).join("/")}`;
  return [
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//${path}`,
    ...parts.map((_, i) => `/${parts.slice(0, i).join("/")}${i ? "/" : ""}/${parts.slice(i).join("/")}`).slice(1),
    ...parts.slice(0, -1).map((_, i) => `/${parts.slice(0, i + 1).join("/")}`),
    ...parts.map((_, i) => `/${parts.toSpliced(i, 1).join("/")}`),
    ...parts.map((part, i) => with_(i, part.toUpperCase())),
    ...parts.map((part, i) => with_(i, part.charAt(0).toUpperCase() + part.slice(1))),
    ...parts.map((part, i) => with_(i, `${part}x`)),
    ...parts.map((part, i) => with_(i, `x${part}`)),
    ...parts.map((part, i) => with_(i, part.slice(0, -1))),
    ...parts.map((part, i) => with_(i, `${part}%20`)),
    ...parts.map((part, i) => with_(i, `${part}%00`)),
    ...parts.map((part, i) => with_(i, `${part}.`)),
    ...parts.flatMap((part, i) =>
      /^v\d$/.test(part)
        ? ["v0", "v1", "v2", "v3", "v4", "v10", "V1", "1", "latest"].map((other) => with_(i, other))
        : [],
    ),
    `/${parts.join("/./")}`,
    `${path}/.`,
    `${path}/..`,
    `${path}/../${last}`,
    `/x/..${path}`,
    `/./${parts.join("/")}`,
    `/..${path}`,
    `${path}/x`,
    `${path}/1`,
    `${path}/${last}`,
    `${path}/count`,
    `${path}/search`,
    `${path}.json`,
    `${path};x=1`,
    `${path}%2F`,
    `${path}%3Flimit=1`,
    `${path}&limit=1`,
    `/x${path}`,
    `/api${path}`,
    `/v1${path}`,
    path.replaceAll("/", "\\").replace("\\", "/"),
    path.replaceAll("-", "_"),
    path.replaceAll("-", ""),
    path.replace(/s$/, ""),
    path.replace("/api/", "/apis/"),
    path.replace("/api/", "/rest/"),
    path.replace("/api/", "%2Fapi/"),
  ];
}

const ELSEWHERE = [
  "/",
  "/api",
  "/api/",
  "/api/v1",
  "/api/v1/",
  "/api/v2",
  "/api/v2/metadata",
  "/api/v2/metadata/",
  "/index.html",
  "/login",
  "/admin",
  "/%20",
  "/*",
  "/api/v1/orders",
  "/api/v1/purchase-order",
  "/graphql",
  "/api/v1/reports/1",
  "/api/v2/reports",
  "/api/v3/reports",
  "/api/v2/purchase-orders",
  "/api/v4/purchase-orders",
  "/api/v1/metadata/inspection",
  "/api/v3/metadata/inspection",
];

function unknownPaths(document: Document, operation: Operation, known: Set<string>): Case[] {
  // A lenient server could take a path near the one of a record for that of the record.
  if (changesRecords(operation)) return [];
  const base = requestOf(operation, {}, "").path;
  const all = new Set(operationsOf(document).map((other) => requestOf(other, {}, "").path));
  const free = [...known]
    .filter((path) => path.includes("{"))
    .map((path) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`));
  const paths = [...new Set([...pathsNear(base), ...ELSEWHERE])].filter(
    (path) => !all.has(path) && path.startsWith("/") && !free.some((other) => other.test(path)),
  );
  const errorBody = errorBodyOf(operation);
  return paths.map((path) =>
    draft(
      { ...operation, id: operation.id },
      {
        rule: "paths",
        name: `${operation.method} ${path} is a 404`,
        status: "404",
        wire: true,
        writes: operation.method !== "GET",
        least: hashOf(path) % 4 === 0 ? "quick" : "standard",
        run: async (context) => {
          const request = requestOf(operation, validInputs(document, operation, context.uid()), context.target.apiKey);
          await context.judgeError({ ...request, path }, 404, errorBody);
        },
      },
    ),
  );
}

const METHODS = [
  "GET",
  "HEAD",
  "PUT",
  "POST",
  "DELETE",
  "PATCH",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "SEARCH",
  "COPY",
  "MOVE",
  "LINK",
  "REPORT",
  "MKCOL",
  "PURGE",
];
/** Headers by which some servers take one method for another. */
const OVERRIDES = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"];

function methodsOf(document: Document, declared: Operation[]): Case[] {
  const [operation] = declared;
  if (!operation) return [];
  const known = new Set(declared.map(({ method }) => method));
  const refused = (method: string, name: string, headers: Record<string, string>, body: boolean) =>
    draft(operation, {
      rule: "methods",
      name: `${method} ${operation.path}${name} is a 405, and Allow tells what there is`,
      status: "405",
      wire: true,
      writes: method !== "GET" && method !== "HEAD" && method !== "OPTIONS",
      run: async (context) => {
        const request = requestOf(
          operation,
          body ? validInputs(document, operation, context.uid()) : {},
          context.target.apiKey,
        );
        await allows(
          context,
          { ...request, method, headers: { ...request.headers, ...headers } },
          known,
          errorBodyOf(operation),
        );
      },
    });
  const get = declared.find(({ method }) => method === "GET");
  return [
    ...METHODS.filter((method) => !known.has(method)).flatMap((method) => [
      refused(method, "", {}, false),
      ...(operation.body && !["HEAD", "GET", "TRACE"].includes(method)
        ? [refused(method, " with a body", {}, true)]
        : []),
    ]),
    ...OVERRIDES.flatMap((header) => {
      const own = [...known][0] ?? "GET";
      return [
        ...(known.has("POST") ? [] : [refused("POST", ` with ${header}: ${own}`, { [header]: own }, false)]),
        ...(get
          ? [
              draft(get, {
                rule: "methods",
                name: `GET with ${header}: DELETE is a GET`,
                wire: true,
                run: (context) => context.exchange(get, { headers: { [header]: "POST" } }).then(() => {}),
              }),
            ]
          : []),
      ];
    }),
  ];
}

async function allows(
  context: Context,
  request: Parameters<Context["judgeError"]>[0],
  known: Set<string>,
  errorBody: string | undefined,
) {
  const response = await context.judgeError(request, 405, request.method === "HEAD" ? undefined : errorBody);
  const header = response.headers["allow"];
  const allowed = (header ?? "").split(",").map((name) => name.trim());
  for (const name of known)
    if (!allowed.includes(name)) throw new Violation(`Allow is ${JSON.stringify(header)} and lacks ${name}`);
  for (const name of allowed)
    if (!known.has(name)) throw new Violation(`Allow is ${JSON.stringify(header)}, and ${name} is not documented`);
}

/** What is at one edit of a listed value, and what a server may know for reasons of its own. */
function namespacesNear(values: string[]): string[] {
  const near = values.flatMap((value) => [
    value.toUpperCase(),
    value.charAt(0).toUpperCase() + value.slice(1),
    `${value}s`,
    value.slice(0, -1),
    value.slice(1),
    `${value}%20`,
    `%20${value}`,
    `${value}%00`,
    `${value}%0A`,
    `${value}%2F`,
    `${value}%2Fx`,
    `x${value}`,
    `${value},${value}`,
    `${value};x`,
    `${value}.`,
    `${value}%3F`,
    `${value}+`,
    `%22${value}%22`,
    `${value.slice(0, 3)}%20${value.slice(3)}`,
    `${value.replace("i", "%C4%B1")}`,
  ]);
  const others = [
    "x",
    "0",
    "1",
    "default",
    "null",
    "undefined",
    "all",
    "*",
    "%2A",
    "test",
    "%7Bnamespace%7D",
    "{namespace}",
    "__proto__",
    "constructor",
    "toString",
    "%E2%80%8B",
    "%F0%9F%98%80",
    "n".repeat(200),
    "%2e",
    "-",
    "_",
    "metadata",
    values.join(","),
    values.join("%2C"),
  ];
  return [...near, ...others];
}

/** Values of a path parameter that lists its own: near ones are refused, and an encoding is no other value. */
function namespaces(document: Document, operation: Operation): Case[] {
  const parameter = operation.parameters.find(({ in: place, schema }) => place === "path" && schema.node.enum);
  const values = (parameter?.schema.node.enum ?? []).map(String);
  if (!parameter) return [];
  const send = (
    context: Context,
    value: string,
    status: string,
    body = validInputs(document, operation, context.uid()).body,
  ) => {
    const request = requestOf(operation, { body }, context.target.apiKey);
    const path = operation.path.replace(`{${parameter.name}}`, value);
    return context.judge(operation, { ...request, path }, status);
  };
  return [
    ...[...new Set(namespacesNear(values))]
      .filter((value) => !values.includes(value))
      .map((value) =>
        draft(operation, {
          rule: "namespace",
          name: `${parameter.name} ${value.slice(0, 40)} is refused`,
          status: refusalOf(operation),
          wire: true,
          least: hashOf(value) % 4 === 0 ? "quick" : "standard",
          run: async (context) => {
            const { body } = await send(context, value, refusalOf(operation));
            const message = (body as { message?: string }).message ?? "";
            if (!message.includes(parameter.name))
              throw new Violation(`the message does not name ${parameter.name}: ${message}`);
          },
        }),
      ),
    ...["%", "%zz", "%FF", "%C0%80", `${values[0]}%`, `%E0%A4%A`].map((value) =>
      draft(operation, {
        rule: "namespace",
        name: `${parameter.name} ${value}, a broken encoding, is refused`,
        status: refusalOf(operation),
        wire: true,
        run: (context) => send(context, value, refusalOf(operation)).then(() => {}),
      }),
    ),
    ...values.map((value) =>
      draft(operation, {
        rule: "namespace",
        name: `${parameter.name} ${value}, percent-encoded, is the same one`,
        wire: true,
        run: async (context) => {
          const { body } = validInputs(document, operation, context.uid());
          const status = operation.responses[0]?.status ?? "201";
          const [plain, encoded] = [value, `%${value.charCodeAt(0).toString(16)}${value.slice(1)}`];
          const first = await send(context, plain, status, body);
          const second = await send(context, encoded, status, body);
          if (JSON.stringify(first.body) !== JSON.stringify(second.body))
            throw new Violation(`${encoded} gave another record than ${plain}`);
        },
      }),
    ),
  ];
}
