import { isDeepStrictEqual } from "node:util";
import type { Case, Context } from "../case.js";
import { type Document, type Operation, successOf } from "../document.js";
import { ContractViolation } from "../judge.js";
import { isRecord } from "../values/base-value.js";
import { checkEcho } from "./echo.js";
import { checkMessageNames } from "./refuse.js";
import { IDENTITY } from "./uid.js";
import { validInputs } from "./valid-inputs.js";

/** The maximum nesting depth of items, and the maximum size of a body in bytes (decision 0003). */
const MAX_DEPTH = 8;
const MAX_BYTES = 1024 * 1024;

/**
 * Cases for what the document describes in words about creating a record of items, because no keyword can: a uid that
 * already exists (decision 0005), the two limits (0003), numbers (0006). They apply if the body has a uid and items.
 */
export function createLaws(document: Document, operation: Operation): Case[] {
  const properties = operation.body?.schema.node.properties;
  if (!properties || !Object.hasOwn(properties, IDENTITY) || !Object.hasOwn(properties, "items")) return [];
  const status = successOf(operation).status;
  const law = (keyword: string, name: string, expected: string, run: Case["run"], wire = false): Case => ({
    id: `${operation.id} law ${keyword}: ${name}`,
    name,
    operation: operation.id,
    status: expected,
    keyword,
    branch: "",
    writes: true,
    wire,
    run,
  });
  const inputs = (context: Context) => validInputs(document, operation, context.uid());
  const withItems = (context: Context, items: unknown) => ({ body: { ...(inputs(context).body as object), items } });
  const refused = (keyword: string, name: string, items: (context: Context) => unknown, named: string) =>
    law(keyword, name, "400", async (context) => {
      const { body } = await context.exchange(operation, withItems(context, items(context)), { status: "400" });
      checkMessageNames(body, named);
    });
  const accepted = (keyword: string, name: string, items: unknown) =>
    law(keyword, name, status, async (context) => {
      const sent = withItems(context, items);
      const { body } = await context.exchange(operation, sent);
      checkEcho(operation, sent.body, body);
    });

  return [
    law("same uid", "sending the same record again returns the record stored first", status, async (context) => {
      const sent = inputs(context);
      const first = await context.exchange(operation, sent);
      const second = await context.exchange(operation, sent);
      if (!isDeepStrictEqual(first.body, second.body))
        throw new ContractViolation("the second response differs from the first");
      const reordered = { body: reverseFields(sent.body) };
      const third = await context.exchange(operation, reordered);
      if (!isDeepStrictEqual(first.body, third.body))
        throw new ContractViolation("the same fields in another order created another record");
    }),
    law(
      "same uid",
      "other items with an existing uid are rejected, and nothing is overwritten",
      "400",
      async (context) => {
        const sent = inputs(context);
        const first = await context.exchange(operation, sent);
        const body = sent.body as Record<string, unknown>;
        const other = { ...body, items: [{ key: "other", type: "string", value: "other" }] };
        const refusal = await context.exchange(operation, { body: other }, { status: "400" });
        checkMessageNames(refusal.body, String(body[IDENTITY]));
        const again = await context.exchange(operation, sent);
        if (!isDeepStrictEqual(first.body, again.body))
          throw new ContractViolation("the record that was stored first has changed");
      },
    ),
    law("same uid", "items in another order are a different record", "400", async (context) => {
      const items = ["a", "b"].map((key) => ({ key, type: "string", value: key }));
      const sent = withItems(context, items);
      await context.exchange(operation, sent);
      await context.exchange(operation, { body: { ...sent.body, items: items.slice().reverse() } }, { status: "400" });
    }),
    ...namespaceLaw(document, operation, status, law),
    accepted("nesting", `items nested ${MAX_DEPTH} deep`, nested(MAX_DEPTH)),
    refused("nesting", `items nested ${MAX_DEPTH + 1} deep`, () => nested(MAX_DEPTH + 1), ""),
    refused("nesting", "items nested 200 deep", () => nested(200), ""),
    law("size", `a body of ${MAX_BYTES} bytes`, status, async (context) => {
      const body = sized(inputs(context).body, MAX_BYTES);
      checkEcho(operation, body, (await context.exchange(operation, { body })).body);
    }),
    law("size", `a body of ${MAX_BYTES + 1} bytes`, "400", async (context) => {
      await context.exchange(operation, { body: sized(inputs(context).body, MAX_BYTES + 1) }, { status: "400" });
    }),
    ...["0.1", "1e2", "-0.5", "1.0", "100", "123456789012345680", "1E-7"].map((number) =>
      numberLaw(operation, `${number} is returned as the same number`, number, status, inputs, law),
    ),
    ...["9007199254740993", "1e400", "-1e400", "0.1000000000000000055511151231257827", "12345678901234567890"].map(
      (number) => numberLaw(operation, `${number} would be altered and is rejected`, number, "400", inputs, law),
    ),
    accepted("duplicate keys", "a duplicate key", [
      { key: "a", type: "string", value: "1" },
      { key: "a", type: "string", value: "1" },
    ]),
  ];
}

type Law = (keyword: string, name: string, expected: string, run: Case["run"], wire?: boolean) => Case;

/** Sends a number as raw text, because JSON.stringify would alter it. */
function numberLaw(
  operation: Operation,
  name: string,
  number: string,
  status: string,
  inputs: (context: Context) => { body?: unknown },
  law: Law,
): Case {
  const run = async (context: Context) => {
    const body = { ...(inputs(context).body as object), items: [{ key: "n", type: "number", value: "NUMBER" }] };
    const rawBody = JSON.stringify(body).replace('"NUMBER"', number);
    const answer = await context.exchange(operation, { rawBody }, { status });
    if (status !== "400") checkEcho(operation, JSON.parse(rawBody), answer.body);
    else checkMessageNames(answer.body, "value");
  };
  return law("numbers", name, status, run, true);
}

function namespaceLaw(document: Document, operation: Operation, status: string, law: Law): Case[] {
  const parameter = operation.parameters.find(
    (other) => other.in === "path" && (other.schema.node.enum?.length ?? 0) > 1,
  );
  if (!parameter) return [];
  return [
    law("same uid", `the same uid is a different record under each ${parameter.name}`, status, async (context) => {
      const { body } = validInputs(document, operation, context.uid());
      for (const [i, value] of (parameter.schema.node.enum ?? []).entries()) {
        const sent = { ...(body as object), items: [{ key: "n", type: "number", value: i }] };
        const answer = await context.exchange(operation, { path: { [parameter.name]: value }, body: sent });
        checkEcho(operation, sent, answer.body);
      }
    }),
  ];
}

/** Nests items; the item directly in the record is at level 1. */
function nested(depth: number): unknown[] {
  let item: unknown = { key: "leaf", type: "string", value: "leaf" };
  for (let level = 1; level < depth; level++) item = { key: `level${level}`, type: "object", value: [item] };
  return [item];
}

/** Adds a long string to the body, so that its JSON has this many bytes. */
function sized(body: unknown, bytes: number): unknown {
  const long = (length: number) => ({
    ...(body as object),
    items: [{ key: "long", type: "string", value: "x".repeat(length) }],
  });
  return long(bytes - Buffer.byteLength(JSON.stringify(long(0))));
}

function reverseFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseFields);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, child]) => [name, reverseFields(child)]),
  );
}
