import { own } from "@metadata-service/spec-tools/own";
import { PRESENTATION, WITHIN } from "../inclusion/values.js";
import { applies } from "./diff-bounds.js";
import { entries, equal, show } from "./node.js";
import type { SchemaPair } from "./schema-pair.js";

/** Every keyword that has a rule. All others are reported as not judged. */
export const KEYWORDS = [
  ...["$ref", "allOf", "oneOf", "anyOf", "discriminator", "type", "const", "enum", "default", "deprecated", "xml"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"],
  ...["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "readOnly", "writeOnly"],
  ...["pattern", "format", "contentEncoding", "contentMediaType", "contentSchema", "not", "if", "then", "else"],
  ...["properties", "required", "additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties"],
  ...["dependentRequired", "dependentSchemas", "items", "prefixItems", "contains", "uniqueItems", "unevaluatedItems"],
  "x-items",
];

/** Keywords whose values cannot be compared: adding one allows fewer values, removing one allows more. */
const OPAQUE: [type: string | undefined, keyword: string][] = [
  ["string", "pattern"],
  ["string", "contentEncoding"],
  ["string", "contentMediaType"],
  [undefined, "not"],
];

/** Compares keywords that do not depend on others. */
export function diffKeywords(pair: SchemaPair): void {
  for (const [type, keyword] of OPAQUE)
    if (type === undefined || applies(pair, type, [keyword])) diffOpaque(pair, keyword);
  diffFormat(pair);
  diffConditions(pair);
  diffSubschema(pair, "contentSchema");
  diffTypedItems(pair);
}

/** Compares `x-items`: generated clients have a function for each type of item, with the members that it names. */
function diffTypedItems(pair: SchemaPair): void {
  if (!pair.differs("x-items")) return;
  const [old, now] = pair.both("x-items");
  const fields = entries(now).map(([name, value]) =>
    name === "response" ? `${value} in responses` : `${name} in \`${value}\``,
  );
  const form = `${old === undefined ? "now" : "of another form"}: ${fields.join(", ")}`;
  const how = now === undefined ? "no longer consists of typed items" : `consists of typed items ${form}`;
  pair.either(old !== undefined, "typed-items-changed", pair.at("x-items"), how);
}

function diffOpaque(pair: SchemaPair, keyword: string): void {
  if (!pair.differs(keyword)) return;
  const [old, now] = pair.both(keyword);
  if (old === undefined) pair.narrowed(`${keyword}-added`, keyword, `must satisfy ${keyword} ${show(now)} now`);
  else if (now === undefined)
    pair.widened(`${keyword}-removed`, keyword, `no longer has to satisfy ${keyword} ${show(old)}`);
  else pair.moved("changed", `${keyword}-changed`, keyword, `has ${keyword} ${show(now)} instead of ${show(old)}`);
}

function diffFormat(pair: SchemaPair): void {
  if (!pair.differs("format")) return;
  const [old, now] = pair.both("format");
  const isShown = (format: unknown) => format === undefined || PRESENTATION.has(format);
  const text = `has format ${now} instead of ${old}`;
  if (isShown(old) && isShown(now))
    pair.documentation("format-changed", pair.at("format"), ": format changed, which only affects how a form shows it");
  else if (own(WITHIN, String(old))?.includes(String(now))) pair.widened("format-widened", "format", text);
  else if (own(WITHIN, String(now))?.includes(String(old))) pair.narrowed("format-narrowed", "format", text);
  else diffOpaque(pair, "format");
}

/** Compares `if`, `then` and `else`. If the condition is the same, its consequences are compared. */
function diffConditions(pair: SchemaPair): void {
  const [old, now] = pair.both("if");
  const consequences = ["then", "else"];
  // Without a condition, they have no effect (JSON Schema 2020-12, section 10.2.2).
  if (old === undefined && now === undefined) pair.sameMeaning(consequences, "changed, but has no effect without if");
  else if (equal(old, now)) for (const keyword of consequences) diffSubschema(pair, keyword);
  else {
    diffOpaque(pair, "if");
    pair.examined(...consequences);
  }
}

/** Compares a keyword with one schema: adding it allows fewer values, removing it allows more. */
export function diffSubschema(pair: SchemaPair, keyword: string): void {
  if (pair.both(keyword).includes(undefined)) diffOpaque(pair, keyword);
  else pair.schemas([keyword], pair.what.where(keyword));
}
