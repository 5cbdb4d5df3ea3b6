import { type Document, type Operation, operationsOf } from "../src/document.js";
import type { Target, WireResponse } from "../src/index.js";
import { createValidator } from "../src/validator.js";
import { isRecord } from "../src/values/base-value.js";
import { nearMissesOf } from "../src/values/near-misses.js";
import { dotted, type Site, sitesOf } from "../src/values/sites.js";
import type { Mutant } from "./mutant.js";

/** A target whose answers to one operation are changed on their way out. */
function tampered(
  inner: Target,
  operation: Operation,
  status: string,
  change: (response: WireResponse) => WireResponse,
): Target {
  const path = new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, "[^/?]+")}(\\?|$)`);
  return {
    ...inner,
    async send(request) {
      const response = await inner.send(request);
      const concerned =
        request.method === operation.method && path.test(request.path) && String(response.status) === status;
      return concerned ? change(response) : response;
    },
  };
}

/** For each rule of each documented answer: a target whose answers break that rule, and nothing else. */
export function answerMutants(document: Document, serve: (document: Document) => Target): Mutant[] {
  const validator = createValidator(document);
  return operationsOf(document).flatMap((operation) =>
    operation.responses.flatMap(({ status, content, headers }) => {
      const schema = Object.values(content)[0]?.schema;
      const make = (id: string, change: (response: WireResponse) => WireResponse, branch = ""): Mutant => ({
        id: `${operation.id} ${status}: ${id}`,
        group: "the answer breaks a rule",
        operation: operation.id,
        keyword: "status",
        branch,
        make: () => ({ document, target: tampered(serve(document), operation, status, change) }),
      });
      const rules = schema ? sitesOf(document, schema).flatMap((site) => nearMissesOf(validator, site)) : [];
      const first = rules.filter(
        (rule, i) =>
          rules.findIndex(
            (other) => other.site === rule.site && other.keyword === rule.keyword && other.name === rule.name,
          ) === i,
      );
      return [
        ...first.map(({ site, keyword, detail, value, name }) => {
          const where = `${dotted(site.path) || "the body"}${site.branch ? ` (${site.branch})` : ""}`;
          return make(
            `${where} breaks ${keyword}: ${detail}`,
            (response) => {
              const body = JSON.parse(response.body);
              const broken =
                keyword === "required"
                  ? without(String(name))
                  : keyword === "propertyNames"
                    ? withMember(String(name))
                    : () => value;
              return { ...response, body: JSON.stringify(replaceAt(body, site, broken)) };
            },
            site.branch,
          );
        }),
        ...wholeAnswers(status).map(([id, change]) => make(id, change)),
        ...headers.flatMap(({ name }) =>
          ["soon", "-1"].map((value) =>
            make(`${name} is ${value}`, (response) => ({
              ...response,
              headers: { ...response.headers, [name.toLowerCase()]: value },
            })),
          ),
        ),
      ];
    }),
  );
}

/** Breaks of the answer as a whole: its status, its media type, its text. */
function wholeAnswers(status: string): [string, (response: WireResponse) => WireResponse][] {
  const others: Record<string, number[]> = {
    200: [204, 206],
    201: [200, 202],
    400: [422, 404],
    401: [403],
    429: [503],
    500: [502],
  };
  return [
    ...(others[status] ?? []).map((other): [string, (response: WireResponse) => WireResponse] => [
      `answered with ${other}`,
      (response) => ({ ...response, status: other }),
    ]),
    [
      "a page of HTML",
      (response) => ({
        ...response,
        body: "<html></html>",
        headers: { ...response.headers, "content-type": "text/html" },
      }),
    ],
    ["HTML that is called JSON", (response) => ({ ...response, body: "<html></html>" })],
    [
      "the media type of a problem",
      (response) => ({ ...response, headers: { ...response.headers, "content-type": "application/problem+json" } }),
    ],
    ["no media type", ({ headers: { "content-type": _, ...headers }, ...response }) => ({ ...response, headers })],
    ["cut in the middle", (response) => ({ ...response, body: response.body.slice(0, -1) })],
    ["an empty body", (response) => ({ ...response, body: "" })],
  ];
}

const without = (name: string) => (value: unknown) => {
  const { [name]: _, ...rest } = value as Record<string, unknown>;
  return rest;
};

const withMember = (name: string) => (value: unknown) => ({ ...(value as object), [name]: {} });

/** The body changed at a site of its schema, wherever the body has the branch of that site; else the body as it is. */
function replaceAt(body: unknown, site: Site, change: (value: unknown) => unknown): unknown {
  const branches = site.branch === "" ? [] : site.branch.split(" > ");
  const found = { done: false };
  const go = (value: unknown, depth: number, open: string[]): unknown => {
    if (found.done) return value;
    let rest = open;
    if (isRecord(value) && "type" in value && "value" in value) {
      if (value["type"] !== open[0]) return value;
      rest = open.slice(1);
    }
    if (depth === site.path.length) {
      if (rest.length > 0) return value;
      found.done = true;
      return change(value);
    }
    const named = site.path[depth];
    // The name of a member that may have any name is the one that is there.
    const part = named === "anyName" && isRecord(value) ? (Object.keys(value)[0] ?? named) : named;
    if (Array.isArray(value)) return value.map((child) => go(child, depth + 1, rest));
    if (!isRecord(value) || typeof part !== "string") return value;
    if (!(part in value)) {
      if (rest.length > 0 || depth + 1 < site.path.length) return value;
      found.done = true;
      return { ...value, [part]: change(undefined) };
    }
    return { ...value, [part]: go(value[part], depth + 1, rest) };
  };
  return go(body, 0, branches);
}
