import type { ErrorObject } from "ajv";

/** The most violations in a message. */
const SHOWN = 3;

/** A longer value is not quoted. */
const QUOTED = 80;

/** Describes what is wrong with a value, in a sentence without a period: where, what is allowed, and what it is. */
export function describeViolations(errors: readonly ErrorObject[], value: unknown): string {
  const sentences = [...new Set(relevant(errors).map((error) => sentenceOf(error, value)))];
  const more = sentences.length > SHOWN ? [`and ${sentences.length - SHOWN} more`] : [];
  return [...sentences.slice(0, SHOWN), ...more].join("; ");
}

/** Names a place in a value: `body.items[0].key`. */
export const placeOf = (steps: readonly string[], value: unknown): string => {
  let at = value;
  let place = "";
  for (const step of steps) {
    const isIndex = Array.isArray(at);
    place += isIndex ? `[${step}]` : place === "" ? step : `.${step}`;
    at = Object(at)[step];
  }
  return place;
};

const isUnion = ({ keyword }: ErrorObject) => keyword === "anyOf" || keyword === "oneOf";

const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}/`);

/** The errors without those of the branches of a union that were not meant. */
function relevant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const [union] = errors.filter(isUnion).sort((one, other) => one.schemaPath.length - other.schemaPath.length);
  if (!union) return errors;
  const branches = new Map<string, ErrorObject[]>();
  const others: ErrorObject[] = [];
  for (const error of errors) {
    if (error === union) continue;
    const { schemaPath, instancePath } = error;
    const isOfUnion = schemaPath.startsWith(`${union.schemaPath}/`) && isWithin(instancePath, union.instancePath);
    if (!isOfUnion) others.push(error);
    else {
      const [branch = ""] = schemaPath.slice(union.schemaPath.length + 1).split("/");
      branches.set(branch, [...(branches.get(branch) ?? []), error]);
    }
  }
  const chosen = branches.size === 0 ? [asOther(union)] : relevant(chooseBranch(union, [...branches.values()]));
  return [...relevant(others), ...chosen];
}

/** A union of which several branches fit has no errors of branches. */
const asOther = (union: ErrorObject): ErrorObject => ({ ...union, keyword: "union" });

/** The errors of the branch that was meant: the one whose constants fit; if none does, which constants there are. */
function chooseBranch(union: ErrorObject, branches: readonly (readonly ErrorObject[])[]): readonly ErrorObject[] {
  const isConstant = ({ keyword }: ErrorObject) => keyword === "const";
  const fitting = branches.filter((errors) => !errors.some(isConstant));
  const fewest =
    [...(fitting.length > 0 ? fitting : branches)].sort((one, other) => one.length - other.length)[0] ?? [];
  const first = fewest.find(isConstant);
  if (fitting.length > 0 || !first) return fewest;
  const constants = branches.flatMap((errors) =>
    errors.filter((error) => isConstant(error) && error.instancePath === first.instancePath),
  );
  const allowedValues = [...new Set(constants.map(({ params }) => params["allowedValue"]))];
  return [{ ...first, schemaPath: union.schemaPath, keyword: "enum", params: { allowedValues } }];
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  date: "a calendar date, such as 2026-11-21",
  "date-time": "a date-time such as 2026-11-21T06:15:00Z",
  uuid: "a UUID",
  uri: "an absolute URL",
};

const list = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(", ");

const count = (number: unknown, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** What a value must be, by the keyword that it violates. */
const MUST: Readonly<Record<string, (params: ErrorObject["params"]) => string>> = {
  type: ({ type }) =>
    `be ${[type]
      .flat()
      .map((one) => TYPES[one] ?? one)
      .join(" or ")}`,
  const: ({ allowedValue }) => `be ${JSON.stringify(allowedValue)}`,
  enum: ({ allowedValues }) => `be one of ${list(allowedValues)}`,
  format: ({ format }) => `be ${FORMATS[format] ?? `of the format ${format}`}`,
  minimum: ({ limit }) => `be at least ${limit}`,
  maximum: ({ limit }) => `be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `be a multiple of ${multipleOf}`,
  minLength: ({ limit }) => `have at least ${count(limit, "character")}`,
  maxLength: ({ limit }) => `have at most ${count(limit, "character")}`,
  minItems: ({ limit }) => `have at least ${count(limit, "element")}`,
  maxItems: ({ limit }) => `have at most ${count(limit, "element")}`,
  pattern: ({ pattern }) => `match ${pattern}`,
};

function sentenceOf(
  { keyword, params, message, instancePath, parentSchema, data }: ErrorObject,
  value: unknown,
): string {
  const steps = instancePath.split("/").slice(1).map(decode);
  const missing = params["missingProperty"];
  if (missing !== undefined) return `${placeOf([...steps, missing], value)} is missing`;
  const unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  const what = steps.length === 0 ? "argument" : "property";
  if (unknown !== undefined)
    return `${placeOf([...steps, unknown], value)} is not a known ${what}${knownOnes(parentSchema)}`;
  const must = MUST[keyword]?.(params);
  const where = placeOf(steps, value) || "the whole";
  const text = JSON.stringify(data) ?? "";
  const isQuoted = ["type", "const", "enum", "format", "minimum", "maximum", "pattern"].includes(keyword);
  const received = isQuoted && text.length > 0 && text.length <= QUOTED ? `, not ${text}` : "";
  return must === undefined ? `${where} ${message}` : `${where} must ${must}${received}`;
}

/** Lists the properties that a schema knows. */
function knownOnes(schema: unknown): string {
  const names = Object.keys(Object(schema).properties ?? {});
  return names.length > 0 ? ` (known: ${names.join(", ")})` : " (there are none)";
}

/** Decodes a step of a JSON Pointer (RFC 6901). */
const decode = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~");
