import type { Case } from "../case.js";
import { type Document, type Operation, type Parameter, responseFor, successOf } from "../document.js";
import { ContractViolation, decode, excerpt } from "../judge.js";
import { isScalar } from "../parameter-text.js";
import type { Inputs } from "../request.js";
import type { Validator } from "../validator.js";
import { baseValue, isRecord } from "../values/base-value.js";
import { type NearMiss, nearMissesOf } from "../values/near-misses.js";
import { dotted, sitesOf } from "../values/sites.js";
import { canBeSent, isReadable, place } from "./parameter-inputs.js";
import { isIdentity, withIdentity } from "./uid.js";

/** Near-misses: for each keyword of each parameter and of the body, requests that break it and nothing else. */
export function refuseCases(document: Document, validator: Validator, operation: Operation): Case[] {
  const status = refusalOf(operation);
  const writes = operation.method !== "GET";
  const make = (miss: NearMiss, where: string, named: string, inputs: Inputs): Case => ({
    id: `${operation.id} refuses ${miss.site.branch ? `${miss.site.branch}: ` : ""}${where} ${miss.keyword} ${miss.detail}`,
    name: `refuses ${where} with ${miss.keyword} broken: ${miss.detail}`,
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
      namesThePlace(body, named);
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
      // What breaks one branch of a union may be valid by another one; then it is no near-miss of the whole.
      .filter(({ body }) => !validator.accepts(schema.pointer, body) && canBeSent(document, operation, body))
      .map(({ miss, body }) => {
        // Where a condition looks at the value, another one may be wrong because of it, and be told first.
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

/** Arrays and objects; a text in their place looks like one with a single element. */
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

/** Whether a text gets there as it is: an empty one makes another path, and headers carry few characters. */
function canCarry({ in: where }: Parameter, text: string): boolean {
  if (where === "query") return true;
  if (where === "path") return text !== "";
  return where === "header" ? /^[!-~]([ -~]*[!-~])?$/.test(text) : /^[\w.-]+$/.test(text);
}

/** A value in a URL is a text: `7` for a string parameter is no near-miss, and neither is `true`. */
function stillBroken(validator: Validator, miss: NearMiss & { text: string }): boolean {
  const read = decode(miss.text, miss.site.schema.type);
  return validator.breaches(miss.site.pointer, read).some((breach) => breach.keyword === miss.keyword);
}

const lastName = (path: (string | number)[]) => String(path.filter((part) => typeof part === "string").at(-1) ?? "");

/** The pointer to the schema of the body that an error has; a `default` that describes the success says nothing of it. */
export function errorBodyOf(operation: Operation): string | undefined {
  const described = responseFor(operation, 400);
  if (described === successOf(operation)) return undefined;
  return Object.values(described?.content ?? {})[0]?.schema?.pointer;
}

/** The documented status for a wrong request: 422 where that is documented and 400 is not. Others, such as 409, say more. */
export function refusalOf({ responses }: Operation): string {
  const isDocumented = (name: string) => responses.some(({ status }) => status === name);
  return isDocumented("422") && !isDocumented("400") ? "422" : "400";
}

/**
 * On 400 the message says where the request is wrong (decision 0008): it has the name of the field or parameter. Error
 * bodies of other forms promise no such thing.
 */
export function namesThePlace(body: unknown, name: string): void {
  const message = isRecord(body) ? body["message"] : undefined;
  if (name !== "" && typeof message === "string" && !message.includes(name))
    throw new ContractViolation(`the message does not say where: ${excerpt(message)}; it should name ${name}`);
}
