import type { Case, Context, Statuses } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import { type Caller, type Credential, NOBODY } from "../../document/credentials.js";
import { type Operation, responseFor, successOf } from "../../document/document.js";
import { decoded } from "../../document/path-pattern.js";
import { isStrict } from "../../document/promises.js";
import { isScalar } from "../../requests/parameter-text.js";
import type { Inputs } from "../../requests/request.js";
import { listedParameters } from "../../resources/record-parameters.js";
import { validInputs } from "../../resources/valid-inputs.js";
import { choicesOf } from "../listed-paths.js";
import { testCase } from "../test-case.js";

const RULE = "API key";
/** A key that no server issues. */
const UNKNOWN: Caller = { apiKey: "no-such-key" };

const swap = (key: string, i: number) => key.slice(0, i) + (key[i] === "x" ? "y" : "x") + key.slice(i + 1);

/** Edits of a key, none of which is that key. */
const EDITS: Record<string, (key: string) => string> = {
  "the key without its last character": (key) => key.slice(0, -1),
  "the key without its first character": (key) => key.slice(1),
  "the first character of the key": (key) => key.slice(0, 1),
  "the first four characters of the key": (key) => key.slice(0, 4),
  "half of the key": (key) => key.slice(0, Math.ceil(key.length / 2)),
  "the key with another first character": (key) => swap(key, 0),
  "the key with another character in the middle": (key) => swap(key, Math.floor(key.length / 2)),
  "the key with another last character": (key) => swap(key, key.length - 1),
  "the key with something before it": (key) => `x${key}`,
  "the key with something after it": (key) => `${key}x`,
  "the key and a number": (key) => `${key}1`,
  "the key repeated": (key) => key + key,
  "the key backwards": (key) => [...key].reverse().join(""),
  "the key with underscores": (key) => (key.includes("-") ? key.replaceAll("-", "_") : `${key}_`),
  "the key in Base64": (key) => Buffer.from(key).toString("base64url"),
  "another key of the same length": (key) => "z".repeat(key.length),
  "a long key": () => "k".repeat(4000),
  ...Object.fromEntries(
    "null undefined true 0 admin test demo guest anonymous - invalid expired no-such-key"
      .split(" ")
      .map((word) => [`the key ${word}`, () => word]),
  ),
};

/** Edits that a server has to notice if an API promises it; no scheme says how a server compares keys. */
const STRICT_EDITS: typeof EDITS = {
  "the key in another case": (key) => (key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase()),
  "the key with a capital": (key) => key.replace(/[a-z]/, (letter) => letter.toUpperCase()),
};

