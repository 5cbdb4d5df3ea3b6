import fc from "fast-check";
import { type Case, NotApplicable } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import { type Operation, type Parameter, successOf } from "../../document/document.js";
import { decode } from "../../judging/judge-response.js";
import { whyBeyond } from "../../requests/body-limits.js";
import { bodyText } from "../../requests/body-text.js";
import { isScalar } from "../../requests/parameter-text.js";
import { namesRecord } from "../../resources/record-parameters.js";
import { withIdentity } from "../../resources/uid.js";
import { validInputs } from "../../resources/valid-inputs.js";
import { arbitraryOf } from "../../values/arbitrary.js";
import { typesOfText } from "../../values/flatten.js";
import { dotted, sitesOf } from "../../values/sites.js";
import { checkProperty } from "../check-property.js";
import { checkReturned } from "../returned-values.js";
import { pathRefusalOf, refusalOf, testCase } from "../test-case.js";
import { isOpaque, isPageSize, isPatchOfSteps, place } from "./parameter-inputs.js";

/** Cases with generated requests: the server accepts what the schema accepts, and rejects what it rejects. */
export function propertyCases({ document, validator }: Suite, operation: Operation): Case[] {
  const make = (name: string, status: string, run: Case["run"]): Case =>
    testCase(operation, { rule: "property", name, id: `property ${name}`, status, run });
  const cases: Case[] = [];
  const { body } = operation;
  if (body?.kind === "json" && !isPatchOfSteps(operation)) {
    cases.push(
      make("any generated record is accepted and returned as sent", successOf(operation).status, (context) =>
        checkProperty(
          arbitraryOf(document, body.schema),
          async (value) => {
            if (!validator.accepts(body.schema.pointer, value))
              throw new NotApplicable("no valid body could be generated; add an example to the document");
            const sent = withIdentity(operation, value, context.uid());
            fc.pre(whyBeyond(operation, () => bodyText(body, sent)) === undefined);
            checkReturned(operation, sent, (await context.exchange(operation, { body: sent })).body);
          },
          context,
        ),
      ),
      make("any JSON in any place is accepted or rejected according to the schema", "*", async (context) => {
        const inside = sitesOf(document, body.schema).filter((site) => site.path.length > 0);
        const sites = new Map(inside.map((site) => [`${site.branch} ${dotted(site.path)}`.trim(), site]));
        if (sites.size === 0) throw new NotApplicable("the body is a single value without parts");
        await checkProperty(
          fc.tuple(fc.constantFrom(...sites.keys()), fc.jsonValue({ maxDepth: 2 })),
          async ([place, value]) => {
            const sent = withIdentity(operation, sites.get(place)?.build(value), context.uid());
            const valid = validator.accepts(body.schema.pointer, sent);
            fc.pre(whyBeyond(operation, () => bodyText(body, sent)) === undefined);
            await context.exchange(operation, { body: sent }, { status: valid ? undefined : refusalOf(operation) });
          },
          context,
        );
      }),
    );
  }
  for (const parameter of operation.parameters.filter(
    (each) => isAnyText(operation, each) && !namesRecord(operation, each),
  )) {
    const refusal = parameter.in === "path" ? pathRefusalOf(operation) : refusalOf(operation);
    cases.push(
      make(`any string as ${parameter.name} is accepted or rejected according to the schema`, "*", (context) =>
        checkProperty(
          texts(parameter),
          async (text) => {
            const types = typesOfText(document, parameter.schema.node);
            // A number that is not valid may be a valid text.
            const readings = [decode(text, types), ...(types.includes("string") ? [text] : [])];
            const valid = readings.some((value) => validator.accepts(parameter.schema.pointer, value));
            if (valid && !isPageSize(operation, parameter, readings[0])) return;
            const inputs = { ...validInputs(operation, context.uid()), ...place(parameter, text) };
            await context.exchange(operation, inputs, { status: valid ? undefined : refusal });
          },
          context,
        ),
      ),
    );
  }
  return cases;
}

/** The string must arrive unchanged: a header carries few characters, and an array has delimiters. */
const isAnyText = (operation: Operation, parameter: Parameter) =>
  isScalar(parameter) &&
  !isOpaque(operation, parameter) &&
  ["path", "query"].includes(parameter.in) &&
  !["label", "matrix"].includes(parameter.style);

/** Valid values as strings, and strings that no parser reads as a number: no rule defines whether `01` is one. */
function texts(parameter: Parameter): fc.Arbitrary<string> {
  const { document } = parameter;
  const types = typesOfText(document, parameter.schema.node);
  const wild = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/^[\s\d.+-]|^\.{1,2}$|\s$/.test(text));
  return fc.oneof(
    arbitraryOf(document, parameter.schema)
      .map(String)
      // An empty string is rejected in the query, and results in a different path (decision 0030).
      .filter((text) => text !== "" && !/^\.{1,2}$/.test(text) && !(text === "null" && types.includes("null"))),
    fc.integer({ min: -1000, max: 1000 }).map(String),
    wild,
  );
}
