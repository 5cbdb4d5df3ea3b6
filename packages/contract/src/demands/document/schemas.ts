import type { Case, Statuses } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import { type Operation, type Parameter, schemaExamples, successOf } from "../../document/document.js";
import { isStrict } from "../../document/promises.js";
import { writable } from "../../document/request-view.js";
import type { Validator } from "../../document/validator.js";
import { decode } from "../../judging/judge-response.js";
import { isRecord } from "../../lib/objects.js";
import { isScalar, styleOf } from "../../requests/parameter-text.js";
import type { Inputs } from "../../requests/request.js";
import { parameterBase } from "../../requests/request.js";
import { namesRecord } from "../../resources/record-parameters.js";
import { isIdentity, isOutsidePrefix, withIdentity } from "../../resources/uid.js";
import { validInputs } from "../../resources/valid-inputs.js";
import { typesOfText } from "../../values/flatten.js";
import { type NearMiss, nearMissesOf } from "../../values/near-misses.js";
import { dotted, type Site, sitesOf } from "../../values/sites.js";
import { LONGEST_ARRAY, LONGEST_TEXT } from "../../values/sizes.js";
import { type Variant, variantsOf } from "../../values/variants.js";
import { accepted, pathRefusalOf, refusalOf, rejected, testCase } from "../test-case.js";
import { everywhereCases } from "./everywhere.js";
import { canBeSent, carries, isOpaque, isPageSize, isPatchOfSteps, isReadable, place } from "./parameter-inputs.js";

interface Built {
  value: unknown;
}

/** A place of a request to which a schema applies: its body, or one parameter. */
interface Place {
  sites: Site[];
  /** The name of a site in the report. */
  nameOf(site: Site): string;
  /** The whole value with a valid part; undefined if the whole is not valid, or would not arrive unchanged. */
  valid(site: Site, part: unknown): Built | undefined;
  /** The whole value with a near miss in it; undefined if the whole is valid all the same, or cannot be sent. */
  invalid(site: Site, miss: NearMiss): Built | undefined;
  inputs(value: unknown, uid: string, site: Site): Inputs;
  /** What the message of a rejection names. */
  named(miss: NearMiss): string;
  refusal: Statuses;
  /** Whether its schema does not say which values succeed. */
  isOpaque: boolean;
  /** Whether it names a record. */
  isIdentity: boolean;
  /** How a parameter is written. */
  style?: string | undefined;
}

/**
 * Cases with a request that differs from a valid one in one place of its body or of one parameter. Each limit, enum value
 * and branch is accepted. For each keyword, values that violate only this keyword are rejected.
 */
export function schemaCases(suite: Suite, operation: Operation): Case[] {
  const places = [...bodyPlace(suite, operation), ...parameterPlaces(suite, operation)];
  return [
    ...places.flatMap((each) => {
      const found = each.sites.map((site) => (each.isOpaque ? [] : variantsOf(suite.validator, site)));
      return [
        ...each.sites.flatMap((site, i) => casesAt(suite, operation, each, site, found[i] ?? [])),
        ...everywhereCases(operation, each, found.flat()),
      ];
    }),
    ...optionalParameters(operation),
    ...exampleCases(suite, operation),
  ];
}

function casesAt(suite: Suite, operation: Operation, at: Place, site: Site, variants: readonly Variant[]): Case[] {
  noteBounds(suite, at.nameOf(site), site);
  const valid = variants.flatMap((variant) =>
    at.isIdentity && site.path.length === 0
      ? identityCase(operation, at, site, variant)
      : acceptedCase(operation, at, site, variant),
  );
  const invalid = nearMissesOf(suite.validator, site).flatMap((miss) => rejectedCase(operation, at, site, miss));
  return [...valid, ...invalid];
}

const prefixed = (branch: string, text: string) => (branch ? `${branch}: ${text}` : text);

function acceptedCase(operation: Operation, at: Place, site: Site, { keyword, detail, value }: Variant): Case[] {
  const built = at.valid(site, value);
  // A server has one record at most with an empty identity, which this run may not have created.
  if (!built || (value === "" && isIdentity(operation, site.path))) return [];
  return [
    accepted(operation, {
      rule: keyword,
      name: `accepts ${prefixed(site.branch, `${at.nameOf(site)} ${keyword} ${detail}`)}`,
      id: true,
      branch: site.branch,
      style: at.style,
      at: site.pointer,
      outsidePrefix: isIdentity(operation, site.path) && isOutsidePrefix(built.value),
      inputs: (context) => at.inputs(built.value, context.uid(), site),
    }),
  ];
}

