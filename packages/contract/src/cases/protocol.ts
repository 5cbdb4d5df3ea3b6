import type { Case } from "../case.js";
import { type Document, type Operation, operationsOf, responseFor } from "../document.js";
import { ContractViolation } from "../judge.js";
import { type Inputs, requestOf } from "../request.js";
import { namesThePlace, refusalOf } from "./refuse.js";
import { validInputs } from "./valid-inputs.js";

/** Requests that are wrong before any schema is read: the bytes, the media type, the query as a whole. */
export function protocolCases(document: Document, operation: Operation): Case[] {
  const status = refusalOf(operation);
  const make = (keyword: string, name: string, wire: boolean, inputs: (uid: string) => Inputs, named = ""): Case => ({
    id: `${operation.id} refuses ${name}`,
    name: `refuses ${name}`,
    operation: operation.id,
    status,
    keyword,
    branch: "",
    writes: operation.method !== "GET",
    wire,
    async run(context) {
      const { body } = await context.exchange(operation, inputs(context.uid()), { status });
      namesThePlace(body, named);
    },
  });
  const valid = (uid: string) => validInputs(document, operation, uid);
  const queryOf = (name: string): [string, string][] => {
    const parameter = operation.parameters.find((other) => other.name === name);
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
      !operation.parameters.some((other) => other.in === "query"),
      (uid) => ({ ...valid(uid), query: [["unexpected", "1"]] }),
      "unexpected",
    ),
  ];
  for (const parameter of operation.parameters.filter((other) => other.in === "query"))
    cases.push(
      make(
        "query",
        `${parameter.name} twice`,
        false,
        (uid) => ({ ...valid(uid), query: queryOf(parameter.name) }),
        parameter.name,
      ),
      make(
        "query",
        `${parameter.name} empty`,
        false,
        (uid) => ({ ...valid(uid), query: [[parameter.name, ""]] }),
        parameter.name,
      ),
      make(
        "query",
        `${parameter.name} in another case`,
        false,
        (uid) => ({ ...valid(uid), query: [[parameter.name.toUpperCase(), String(parameter.example ?? 1)]] }),
        parameter.name.toUpperCase(),
      ),
    );
  return operation.body ? [...cases, ...bodyCases(operation, make, valid)] : cases;
}

type Make = (keyword: string, name: string, wire: boolean, inputs: (uid: string) => Inputs, named?: string) => Case;

function bodyCases(operation: Operation, make: Make, valid: (uid: string) => Inputs): Case[] {
  const text = (uid: string) => JSON.stringify(valid(uid).body);
  const raw: [name: string, body: (uid: string) => string | Uint8Array][] = [
    ["a body cut in the middle", (uid) => text(uid).slice(0, -2)],
    ["a body with something after it", (uid) => `${text(uid)}x`],
    ["a body with a comma too many", (uid) => text(uid).replace(/\}$/, ",}")],
    ["a body with single quotes", (uid) => text(uid).replaceAll('"', "'")],
    ["a body that is not UTF-8", (uid) => notUtf8(text(uid))],
    ["random bytes", () => Uint8Array.from({ length: 64 }, (_, i) => (i * 151 + 7) % 256)],
    ["a body of blanks", () => "   "],
  ];
  const cases = raw.map(([name, body]) =>
    make("body", name, true, (uid) => ({ ...valid(uid), body: undefined, rawBody: body(uid) })),
  );
  if (operation.body?.required)
    cases.push(make("body", "no body", true, (uid) => ({ ...valid(uid), body: undefined })));
  if (operation.body?.required)
    cases.push(make("body", "an empty body", true, (uid) => ({ ...valid(uid), body: undefined, rawBody: "" })));
  for (const type of [
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
  ])
    cases.push(
      make("mediaType", `the media type ${type}`, true, (uid) => ({
        ...valid(uid),
        headers: { "Content-Type": type },
      })),
    );
  cases.push(make("mediaType", "no media type", true, (uid) => ({ ...valid(uid), headers: { "Content-Type": "" } })));
  return cases;
}

/** The text with a byte inside its first string that no UTF-8 text has; all else of it is right. */
function notUtf8(text: string): Uint8Array {
  const inside = text.indexOf('":"') + 3;
  return Buffer.concat([Buffer.from(text.slice(0, inside)), Buffer.from([0xff]), Buffer.from(text.slice(inside))]);
}

/** What HTTP says of a server as a whole (RFC 9110, 15.5.5 and 15.5.6), in the error body of the API (decision 0008). */
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
    id: `${operation} answers ${status}: ${name}`,
    name,
    operation,
    status,
    keyword,
    branch: "",
    writes,
    wire: true,
    run,
  });
  const errorBody = Object.values(responseFor(first, 400)?.content ?? {})[0]?.schema?.pointer;
  const unknown = ["/", "/api", `${pathOf(first)}/more`, `${pathOf(first)}x/y`].map((path) =>
    make("*", "404", "path", `the unknown path ${path}`, false, (context) =>
      context
        .judgeError({ method: "GET", path, headers: keyOf(first, context.target.apiKey) }, 404, errorBody)
        .then(() => {}),
    ),
  );
  const methods = [...groupByPath(operations)].flatMap(([path, declared]) =>
    ["GET", "PUT", "POST", "DELETE", "PATCH", "TRACE", "PROPFIND"]
      .filter((method) => !declared.some((operation) => operation.method === method))
      .map((method) => {
        const operation = declared[0] ?? first;
        return make(operation.id, "405", "method", `${method} ${path}`, method !== "GET", async (context) => {
          const request = { method, path: pathOf(operation), headers: keyOf(operation, context.target.apiKey) };
          const response = await context.judgeError(request, 405, errorBody);
          const allowed = (response.headers["allow"] ?? "").split(/,\s*/).map((name) => name.toUpperCase());
          for (const { method: name } of declared)
            if (!allowed.includes(name))
              throw new ContractViolation(`Allow is "${response.headers["allow"] ?? ""}" and lacks ${name}`);
          if (allowed.includes(method)) throw new ContractViolation(`Allow has ${method}, which was refused`);
        });
      }),
  );
  return [...unknown, ...methods];
}

const pathOf = (operation: Operation) => requestOf(operation, {}, "").path;
const keyOf = (operation: Operation, key: string): Record<string, string> => ({
  Accept: "application/json",
  ...(operation.keyHeader ? { [operation.keyHeader]: key } : {}),
});

function groupByPath(operations: Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation]);
  return groups;
}
