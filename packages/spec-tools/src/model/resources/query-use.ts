import type { ParameterModel } from "../api-model.js";
import { propertiesOf } from "../schema-at.js";
import { plainName } from "./names.js";
import type { Comparison, FieldFilter, QueryUse } from "./resource-model.js";

/** The names of parameters that do not filter by a field, compared without case and separators. */
const USES: readonly (readonly [RegExp, Exclude<QueryUse["use"], "filter" | "filters">])[] = [
  [/^(limit|pagelimit|perpage|itemsperpage|pagesize|size|take|max(results|resultcount)|first|top)$/, "limit"],
  [/^(offset|skip(count)?|start|startindex)$/, "offset"],
  [/^(page|pagenumber|pageno|pageindex)$/, "page"],
  [/^(cursor|pagetoken|nexttoken|startingafter|continuationtoken)$/, "cursor"],
  [/^(sort|sortby|orderby|ordering)$/, "sort"],
  [/^(order|direction|sortorder|sortdir|sortdirection|dir)$/, "direction"],
  [/^(q|query|search|text|keyword|keywords)$/, "search"],
];

/** Whether a parameter chooses a page, as the name shows. */
export const choosesPage = (name: string): boolean =>
  USES.slice(0, 4).some(([pattern]) => pattern.test(plainName(name)));

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
 * other half of the paging: `size` beside `page`.
 *
 * @param names the names of all query parameters of the list
 */
export function queryUse(
  document: object,
  parameter: ParameterModel,
  fields: readonly string[],
  names: readonly string[],
): QueryUse {
  const exact = fieldNamed(fields, parameter.name, [""]);
  const known = usualUse(parameter.name);
  if (exact !== undefined && !completesPaging(known?.[1], names, fields))
    return { use: "filter", property: exact, compare: "equal" };
  if (known?.[1] === "page") return { use: "page", first: firstPage(parameter) };
  if (known) return { use: known[1] === "direction" && namesFields(parameter, fields) ? "sort" : known[1] };
  const filter = filterOf(parameter.name, fields);
  if (filter) return { use: "filter", ...filter };
  const members = Object.fromEntries(
    [...propertiesOf(document, parameter.schema).keys()].flatMap((name) => {
      const found = filterOf(name, fields);
      return found ? [[name, found]] : [];
    }),
  );
  return Object.keys(members).length > 0 ? { use: "filters", members } : { use: "unknown" };
}

const usualUse = (name: string) => USES.find(([pattern]) => pattern.test(plainName(name)));

const STEPS = ["offset", "page", "cursor"];

/** Whether a parameter is the only one for the length of a page, or for its place, and another one is for the other. */
function completesPaging(use: string | undefined, names: readonly string[], fields: readonly string[]): boolean {
  const isStep = STEPS.includes(use ?? "");
  if (!isStep && use !== "limit") return false;
  const others = names
    .filter((name) => fieldNamed(fields, name, [""]) === undefined)
    .map((name) => usualUse(name)?.[1]);
  const [hasStep, hasLimit] = [others.some((other) => STEPS.includes(other ?? "")), others.includes("limit")];
  return isStep ? hasLimit && !hasStep : hasStep && !hasLimit;
}

/** Whether the values of a parameter `order` are fields to sort by, and not directions. */
const namesFields = ({ schema: { node } }: ParameterModel, fields: readonly string[]): boolean =>
  [...(node.enum ?? []), ...(node.items?.enum ?? [])].some((value) => fields.includes(String(value)));

/** The number of the first page: 0 if the minimum, the default or an example of the parameter is 0, otherwise 1. */
function firstPage({ schema: { node }, examples }: ParameterModel): number {
  const shown = [node.minimum, node.default, ...examples.map(({ value }) => value)];
  return shown.includes(0) ? 0 : 1;
}

function filterOf(name: string, fields: readonly string[]): FieldFilter | undefined {
  const exact = fieldNamed(fields, name, SUFFIXES);
  if (exact !== undefined) return { property: exact, compare: "equal" };
  for (const [pattern, compare] of [...COMPARISONS, ...PREFIXES]) {
    const rest = name.replace(pattern, "");
    const property = rest === name || rest === "" ? undefined : fieldNamed(fields, rest, SUFFIXES);
    if (property !== undefined) return { property, compare };
  }
  return undefined;
}

function fieldNamed(fields: readonly string[], name: string, suffixes: readonly string[]): string | undefined {
  // A name that ends with an operator, such as `status!`, does not test for equality.
  if (/[^\w\]]$/.test(name)) return undefined;
  const wanted = suffixes.map((suffix) => plainName(name) + suffix);
  return wanted.map((one) => fields.find((field) => plainName(field) === one)).find((field) => field !== undefined);
}
