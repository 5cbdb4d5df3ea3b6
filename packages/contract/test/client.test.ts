// About this API: how its methods are called, and their errors.
/**
 * Tests the client against the spec, with an upstream that responds as documented: it returns each example and each
 * generated response unchanged, throws the right class for each documented error, and sends only documented requests.
 */

import {
  ApiError,
  BadRequestError,
  type Client,
  createClient,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from "@metadata-service/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Operation, operationsOf, type ResponseDescription, successOf } from "../src/document/document.js";
import { createValidator } from "../src/index.js";
import { decode } from "../src/judging/judge-response.js";
import { isRecord } from "../src/lib/objects.js";
import { arbitraryOf } from "../src/values/arbitrary.js";
import { baseValue } from "../src/values/base-value.js";
import { bundle } from "./fixture/bundle.js";

const SEED = Number(process.env["CONTRACT_SEED"] ?? 20261121);
const document = bundle();
const validator = createValidator(document);
const operations = operationsOf(document);
const CLASSES: Record<string, new (...args: never[]) => ApiError> = {
  "400": BadRequestError,
  "401": UnauthorizedError,
  "429": RateLimitError,
  "500": ServerError,
};

type Method = (...args: unknown[]) => Promise<unknown> & { page(): Promise<unknown> };

/**
 * Calls the operation's method on a client whose upstream returns this response; returns the result and the request.
 */
async function call(operation: Operation, status: string, body: unknown, headers: Record<string, string> = {}) {
  let left: Request | undefined;
  const client = createClient({
    baseUrl: "http://upstream.invalid",
    apiKey: "key-of-the-test",
    retry: false,
    fetch: async (input, init) => {
      left = new Request(input, init);
      const type = Object.keys(operation.responses.find((response) => response.status === status)?.content ?? {})[0];
      return new Response(JSON.stringify(body), {
        status: Number(status),
        headers: { "content-type": type ?? "application/json", ...headers },
      });
    },
  });
  const result = (client as unknown as Record<keyof Client, Method>)[operation.id as keyof Client](
    ...argumentsOf(operation),
  );
  const out = await (operation.pagination ? result.page() : result).catch((error: unknown) => error);
  return { out, left };
}

function argumentsOf(operation: Operation): unknown[] {
  const path = operation.parameters.filter(({ in: place }) => place === "path").map(({ example }) => example);
  const { schema } = operation.body ?? {};
  const query = operation.parameters
    .filter(({ in: place }) => place === "query")
    .map(({ name, example }) => [name, example]);
  return [
    ...path,
    ...(schema ? [baseValue(document, schema.node, schema.pointer)] : []),
    ...(query.length ? [Object.fromEntries(query)] : []),
  ];
}

const schemaOf = ({ content }: ResponseDescription) => {
  const schema = Object.values(content)[0]?.schema;
  if (!schema) throw new Error("the response has no schema");
  return schema;
};

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  const success = successOf(operation);

  it("sends a documented request with all given parameters", async () => {
    const { left } = await call(operation, success.status, examplesOf(success)[0]);
    const url = new URL(left?.url ?? "");
    const template = new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, "([^/]+)")}$`);
    expect(left?.method).toBe(operation.method);
    expect(url.pathname).toMatch(template);
    expect(left?.headers.get(operation.keyHeader ?? "")).toBe("key-of-the-test");
    const documented = operation.parameters.filter(({ in: place }) => place === "query");
    expect([...url.searchParams.keys()].sort()).toEqual(documented.map(({ name }) => name).sort());
    for (const { name, schema, example } of documented) {
      const value = decode(url.searchParams.get(name) ?? "", [schema.node.type ?? []].flat());
      expect(value).toEqual(example);
      expect(validator.breaches(schema.pointer, value)).toEqual([]);
    }
    if (operation.body) {
      expect(left?.headers.get("content-type")?.split(";")[0]).toBe(operation.body.mediaType);
      expect(validator.breaches(operation.body.schema.pointer, await left?.json())).toEqual([]);
    } else expect(await left?.text()).toBe("");
  });

  it.each(examplesOf(success).map((example, i) => [i + 1, example]))(
    "returns example %i unchanged",
    async (_n, example) => {
      expect((await call(operation, success.status, example)).out).toEqual(example);
    },
  );

  it("returns any valid response unchanged", async () => {
    const answers = arbitraryOf(document, schemaOf(success));
    const property = fc.asyncProperty(answers, async (answer) => {
      // Generated responses are validated first, and converted to JSON and back, as on the network.
      const body = JSON.parse(JSON.stringify(inBounds(operation, answer)));
      expect(validator.breaches(schemaOf(success).pointer, body)).toEqual([]);
      expect((await call(operation, success.status, body)).out).toEqual(body);
    });
    await fc.assert(property, { seed: SEED, numRuns: 50 });
  });

  const errors = operation.responses.filter(({ status }) => !status.startsWith("2"));
  it.each(errors.map((response) => [response.status, response] as const))(
    "throws the right error class for status %s",
    async (status, response) => {
      for (const example of examplesOf(response) as { errorCode: string; message: string; errors?: object }[]) {
        const { out } = await call(operation, status, example, { "retry-after": "2" });
        expect(out).toBeInstanceOf(CLASSES[status] ?? ApiError);
        const details = Object.values(example.errors ?? {}).flat();
        const message = [example.message, ...details].join(": ");
        expect(out).toMatchObject({ status: Number(status), errorCode: example.errorCode, message });
        expect((out as ApiError).errors).toEqual(example.errors);
        expect((out as ApiError).response.status).toBe(Number(status));
        if (status === "429") expect((out as RateLimitError).retryAfterMs).toBe(2000);
      }
    },
  );

  it("has a class for every documented error", () => {
    expect(errors.map(({ status }) => status).filter((status) => !CLASSES[status])).toEqual([]);
  });
});

const examplesOf = ({ content }: ResponseDescription): unknown[] => Object.values(content)[0]?.examples ?? [];

/**
 * Makes a page follow the rules that no schema can express: records are distinct, there are at most as many as the
 * limit, and links lead to the requested server. A client may reject other pages.
 */
function inBounds({ pagination }: Operation, answer: unknown): unknown {
  if (!pagination) return answer;
  const distinct = (records: unknown) =>
    (records as Record<string, unknown>[]).map((record, i) => ({ ...record, [pagination.identity]: `record-${i}` }));
  if (!isRecord(answer)) return distinct(answer);
  const links = Object.entries(answer).map(([name, value]) => [
    name,
    typeof value === "string" ? "http://upstream.invalid/next" : value,
  ]);
  return {
    ...answer,
    ...Object.fromEntries(links),
    [pagination.records ?? "data"]: distinct(answer[pagination.records ?? "data"]),
  };
}