/** Edits with characters that a header carries, but not every place of a credential. */
const HEADER_EDITS: typeof EDITS = {
  "the key and a comma": (key) => `${key},`,
  "the key after a comma": (key) => `x, ${key}`,
  "the key before another": (key) => `${key}, x`,
  "the key in quotes": (key) => `"${key}"`,
  "the key with a space inside": (key) => `${key.slice(0, 2)} ${key.slice(2)}`,
  "the key percent-encoded": (key) => [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(""),
  "a key with a non-ASCII character": () => "cl\u00e9",
  ...Object.fromEntries(["*", "[object Object]", "' or '1'='1", "%"].map((word) => [`the key ${word}`, () => word])),
};

/** The key in headers that are not its own. */
const elsewhere = (name: string): Record<string, (key: string) => Record<string, string>> => ({
  "the key in Authorization": (key) => ({ Authorization: key }),
  "the key as a bearer token": (key) => ({ Authorization: `Bearer ${key}` }),
  "the key as a password": (key) => ({ Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }),
  "the key in a cookie": (key) => ({ Cookie: `${name}=${key}` }),
  ...Object.fromEntries(
    ["X-API-Key", "api-key", "api_key", "key", "token", `X-${name}`].map((header) => [
      `the key in ${header}`,
      (key: string) => ({ [header]: key }),
    ]),
  ),
});

/** Requests that are invalid with a key, and get the same status as a valid one without it. */
function alsoWrong(operation: Operation): Record<string, Inputs> {
  const { method, body } = operation;
  const [listed] = listedParameters(operation);
  if (!isStrict(operation)) return {};
  return {
    "an unknown query parameter": { query: [["unexpected", "1"]] },
    ...(method === "GET" ? { "a limit of 0": { query: [["limit", "0"]] } } : {}),
    ...(listed ? { [`an unknown ${listed.name}`]: { path: { [listed.name]: "unknown" } } } : {}),
    ...(body
      ? {
          "a body that is not JSON": { rawBody: "{" },
          "a body that violates a rule": { body: {} },
          "no body": { body: undefined },
          "a body that is too large": { rawBody: `"${"x".repeat(body.limits.bytes ?? 100_000)}"` },
          "another media type": { headers: { "Content-Type": "text/plain" } },
        }
      : {}),
  };
}

/** Values for every query parameter, one at a time and all together: any page of a list needs the key. */
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

/** What a case sends instead of a valid request: with other credentials, inputs, or as another caller. */
type Sent = [operation: Operation, inputs?: Inputs, caller?: Caller];

/** The cases of an operation with one listed value of its path. */
interface Guarded {
  operation: Operation;
  /** The credentials of its first alternative. */
  first: Credential[];
  /** The documented status for wrong credentials, and all that are right. */
  status: string;
  refused: Statuses;
  inputs(context: Context): Inputs;
  make(name: string, run: Case["run"], expected?: string): Case;
  /** A case with requests that must all be refused. */
  refuses(name: string, sent: (context: Context) => Sent[]): Case;
}

/** Missing and wrong credentials, of each kind and in each place, for each listed value of a path. */
export function credentialCases(_: Suite, operation: Operation): Case[] {
  const { credentials, responses } = operation;
  const [first = []] = credentials;
  const isNamed = (code: string) => responses.some((response) => response.status === code);
  const described = responseFor(operation, 401);
  const isSuccess = described === successOf(operation);
  // A range or `default` describes both, and does not say which one it is. Nor does an operation that describes neither.
  const isOpen = !isNamed("401") && described !== undefined && !isSuccess;
  const named = isOpen ? undefined : ["401", "403"].find(isNamed);
  const refused = named ?? (isSuccess ? undefined : ["401", "403"]);
  const status = [refused].flat()[0];
  if (first.length === 0 || credentials.some((alternative) => alternative.length === 0) || !status || !refused)
    return [];
  const at = `${operation.pointer}/security`;
  return choicesOf(operation).flatMap(({ path, name: space }) => {
    const inputs = (context: Context) => ({ ...validInputs(operation, context.uid()), path });
    const make: Guarded["make"] = (name, run, expected = status) =>
      testCase(operation, { rule: RULE, name: `${name}${space}`, status: expected, wire: true, at, run });
    const refuses: Guarded["refuses"] = (name, sent) =>
      make(name, async (context) => {
        for (const [wrong, others, caller] of sent(context))
          await context.exchange(
            wrong,
            { ...inputs(context), ...others },
            { status: refused, ...(caller && { caller }) },
          );
      });
    const guarded: Guarded = { operation, first, status, refused, inputs, make, refuses };
    return [...first.flatMap((one) => ofOne(guarded, one)), ...ofAll(guarded), ...whateverElse(guarded, path)];
  });
}

/** One credential, edited, or sent in another place. */
function ofOne({ operation, first, status, refused, inputs, make, refuses }: Guarded, one: Credential): Case[] {
  const isHeaderKey = one.in === "header" && one.scheme === "plain";
  /** The operation with this credential written in another way. */
  const written = (other: Partial<Credential>): Operation => ({
    ...operation,
    credentials: [first.map((each) => (each === one ? { ...one, ...other } : each))],
  });
  const place = `in the ${one.in} ${one.name}`;
  const edits = { ...EDITS, ...(isStrict(operation) ? STRICT_EDITS : {}), ...(isHeaderKey ? HEADER_EDITS : {}) };
  const own = new Set(operation.credentials.flat().map(({ name }) => name.toLowerCase()));
  return [
    ...Object.entries(edits).map(([what, change]) =>
      refuses(`${what} is a ${status}, ${place}`, ({ target }) => {
        const wrong = change(target.apiKey);
        // Some edits do not change some keys.
        if (wrong === target.apiKey || wrong === "") return [];
        return [[written({ write: (caller) => one.write({ ...caller, apiKey: change(caller.apiKey) }) })]];
      }),
    ),
    ...(one.scheme === "plain"
      ? []
      : [refuses(`the key alone ${place}`, () => [[written({ write: ({ apiKey }) => apiKey })]])]),
    ...(isHeaderKey ? Object.entries(elsewhere(one.name)) : [])
      .filter(([, headers]) => !own.has(Object.keys(headers("")).join().toLowerCase()))
      .map(([what, headers]) =>
        make(`${what} is a ${status}`, async (context) => {
          const request = await context.request(operation, inputs(context), NOBODY);
          const added = headers(context.target.apiKey);
          await context.judge(operation, { ...request, headers: { ...request.headers, ...added } }, refused);
        }),
      ),
    ...(isHeaderKey
      ? [
          refuses("the key in the query instead of the header", ({ target }) => [
            [operation, { query: [[one.name, target.apiKey]] }, NOBODY],
          ]),
          ...[one.name.toLowerCase(), one.name.toUpperCase()].map((name) =>
            make(
              `the header written ${name} is accepted`,
              (context) => context.exchange(written({ name }), inputs(context)).then(() => {}),
              successOf(operation).status,
            ),
          ),
        ]
      : []),
  ];
}

/** Requests without any credentials, or without one of several, and wrong ones between right ones. */
function ofAll(guarded: Guarded): Case[] {
  const { operation, first, status, refused, inputs, make, refuses } = guarded;
  return [
    refuses(`no key is a ${status}`, () => [[operation, {}, NOBODY]]),
    ...(first.length > 1 ? first : []).map((one) =>
      refuses(`without the ${one.in} ${one.name}`, () => [
        [{ ...operation, credentials: [first.filter((each) => each !== one)] }],
      ]),
    ),
    make("a request that succeeded with its key is rejected without it", async (context) => {
      const { request: right } = await context.exchange(operation, inputs(context));
      const names = new Set(first.map(({ name }) => name.toLowerCase()));
      const headers = Object.fromEntries(
        Object.entries(right.headers).filter(([name]) => !names.has(name.toLowerCase()) && name !== "Cookie"),
      );
      // A key in the query is only part of the path.
      const [place = "", ...search] = right.path.split(/[?&]/);
      const kept = search.filter((pair) => !names.has(decoded(pair.split("=")[0] ?? "").toLowerCase()));
      const path = kept.length > 0 ? `${place}?${kept.join("&")}` : place;
      for (let i = 0; i < 3; i++) await context.judge(operation, { ...right, path, headers }, refused);
    }),
    make("a valid key alternates with wrong ones", async (context) => {
      const callers = [NOBODY, UNKNOWN, { apiKey: `${context.target.apiKey}x` }];
      for (let i = 0; i < 12; i++) {
        await context.exchange(operation, inputs(context));
        await context.exchange(operation, inputs(context), { status: refused, caller: callers[i % 3] ?? NOBODY });
      }
    }),
    ...(isStrict(operation) ? [lockOut(guarded)] : []),
  ];
}

const lockOut = ({ operation, refused, inputs, make }: Guarded): Case =>
  make(
    "many wrong keys do not lock out a valid one",
    async (context) => {
      for (let i = 0; i < 60; i++)
        await context.exchange(operation, inputs(context), { status: refused, caller: { apiKey: `wrong-${i}` } });
      await context.exchange(operation, inputs(context));
    },
    successOf(operation).status,
  );

/** Requests without a key that have something else, right or wrong. */
const whateverElse = ({ operation, status, refuses }: Guarded, path: Record<string, string>): Case[] =>
  [
    ...Object.entries(alsoWrong(operation)),
    ...Object.entries(queriesOf(operation)).map(
      ([what, query]) => [`the query ${what}`, { query }] as [string, Inputs],
    ),
  ].map(([what, added]) =>
    refuses(`no key is a ${status}, whatever else the request has: ${what}`, () =>
      [NOBODY, UNKNOWN].map((caller): Sent => [operation, { ...added, path: { ...path, ...added.path } }, caller]),
    ),
  );
