import { type Case, NotApplicable } from "../case.js";
import type { Credential } from "../credentials.js";
import { type Document, type Operation, successOf } from "../document.js";
import { ContractViolation } from "../judge.js";
import { requestOf } from "../request.js";
import { validInputs } from "./valid-inputs.js";

/**
 * One case for each documented status. Many other cases cover success and 400; these show that each operation
 * can return every status that it documents, with the documented response.
 */
export function provokeCases(document: Document, operation: Operation): Case[] {
  const make = (status: string, name: string, wire: boolean, run: Case["run"]): Case => ({
    id: `${operation.id} responds with ${status}: ${name}`,
    name,
    operation: operation.id,
    status,
    keyword: "status",
    branch: "",
    writes: operation.method !== "GET",
    wire,
    least: "quick",
    run,
  });
  return operation.responses.flatMap(({ status }): Case[] => {
    if (status === successOf(operation).status)
      return [
        ...alternativeCases(document, operation, make),
        make(status, "a valid request", false, async (context) => {
          await context.exchange(operation, validInputs(document, operation, context.uid()), { status });
        }),
      ];
    if (status === "400") return [];
    if (status === "401")
      return operation.keyHeader ? keyCases(document, operation, make) : credentialCases(document, operation, make);
    // A range is not a single status.
    if (!/^\d{3}$/.test(status)) return [];
    return [
      make(status, `a valid request, with the header that provokes ${status}`, false, async (context) => {
        const headers = context.target.provoke?.(Number(status));
        if (!headers)
          throw new NotApplicable(
            `${context.target.name} has no way to provoke a ${status}; for a server, use --provoke-header`,
          );
        const inputs = { ...validInputs(document, operation, context.uid()), headers };
        const { response } = await context.exchange(operation, inputs, { status });
        const wait = response.headers["retry-after"];
        if (status === "429" && wait !== undefined && !/^\d+$/.test(wait))
          throw new ContractViolation(`Retry-After is "${wait}", not whole seconds`);
      }),
    ];
  });
}

/** Each alternative of credentials is sufficient by itself. */
function alternativeCases(document: Document, operation: Operation, make: Make): Case[] {
  const { credentials } = operation;
  if (credentials.length < 2) return [];
  return credentials.map((alternative, i) => {
    const name = alternative.map((one) => `${one.in} ${one.name}`).join(" and ") || "no credentials";
    return make(successOf(operation).status, `alternative ${i + 1} of credentials: ${name}`, true, async (context) => {
      const only = { ...operation, credentials: [alternative] };
      await context.exchange(only, validInputs(document, operation, context.uid()));
    });
  });
}

/** Missing or wrong credentials, wherever they are sent; if several are needed, each in turn. */
function credentialCases(document: Document, operation: Operation, make: Make): Case[] {
  const { credentials } = operation;
  if (credentials.length === 0 || credentials.some((alternative) => alternative.length === 0)) return [];
  const refused = (name: string, change: (one: Credential, i: number) => Credential[]) =>
    make("401", name, true, async (context) => {
      const changed = credentials.slice(0, 1).map((alternative) => alternative.flatMap(change));
      const wrong = { ...operation, credentials: changed };
      await context.exchange(wrong, validInputs(document, operation, context.uid()), { status: "401" });
    });
  const rewritten = (one: Credential, change: (key: string) => string): Credential => ({
    ...one,
    write: (key) => one.write(change(key)),
  });
  const [first = []] = credentials;
  return [
    refused("no credentials", () => []),
    ...first.flatMap((one, at) => {
      const what = `${one.in} ${one.name}`;
      const instead = (others: Credential[]) => (each: Credential, i: number) => (i === at ? others : [each]);
      return [
        ...(first.length > 1 ? [refused(`without the ${what}`, instead([]))] : []),
        refused(`an unknown key in the ${what}`, instead([rewritten(one, () => "no-such-key")])),
        refused(`the key with something after it in the ${what}`, instead([rewritten(one, (key) => `${key}x`)])),
        refused(`the key with something before it in the ${what}`, instead([rewritten(one, (key) => `x${key}`)])),
        ...(one.name === "Authorization"
          ? [refused(`the key alone in the ${what}`, instead([{ ...one, write: (key) => key }]))]
          : []),
      ];
    }),
  ];
}

type Make = (status: string, name: string, wire: boolean, run: Case["run"]) => Case;

function keyCases(document: Document, operation: Operation, make: Make): Case[] {
  const { keyHeader } = operation;
  if (!keyHeader) return [];
  const keys: [name: string, change: (key: string) => string, wire: boolean][] = [
    ["no key", () => "", true],
    ["an unknown key", () => "no-such-key", false],
    ["the key with its last character changed", (key) => key.slice(0, -1) + (key.endsWith("x") ? "y" : "x"), false],
    ["the key in another case", (key) => (key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase()), false],
    ["the key with something after it", (key) => `${key}x`, false],
  ];
  const cases = keys.map(([name, change, wire]) =>
    make("401", name, wire, async (context) => {
      const wrong = change(context.target.apiKey);
      if (wrong === context.target.apiKey) throw new NotApplicable("the API key has no letters");
      const inputs = { ...validInputs(document, operation, context.uid()), headers: { [keyHeader]: wrong } };
      await context.exchange(operation, inputs, { status: "401" });
    }),
  );
  const inQuery = make("401", "the key in the query instead of the header", true, async (context) => {
    const valid = validInputs(document, operation, context.uid());
    const inputs = {
      ...valid,
      headers: { [keyHeader]: "" },
      query: [[keyHeader, context.target.apiKey]] as [string, string][],
    };
    await context.exchange(operation, inputs, { status: "401" });
  });
  const authorization = make("401", "the key as a bearer token instead of the header", true, async (context) => {
    const request = requestOf(operation, validInputs(document, operation, context.uid()), "");
    const headers: Record<string, string> = { ...request.headers, Authorization: `Bearer ${context.target.apiKey}` };
    delete headers[keyHeader];
    await context.judge(operation, { ...request, headers }, "401");
  });
  return [...cases, inQuery, authorization];
}