/**
 * A valid identity at a limit of its schema may belong to no record, which is a 404. Only the limits that the document names
 * are tried, because it rarely says in which form a server writes its identities.
 */
function identityCase(operation: Operation, at: Place, site: Site, { keyword, detail, value }: Variant): Case[] {
  const built = at.valid(site, value);
  const has404 = operation.responses.some(({ status }) => status === "404");
  if (!built || !has404 || !Object.hasOwn(site.schema, keyword) || keyword === "type") return [];
  const what = `${at.nameOf(site)} ${keyword} ${detail}`;
  return [
    testCase(operation, {
      rule: keyword,
      name: `a valid identity is a record or a 404: ${what}`,
      id: `finds or not ${what}`,
      at: site.pointer,
      run: async (context) => {
        const inputs = at.inputs(built.value, context.uid(), site);
        await context.exchange(operation, inputs, { status: [successOf(operation).status, "404"] });
      },
    }),
  ];
}

function rejectedCase(operation: Operation, at: Place, site: Site, miss: NearMiss): Case[] {
  const built = at.invalid(site, miss);
  if (!built) return [];
  const [status, ...or] = [at.refusal].flat();
  return [
    rejected(operation, {
      rule: miss.keyword,
      name: `rejects ${prefixed(site.branch, `${at.nameOf(site)} ${miss.keyword} ${miss.detail}`)}`,
      id: true,
      status,
      or,
      branch: site.branch,
      style: at.style,
      at: site.pointer,
      inputs: (context) => at.inputs(built.value, context.uid(), site),
      named: at.named(miss),
    }),
  ];
}

function bodyPlace({ document, validator }: Suite, operation: Operation): Place[] {
  const { body } = operation;
  if (!body) return [];
  const { schema } = body;
  const build = (site: Site, part: unknown, isWanted: (value: unknown) => boolean) => {
    const value = site.build(part);
    return isWanted(value) && canBeSent(operation, value) ? { value } : undefined;
  };
  return [
    {
      sites: sitesOf(document, schema),
      nameOf: (site) => dotted(site.path) || "the body",
      valid: (site, part) => build(site, part, (value) => validator.accepts(schema.pointer, value)),
      // A value that violates one branch of a union may satisfy another one, and is then valid.
      invalid: (site, { value: part }) => build(site, part, (value) => !validator.accepts(schema.pointer, value)),
      inputs: (value, uid, site) => ({
        body: withIdentity(operation, value, uid, site.path),
      }),
      // If a condition depends on the value, another value may become invalid and be reported first.
      named: ({ site, name }) => (schema.node.if ? "" : (name ?? lastName(site.path))),
      refusal: refusalOf(operation),
      isOpaque: isPatchOfSteps(operation),
      isIdentity: false,
    },
  ];
}

const lastName = (path: (string | number)[]) => String(path.filter((part) => typeof part === "string").at(-1) ?? "");

const parameterPlaces = (suite: Suite, operation: Operation): Place[] =>
  operation.parameters.map((parameter) => parameterPlace(suite, operation, parameter));

function parameterPlace({ document, validator }: Suite, operation: Operation, parameter: Parameter): Place {
  const { name, schema, mediaType } = parameter;
  const isText = isScalar(parameter);
  return {
    sites: sitesOf(document, schema).filter((site) => site.path.length === 0 || !isText),
    nameOf: (site) => `${name}${dotted(["", ...site.path])}`,
    valid: (site, part) => {
      const value = site.build(part);
      const isRight = validator.accepts(schema.pointer, value) && isPageSize(operation, parameter, value);
      return isRight && isReadable(parameter, value) ? { value } : undefined;
    },
    invalid: (site, { value: part, keyword }) => {
      if (isText)
        return isBit(operation, parameter, part) ? undefined : invalidText(validator, parameter, part, keyword);
      const value = site.build(part);
      return isReadable(parameter, value) && !validator.accepts(schema.pointer, value) ? { value } : undefined;
    },
    inputs: (value, uid) => ({ ...validInputs(operation, uid), ...place(parameter, value) }),
    named: () => (isText || mediaType !== undefined ? name : ""),
    refusal: parameter.in === "path" ? pathRefusalOf(operation) : refusalOf(operation),
    isOpaque: isOpaque(operation, parameter),
    isIdentity: namesRecord(operation, parameter),
    style: styleOf(parameter),
  };
}

