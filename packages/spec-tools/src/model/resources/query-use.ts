import type { ParameterModel } from "../api-model.js";
import { propertiesOf, typesWithin } from "../schema-at.js";
import { byPlainName, plainName } from "./names.js";
import type { Comparison, FieldFilter, QueryUse } from "./resource-model.js";

/** The names of parameters that do not filter by a field, compared without case and separators. */
const USES: readonly (readonly [RegExp, Exclude<QueryUse["use"], "filter" | "filters">])[] = [
  [/^(limit|pagelimit|perpage|itemsperpage|pagesize|size|take|max(results|resultcount)|first|top)$/, "limit"],
  [/^(offset|skip(count)?|start|startindex)$/, "offset"],
  [/^(page|pagenumber|pageno|pageindex)$/, "page"],
  [/^(cursor|(next|page|nextpage)token|next|prev(ious)?|nextcursor|pagecursor|iterator|continuationtoken)$/, "cursor"],
  [/^(starting|start)after(id)?$/, "after"],
  [/^(sort|sortby|orderby|ordering)$/, "sort"],
  [/^(order|direction|sortorder|sortdir|sortdirection|dir)$/, "direction"],
  [/^(q|query|search|text|keyword|keywords)$/, "search"],
];

/** The uses that choose a page, and those of them whose values are numbers. */
const PAGING: readonly unknown[] = ["limit", "offset", "page", "cursor", "after"];
const NUMBERS = PAGING.slice(0, 3);

/** Whether a parameter chooses a page, as its name and its type show. */
export const choosesPage = (document: object, parameter: ParameterModel): boolean =>
  parameter.in === "query" && PAGING.includes(usualUse(document, parameter));

/** Suffixes of a field name: `created_from`, `price[gte]`. */
const COMPARISONS: readonly (readonly [RegExp, Comparison])[] = [
  // `DateSent>=2026-01-01` in a URL is the parameter `DateSent>`, so its bound is inclusive.
  [/[[_-]?(?:>=?)\]?$/, "from"],
  [/[[_-]?(?:<=?)\]?$/, "to"],
  [/[_.[-]?(from|since|min|gte)\]?$/i, "from"],
  [/[_.[-]?(after|gt)\]?$/i, "after"],
  [/[_.[-]?(to|until|max|lte)\]?$/i, "to"],
  [/[_.[-]?(before|lt)\]?$/i, "before"],
  [/[_.[-]?(contains|like)\]?$/i, "contains"],
];

/** Prefixes of a field name: `min_price`, `fromDate`. */
const PREFIXES: readonly (readonly [RegExp, Comparison])[] = [
  [/^(min|from|since)[_-]?(?=[A-Z]|(?<=[_-])[a-z])/, "from"],
  [/^(max|to|until)[_-]?(?=[A-Z]|(?<=[_-])[a-z])/, "to"],
  [/^after[_-]?(?=[A-Z]|(?<=[_-])[a-z])/, "after"],
  [/^before[_-]?(?=[A-Z]|(?<=[_-])[a-z])/, "before"],
];

/** Suffixes of a field name that the parameter may lack: `created_from` filters by `createdAt`. */
const SUFFIXES = ["", "at", "date", "on", "time", "s"];

/**
 * Finds out what a query parameter of a list means. A parameter with the name of a field filters by it, unless it is the
 * other half of the paging, `size` beside `page`, or one of its halves, which both have names of fields.
 *
 * @param all the query parameters of the list
 */
