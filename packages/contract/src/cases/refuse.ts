import type { Case } from "../case.js";
import type { Document, Operation, Parameter } from "../document.js";
import { ContractViolation, decode, excerpt } from "../judge.js";
import { isScalar } from "../parameter-text.js";
import type { Inputs } from "../request.js";
import type { Validator } from "../validator.js";
import { baseValue, isRecord } from "../values/base-value.js";
import { type NearMiss, nearMissesOf } from "../values/near-misses.js";
import { dotted, sitesOf } from "../values/sites.js";
import { canBeSent, isReadable, place } from "./parameter-inputs.js";
import { isIdentity, withIdentity } from "./uid.js";

/** Near misses: for each keyword of each parameter and of the body, requests that violate only this keyword. */
export function refuseCases(document: Document, validator: Validator, operation: Operation): Case[] {
  const status = refusalOf(operation);
  const writes = operation.method !== "GET";
  const make = (miss: NearMiss, where: string, named: string, inputs: Inputs): Case => ({
    id: `${operation.id} rejects ${miss.site.branch ? `${miss.site.branch}: ` : ""}${where} ${miss.keyword} ${miss.detail}`,
    name: `rejects ${where} with ${miss.keyword} violated: ${miss.detail}`,
    operation: operation.id,
    status,
    keyword: miss.keyword,
    branch: miss.site.branch,
    writes,
    wire: false,
    async run(context) {
      const { body } = await context.exchange(
        operation,
        { ...inputs, body: withIdentity(operation, inputs.body, context.uid(), isIdentity(operation, miss.site.path)) },
        { status },
      );
      checkMessageNames(body, named);
    },
  });
  return [...bodyCases(document, validator, operation, make), ...parameterCases(document, validator, operation, make)];
}

type Make = (miss: NearMiss, where: string, named: string, inputs: Inputs) => Case;

function bodyCases(document: Document, validator: Validator, operation: Operation, make: Make): Case[] {
  if (!operation.body) return [];
  const { schema } = operation.body;
  return sitesOf(document, schema).flatMap((site) =>
    nearMissesOf(validator, site)
      .map((miss) => ({ miss, body: site.build(miss.value) }))
      // A value that violates one branch of a union may satisfy another one, and is then valid.
      .filter(({ body }) => !validator.accepts(schema.pointer, body) && canBeSent(document, operation, body))
      .map(({ miss, body }) => {
        // If a condition depends on the value, another value may become invalid and be reported first.
        const named = schema.node.if ? "" : (miss.name ?? lastName(site.path));
        return make(miss, dotted(site.path) || "the body", named, { body });
      }),
  );
}

function parameterCases(document: Document, validator: Validator, operation: Operation, make: Make): Case[] {
  const body = operation.body && baseValue(document, operation.body.schema.node, operation.body.schema.pointer);
  return operation.parameters.flatMap((parameter) =>
    isScalar(parameter)
      ? textCases(document, validator, parameter, body, make)
      : styledCases(document, validator, parameter, body, make),
  );
}

/**
 * Cases about array and object parameters. None sends a string instead, because it would look like an array with one
 * element.
 */
function styledCases(
  document: Document,
  validator: Validator,
  parameter: Parameter,
  body: unknown,
  make: Make,
): Case[] {
  return sitesOf(document, parameter.schema)
    .flatMap((site) => nearMissesOf(validator, site))
    .map((miss) => ({ miss, value: miss.site.build(miss.value) }))
    .filter(({ value }) => isReadable(document, parameter, value))
    .filter(({ value }) => !validator.accepts(parameter.schema.pointer, value))
    .map(({ miss, value }) => {
      const where = `${parameter.name}${dotted(["", ...miss.site.path])}`;
      const named = parameter.mediaType === undefined ? "" : parameter.name;
      return make(miss, where, named, { body, ...place(parameter, value) });
    });
}

function textCases(document: Document, validator: Validator, parameter: Parameter, body: unknown, make: Make): Case[] {
  return sitesOf(document, parameter.schema)
    .filter((site) => site.path.length === 0)
    .flatMap((site) => nearMissesOf(validator, site))
    .map((miss) => ({ ...miss, text: isRecord(miss.value) ? "{}" : String(miss.value) }))
    .filter((miss) => stillBroken(validator, miss) && canCarry(parameter, miss.text))
    .filter(
      (miss, i, all) => all.findIndex((other) => other.text === miss.text && other.keyword === miss.keyword) === i,
    )
    .map((miss) =>
      make({ ...miss, detail: JSON.stringify(miss.text) }, parameter.name, parameter.name, {
        body,
        ...place(parameter, miss.text),
      }),
    );
}

/** Whether a string arrives unchanged: an empty one results in a different path, and headers carry few characters. */
function canCarry({ in: where }: Parameter, text: string): boolean {
  if (where === "query") return true;
  if (where === "path") return text !== "";
  return where === "header" ? /^[!-~]([ -~]*[!-~])?$/.test(text) : /^[\w.-]+$/.test(text);
}

/** Values in a URL are text, so `7` or `true` for a string parameter is valid. */
function stillBroken(validator: Validator, miss: NearMiss & { text: string }): boolean {
  const read = decode(miss.text, miss.site.schema.type);
  return validator.breaches(miss.site.pointer, read).some((breach) => breach.keyword === miss.keyword);
}

const lastName = (path: (string | number)[]) => String(path.filter((part) => typeof part === "string").at(-1) ?? "");

/**
 * Returns the documented status for an invalid request: 422 if it is documented and 400 is not. Others, such as 409,
 * mean something else.
 */
export function refusalOf({ responses }: Operation): string {
  const isDocumented = (name: string) => responses.some(({ status }) => status === name);
  return isDocumented("422") && !isDocumented("400") ? "422" : "400";
}

/**
 * Checks that the message of a 400 names the invalid field or parameter (decision 0008). Error bodies with other
 * schemas need not do that.
 */
export function checkMessageNames(body: unknown, name: string): void {
  const message = isRecord(body) ? body["message"] : undefined;
  if (name !== "" && typeof message === "string" && !message.includes(name))
    throw new ContractViolation(
      `the message does not name the invalid field or parameter ${name}: ${excerpt(message)}`,
    );
}
