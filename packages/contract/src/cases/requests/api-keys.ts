import type { Case, Context } from "../../case.js";
import { type Document, type Operation, successOf } from "../../document.js";
import { isScalar } from "../../parameter-text.js";
import { type Inputs, requestOf } from "../../request.js";
import type { WireRequest } from "../../target.js";
import { draft } from "../draft.js";
import { validInputs } from "../valid-inputs.js";
import { choicesOf } from "./choices.js";

type Change = (key: string) => Record<string, string>;

/** A key that no server issues. */
const UNKNOWN_KEY = "no-such-key";

/** Headers without a valid key; each of them leads to a 401 (the API's published description, section 5). */
const wrongHeaders = (header: string): Record<string, Change> => ({ ...wrongValues(header), ...elsewhereThan(header) });

function wrongValues(header: string): Record<string, Change> {
  const one =
    (change: (key: string) => string): Change =>
    (key) => ({ [header]: change(key) });
  const swap = (key: string, i: number) => key.slice(0, i) + (key[i] === "x" ? "y" : "x") + key.slice(i + 1);
  return {
    "no key": () => ({}),
    "an empty key": one(() => ""),
    "the key without its last character": one((key) => key.slice(0, -1)),
    "the key without its first character": one((key) => key.slice(1)),
    "the first character of the key": one((key) => key.slice(0, 1)),
    "the first four characters of the key": one((key) => key.slice(0, 4)),
    "half of the key": one((key) => key.slice(0, Math.ceil(key.length / 2))),
    "the key with another first character": one((key) => swap(key, 0)),
    "the key with another character in the middle": one((key) => swap(key, Math.floor(key.length / 2))),
    "the key with another last character": one((key) => swap(key, key.length - 1)),
    "the key with something before it": one((key) => `x${key}`),
    "the key with something after it": one((key) => `${key}x`),
    "the key and a number": one((key) => `${key}1`),
    "the key repeated": one((key) => key + key),
    "the key and a comma": one((key) => `${key},`),
    "the key after a comma": one((key) => `x, ${key}`),
    "the key before another": one((key) => `${key}, x`),
    "the key in quotes": one((key) => `"${key}"`),
    "the key backwards": one((key) => [...key].reverse().join("")),
    "the key with a space inside": one((key) => `${key.slice(0, 2)} ${key.slice(2)}`),
    "the key in upper case": one((key) => (key === key.toUpperCase() ? `${key}U` : key.toUpperCase())),
    "the key with a capital": one((key) =>
      /[a-z]/.test(key) ? key.replace(/[a-z]/, (letter) => letter.toUpperCase()) : `${key}C`,
    ),
    "the key in Base64": one((key) => Buffer.from(key).toString("base64")),
    "the key percent-encoded": one((key) => [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join("")),
    "the key with underscores": one((key) => (key.includes("-") ? key.replaceAll("-", "_") : `${key}_`)),
    "another key of the same length": one((key) => "z".repeat(key.length)),
    "a long key": one(() => "k".repeat(4000)),
    "a key with a non-ASCII character": one(() => "cl\u00e9"),
    "the word Bearer and the key": one((key) => `Bearer ${key}`),
    "the name and the key": one((key) => `${header}=${key}`),
    ...Object.fromEntries(
      [
        "null",
        "undefined",
        "true",
        "0",
        "*",
        "admin",
        "test",
        "demo",
        "guest",
        "anonymous",
        "[object Object]",
        "' or '1'='1",
        "-",
        "%",
        "invalid",
        "expired",
      ].map((word) => [`the key ${word}`, one(() => word)]),
    ),
  };
}

function elsewhereThan(header: string): Record<string, Change> {
  const elsewhere =
    (name: string, value: (key: string) => string = (key) => key): Change =>
    (key) => ({ [name]: value(key) });
  return {
    "the key in Authorization": elsewhere("Authorization"),
    "the key as a bearer token": elsewhere("Authorization", (key) => `Bearer ${key}`),
    "the key as a password": elsewhere("Authorization", (key) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`),
    "the key in X-API-Key": elsewhere("X-API-Key"),
    "the key in api-key": elsewhere("api-key"),
    "the key in api_key": elsewhere("api_key"),
    "the key in a cookie": elsewhere("Cookie", (key) => `${header}=${key}`),
    "the key in key": elsewhere("key"),
    "the key in token": elsewhere("token"),
    "the key in X-apiKey": elsewhere(`X-${header}`),
  };
}

/** Requests that lead to a 400 with a key, and to a 401 without one. */
function alsoWrong({ method, parameters, body }: Operation): Record<string, Inputs> {
  const [listed] = parameters.filter(({ in: place, schema }) => place === "path" && schema.node.enum);
  return {
    "an unknown query parameter": { query: [["unexpected", "1"]] },
    ...(method === "GET" ? { "a limit of 0": { query: [["limit", "0"]] } } : {}),
    ...(listed ? { [`an unknown ${listed.name}`]: { path: { [listed.name]: "unknown" } } } : {}),
    ...(body
      ? {
          "a body that is not JSON": { rawBody: "{" },
          "a body that violates a rule": { body: {} },
          "no body": { body: undefined },
          "a body that is too large": { rawBody: `"${"x".repeat(1024 * 1024)}"` },
          "another media type": { headers: { "Content-Type": "text/plain" } },
        }
      : {}),
  };
}

/** Values for every query parameter, one at a time and all together: a page of any offset or window needs the key. */
function queriesOf({ parameters }: Operation): Record<string, [name: string, value: string][]> {
  const rows = parameters
    .filter((parameter) => parameter.in === "query" && isScalar(parameter))
    .flatMap(({ name, example, schema: { node } }) =>
      [example ?? node.default, node.type === "integer" ? (node.minimum ?? 0) + 1 : undefined, node.maximum]
        .filter((value) => value !== undefined)
        .map((value): [string, string] => [name, String(value)]),
    );
  const last = [...new Map(rows)];
  return Object.fromEntries([
    ...rows.map((row) => [`${row[0]}=${row[1]}`, [row]] as const),
    ...(last.length > 1 ? [["every parameter", last] as const] : []),
  ]);
}

/** Cases about keys, for each operation and each listed value of its path, and about the case of the header name. */
export function apiKeyCases(document: Document, operation: Operation): Case[] {
  const header = operation.keyHeader;
  if (!header || !operation.responses.some(({ status }) => status === "401")) return [];
  const request = (context: Context, path: Record<string, string>, headers: Record<string, string>): WireRequest => {
    const made = requestOf(operation, { ...validInputs(document, operation, context.uid()), path }, "");
    const { [header]: _, ...rest } = made.headers;
    return { ...made, headers: { ...rest, ...headers } };
  };
  const success = successOf(operation).status;
  return choicesOf(operation).flatMap(({ path, name }) => [
    ...Object.entries(wrongHeaders(header)).map(([what, change]) =>
      draft(operation, {
        rule: "API key",
        name: `${what}${name} is a 401`,
        status: "401",
        wire: true,
        run: (context) =>
          context.judge(operation, request(context, path, change(context.target.apiKey)), "401").then(() => {}),
      }),
    ),
    ...[header.toLowerCase(), header.toUpperCase(), header.charAt(0).toUpperCase() + header.slice(1)].map((written) =>
      draft(operation, {
        rule: "API key",
        name: `the header written ${written}${name} is accepted`,
        wire: true,
        run: (context) =>
          context
            .judge(operation, request(context, path, { [written]: context.target.apiKey }), success)
            .then(() => {}),
      }),
    ),
    ...Object.entries(alsoWrong(operation)).map(([what, inputs]) =>
      draft(operation, {
        rule: "API key",
        name: `no key is a 401, even if something else is wrong: ${what}${name}`,
        status: "401",
        wire: true,
        least: "standard",
        run: async (context) => {
          const valid = validInputs(document, operation, context.uid());
          const made = requestOf(operation, { ...valid, path, ...inputs }, "");
          await context.judge(operation, made, "401");
          const wrong = { ...made.headers, [header]: UNKNOWN_KEY };
          await context.judge(operation, { ...made, headers: wrong }, "401");
        },
      }),
    ),
    ...Object.entries(queriesOf(operation)).map(([what, query]) =>
      draft(operation, {
        rule: "API key",
        name: `no key is a 401, whatever the query: ${what}${name}`,
        status: "401",
        wire: true,
        run: async (context) => {
          const made = requestOf(operation, { ...validInputs(document, operation, context.uid()), path, query }, "");
          await context.judge(operation, made, "401");
          await context.judge(operation, { ...made, headers: { ...made.headers, [header]: UNKNOWN_KEY } }, "401");
        },
      }),
    ),
    draft(operation, {
      rule: "API key",
      name: `a request that succeeded with its key is a 401 without it${name}`,
      status: "401",
      wire: true,
      run: async (context) => {
        const made = request(context, path, { [header]: context.target.apiKey });
        await context.judge(operation, made, success);
        const { [header]: _, ...none } = made.headers;
        for (const headers of [none, { ...none, [header]: UNKNOWN_KEY }, none])
          await context.judge(operation, { ...made, headers }, "401");
      },
    }),
    draft(operation, {
      rule: "API key",
      name: `a valid key with more text after it is rejected${name}`,
      status: "401",
      wire: true,
      run: async (context) => {
        const right = { [header]: context.target.apiKey };
        const wrongs = [{}, { [header]: UNKNOWN_KEY }, { [header]: `${context.target.apiKey}x` }];
        for (let i = 0; i < 12; i++) {
          await context.judge(operation, request(context, path, right), success);
          await context.judge(
            operation,
            request(context, path, wrongs[i % wrongs.length] as Record<string, string>),
            "401",
          );
        }
      },
    }),
    draft(operation, {
      rule: "API key",
      name: `many wrong keys do not lock out a valid one${name}`,
      wire: true,
      least: "standard",
      run: async (context) => {
        for (let i = 0; i < 60; i++)
          await context.judge(operation, request(context, path, { [header]: `wrong-${i}` }), "401");
        await context.judge(operation, request(context, path, { [header]: context.target.apiKey }), success);
      },
    }),
  ]);
}
