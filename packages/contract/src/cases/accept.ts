import type { Case } from "../case.js";
import type { Document, Operation, Parameter } from "../document.js";
import { successOf } from "../document.js";
import { isScalar } from "../parameter-text.js";
import type { Inputs } from "../request.js";
import type { Validator } from "../validator.js";
import { baseValue } from "../values/base-value.js";
import { dotted, sitesOf } from "../values/sites.js";
import { variantsOf } from "../values/variants.js";
import { checkEcho } from "./echo.js";
import { namingParameters } from "./harmless.js";
import { canBeSent, isReadable, place } from "./parameter-inputs.js";
import { isIdentity, isOutsidePrefix, withIdentity } from "./uid.js";

/** Cases with valid requests: each boundary, enum value and branch of each parameter and of the body is accepted. */
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
      const sent = { ...inputs, body: withIdentity(operation, inputs.body, context.uid(), aboutUid) };
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
      .filter(({ body }) => validator.accepts(schema.pointer, body) && canBeSent(document, operation, body))
      .map(({ variant, body }) =>
        make(
          variant.keyword,
          site.branch,
          `${dotted(site.path) || "the body"} ${variant.keyword} ${variant.detail}`,
          { body },
          isIdentity(operation, site.path),
        ),
      ),
  );
}

function parameterCases(document: Document, validator: Validator, operation: Operation, make: Make): Case[] {
  const body = operation.body && baseValue(document, operation.body.schema.node, operation.body.schema.pointer);
  const named = namingParameters(operation);
  const others = operation.parameters.filter((parameter) => !named.includes(parameter));
  const cases = others.flatMap((parameter) =>
    sitesOf(document, parameter.schema)
      .filter((site) => site.path.length === 0 || !isScalar(parameter))
      .flatMap((site) => variantsOf(validator, site))
      .map((variant) => ({ variant, value: variant.site.build(variant.value) }))
      .filter(({ value }) => isReadable(document, parameter, value))
      .filter(({ value }) => validator.accepts(parameter.schema.pointer, value))
      .map(({ variant, value }) => {
        const where = `${parameter.name}${dotted(["", ...variant.site.path])}`;
        return make(variant.keyword, "", `${where} ${variant.keyword} ${variant.detail}`, {
          body,
          ...place(parameter, value),
        });
      }),
  );
  const optional = operation.parameters.filter((parameter) => !parameter.required);
  if (optional.length === 0) return cases;
  const styled = optional
    .filter(({ example }) => example !== undefined && example !== "")
    .map((parameter): [Parameter, unknown] => [parameter, parameter.example]);
  return [
    ...cases,
    make("required", "", "no optional parameter", { body }),
    make("required", "", "all optional parameters at once", { body, styled }),
  ];
}

function exampleCases(operation: Operation, make: Make): Case[] {
  return (operation.body?.examples ?? []).map((body, i) =>
    make("examples", "", `the request example ${i + 1}`, { body }),
  );
}