/** Whether a value is 0 or 1 for a boolean; many servers read them, and OpenAPI does not say how a boolean is written. */
const isBit = (operation: Operation, { document, schema }: Parameter, value: unknown): boolean =>
  !isStrict(operation) && /^[01]$/.test(String(value)) && typesOfText(document, schema.node).includes("boolean");

/**
 * Returns a value as the text of a parameter, if a server reads it as one that violates the keyword: values in a URL are
 * text, so `7` or `true` for a string parameter is valid.
 */
function invalidText(validator: Validator, parameter: Parameter, value: unknown, keyword: string): Built | undefined {
  const text = isRecord(value) ? "{}" : String(value);
  const types = typesOfText(parameter.document, parameter.schema.node);
  const read = decode(text, types);
  if (types.includes("string") && validator.accepts(parameter.schema.pointer, text)) return undefined;
  const isBroken = validator.breaches(parameter.schema.pointer, read).some((breach) => breach.keyword === keyword);
  // These change the path itself.
  const isOtherPath = parameter.in === "path" && /^\.{1,2}$|[/\\%]/.test(text);
  return isBroken && !isOtherPath && carries(parameter, text) ? { value: text } : undefined;
}

function optionalParameters(operation: Operation): Case[] {
  const optional = operation.parameters.filter((parameter) => !parameter.required && !isOpaque(operation, parameter));
  if (optional.length === 0) return [];
  const styled = optional
    .filter(({ example }) => example !== undefined && example !== "")
    .map((parameter): [Parameter, unknown] => [parameter, parameterBase(parameter)]);
  const make = (what: string, inputs: Inputs) =>
    accepted(operation, {
      rule: "required",
      name: `accepts ${what}`,
      id: true,
      inputs: (context) => ({ ...validInputs(operation, context.uid()), ...inputs }),
    });
  return [make("no optional parameter", {}), make("all optional parameters at once", { styled })];
}

/** Each documented example of a body is accepted; one that its own schema rejects is a mistake in the document. */
function exampleCases({ validator, note }: Suite, operation: Operation): Case[] {
  const { body } = operation;
  return (body?.examples ?? []).flatMap((documented, i) => {
    const example = writable(operation.document, body?.schema.node ?? {}, documented);
    const hasSchema = Object.keys(body?.schema.node ?? {}).length > 0;
    if (hasSchema && !validator.accepts(body?.schema.pointer ?? "", example)) {
      note(`The request example ${i + 1} of ${operation.id} is not valid in its own schema, so it was not sent.`);
      return [];
    }
    if (!canBeSent(operation, example)) return [];
    return accepted(operation, {
      rule: "examples",
      name: `accepts the request example ${i + 1}`,
      id: `accepts examples ${i + 1}`,
      inputs: (context) => ({ body: withIdentity(operation, example, context.uid()) }),
    });
  });
}

/** Says which limits are too large to try, and which examples are wrong. */
function noteBounds({ validator, note }: Suite, name: string, { schema, pointer }: Site): void {
  const bounds = {
    maxItems: LONGEST_ARRAY,
    minItems: LONGEST_ARRAY,
    maxLength: LONGEST_TEXT,
    minLength: LONGEST_TEXT,
  } as const;
  for (const [keyword, most] of Object.entries(bounds)) {
    const bound = schema[keyword as keyof typeof bounds];
    if (bound !== undefined && bound > most)
      note(
        `The ${keyword} of ${name}, ${bound}, was not tried: it needs a request of more than ${most} ${/Items/.test(keyword) ? "elements" : "characters"} (#${pointer}).`,
      );
  }
  for (const example of schemaExamples(schema))
    if (!validator.accepts(pointer, example))
      note(
        `The example ${JSON.stringify(example)?.slice(0, 60)} of ${name} is not valid in its own schema, so it was not sent (#${pointer}).`,
      );
}