export function queryUse(
  document: object,
  parameter: ParameterModel,
  fields: readonly string[],
  all: readonly ParameterModel[],
): QueryUse {
  const byName = byPlainName(fields);
  const exact = fieldNamed(byName, parameter.name, [""]);
  const known = usualUse(document, parameter);
  const others = all.filter(({ name }) => fieldNamed(byName, name, [""]) === undefined);
  const usesOf = (some: readonly ParameterModel[]) => some.map((other) => usualUse(document, other));
  const isPaging = completesPaging(known, usesOf(others)) || isHalf(known, usesOf(all), usesOf(others));
  if (exact !== undefined && !isPaging) return { use: "filter", property: exact, compare: "equal" };
  if (known === "page") return { use: "page", first: firstPage(parameter) };
  if (known) return { use: known === "direction" && namesFields(parameter, fields) ? "sort" : known };
  const filter = filterOf(parameter.name, byName);
  if (filter) return { use: "filter", ...filter };
  const members = Object.fromEntries(
    [...propertiesOf(document, parameter.schema).keys()].flatMap((name) => {
      const found = filterOf(name, byName);
      return found ? [[name, found]] : [];
    }),
  );
  return Object.keys(members).length > 0 ? { use: "filters", members } : { use: "unknown" };
}

/** The use that the name of a parameter shows; `start` is a place only as a number, not as a date. */
function usualUse(document: object, { name, schema }: ParameterModel) {
  const use = USES.find(([pattern]) => pattern.test(plainName(name)))?.[1];
  return NUMBERS.includes(use) && !canBeNumber(document, schema) ? undefined : use;
}

/** Whether values of a parameter are numbers, or texts that may be some: no dates, choices or booleans. */
function canBeNumber(document: object, schema: ParameterModel["schema"]): boolean {
  const types = typesWithin(document, schema);
  if (types.includes("integer") || types.includes("number")) return true;
  const { format, enum: choices } = schema.node;
  return types.length === 0 || (types.includes("string") && format === undefined && choices === undefined);
}

const STEPS: readonly unknown[] = ["offset", "page", "cursor", "after"];

/** Whether a parameter is the only one for the length of a page, or for its place, and another one is for the other. */
function completesPaging(use: string | undefined, others: readonly (string | undefined)[]): boolean {
  const [hasStep, hasLimit] = [others.some((other) => STEPS.includes(other)), others.includes("limit")];
  if (STEPS.includes(use)) return hasLimit && !hasStep;
  return use === "limit" && hasStep && !hasLimit;
}

/** Whether a parameter is for paging together with one that has the name of a field, too, and no other parameter is. */
const isHalf = (
  use: string | undefined,
  all: readonly (string | undefined)[],
  others: readonly (string | undefined)[],
) =>
  PAGING.includes(use) &&
  all.includes("limit") &&
  all.some((one) => STEPS.includes(one)) &&
  !others.some((one) => PAGING.includes(one));

/** Whether the values of a parameter `order` are fields to sort by, and not directions. */
const namesFields = ({ schema: { node } }: ParameterModel, fields: readonly string[]): boolean =>
  [...(node.enum ?? []), ...(node.items?.enum ?? [])].some((value) => fields.includes(String(value)));

/** The number of the first page: 0 if the minimum, the default or an example of the parameter is 0, otherwise 1. */
function firstPage({ schema: { node }, examples }: ParameterModel): number {
  const shown = [node.minimum, node.default, ...examples.map(({ value }) => value)];
  return shown.includes(0) ? 0 : 1;
}

function filterOf(name: string, fields: ReadonlyMap<string, string>): FieldFilter | undefined {
  const exact = fieldNamed(fields, name, SUFFIXES);
  if (exact !== undefined) return { property: exact, compare: "equal" };
  for (const [pattern, compare] of [...COMPARISONS, ...PREFIXES]) {
    const rest = name.replace(pattern, "");
    const property = rest === name || rest === "" ? undefined : fieldNamed(fields, rest, SUFFIXES);
    if (property !== undefined) return { property, compare };
  }
  return undefined;
}

function fieldNamed(
  fields: ReadonlyMap<string, string>,
  name: string,
  suffixes: readonly string[],
): string | undefined {
  // A name that ends with an operator, such as `status!`, does not test for equality.
  if (/[^\w\]]$/.test(name)) return undefined;
  const wanted = plainName(name);
  return suffixes.map((suffix) => fields.get(wanted + suffix)).find((field) => field !== undefined);
}
