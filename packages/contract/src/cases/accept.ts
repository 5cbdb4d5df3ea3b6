import type { Case } from "../case.js";
import type { Document, Operation } from "../document.js";
import { successOf } from "../document.js";
import { decode } from "../judge.js";
import type { Inputs } from "../request.js";
import type { Validator } from "../validator.js";
import { baseValue } from "../values/base-value.js";
import { dotted, sitesOf } from "../values/sites.js";
import { ASTRAL, variantsOf } from "../values/variants.js";
import { checkEcho } from "./echo.js";
import { isOutsidePrefix, isUid, withUid } from "./uid.js";

/** Valid requests: each boundary, each enum value, each branch of each parameter and of the body, is accepted. */
export function acceptCases(document: Document, validator: Validator, operation: Operation): Case[] {
  const status = successOf(operation).status;
  const writes = operation.method !== "GET";
  const make = (keyword: string, branch: string, detail: string, inputs: Inputs, aboutUid = false): Case => ({
    id: `${operation.id} accepts ${branch ? `${branch}: ` : ""}${detail}`,
    name: `accepts ${branch ? `${branch}: ` : ""}${detail}`,
    operation: operation.id,
    status,
    keyword,
    branch,
    writes,
    wire: false,
    outsidePrefix: aboutUid && isOutsidePrefix(inputs.body),
    async run(context) {
      const sent = { ...inputs, body: withUid(inputs.body, context.uid(), aboutUid) };
      const { body } = await context.exchange(operation, sent);
      checkEcho(operation, sent.body, body);
    },
  });
  return [
    ...bodyCases(document, validator, operation, make),
    ...parameterCases(document, validator, operation, make),
    ...exampleCases(operation, make),
  ];
}

type Make = (keyword: string, branch: string, detail: string, inputs: Inputs, aboutUid?: boolean) => Case;

function bodyCases(document: Document, validator: Validator, operation: Operation, make: Make): Case[] {
  if (!operation.body) return [];
  const { schema } = operation.body;
  return sitesOf(document, schema).flatMap((site) =>
    variantsOf(validator, site)
      .map((variant) => ({ variant, body: site.build(variant.value) }))
      .filter(({ body }) => validator.accepts(schema.pointer, body))
      .map(({ variant, body }) =>
        make(
          variant.keyword,
          site.branch,
          `${dotted(site.path) || "the body"} ${variant.keyword} ${variant.detail}`,
          { body },
          isUid(site.path),
        ),
      ),
  );
}

function parameterCases(document: Document, validator: Validator, operation: Operation, make: Make): Case[] {
  const body = operation.body && baseValue(document, operation.body.schema.node, operation.body.schema.pointer);
  const cases = operation.parameters.flatMap((parameter) =>
    sitesOf(document, parameter.schema)
      .filter((site) => site.path.length === 0)
      .flatMap((site) => variantsOf(validator, site))
      .filter(({ value }) => sendable(parameter.schema.node.type, value))
      .map((variant) =>
        make(variant.keyword, "", `${parameter.name} ${variant.keyword} ${variant.detail}`, {
          body,
          ...place(parameter, String(variant.value)),
        }),
      ),
  );
  const optional = operation.parameters.filter((parameter) => !parameter.required);
  if (optional.length === 0) return cases;
  const all = optional.flatMap((parameter) => place(parameter, String(parameter.example ?? "")).query ?? []);
  return [
    ...cases,
    make("required", "", "no optional parameter", { body }),
    make("required", "", "all optional parameters at once", { body, query: all.filter(([, value]) => value !== "") }),
  ];
}

function exampleCases(operation: Operation, make: Make): Case[] {
  return (operation.body?.examples ?? []).map((body, i) =>
    make("examples", "", `the request example ${i + 1}`, { body }),
  );
}

/** An input with one parameter set. */
export function place(parameter: { name: string; in: string }, value: string): Inputs {
  if (parameter.in === "path") return { path: { [parameter.name]: value } };
  if (parameter.in === "query") return { query: [[parameter.name, value]] };
  return { headers: { [parameter.name]: value } };
}

/** Whether a value is the same after it went through a URL. */
const sendable = (type: string | string[] | undefined, value: unknown) =>
  ["string", "number", "boolean"].includes(typeof value) &&
  !String(value).includes(ASTRAL.repeat(50)) &&
  Object.is(decode(String(value), type), value);
