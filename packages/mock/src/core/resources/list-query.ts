import { memberKey, type RecordView } from "@metadata-service/server-rules";
import { own, type QueryUse } from "@metadata-service/spec-tools";
import { withoutMark } from "@metadata-service/spec-tools/json";
import type { Condition, RowFilter } from "../data/match-rows.js";
import { keyOf } from "./keyed.js";

/** The parsed query of a list request. */
export interface ListQuery {
  readonly filter: RowFilter;
  readonly limit?: number;
  readonly offset: number;
  /** The identity of the record before the page. */
  readonly after?: string;
  /** Parameters that the mock does not interpret and therefore ignores. */
  readonly ignored: readonly string[];
}

/** Parses the query of a list by the meaning of each parameter. */
export function readListQuery(
  view: RecordView,
  uses: Readonly<Record<string, QueryUse>>,
  query: Readonly<Record<string, unknown>>,
  defaultLimit: number,
): ListQuery {
  const conditions: Condition[] = [];
  const ignored: string[] = [];
  const parts: { limit?: number; offset?: number; page?: number; after?: string; search?: string; sort?: Sort } = {};
  const descending = Object.entries(uses).some(
    ([name, { use }]) => use === "direction" && /^(desc|descending|-1|-)$/i.test(String(own(query, name) ?? "")),
  );
  for (const [name, value] of Object.entries(query)) {
    const use = own(uses, name) ?? { use: "unknown" };
    if (value === undefined || use.use === "direction") continue;
    const done = apply(use, value);
    if (!done) ignored.push(name);
  }

  function apply(use: QueryUse, value: unknown): boolean {
    switch (use.use) {
      case "limit":
      case "offset":
      case "page": {
        const count = wholeNumber(value);
        if (count !== undefined) parts[use.use] = use.use === "page" ? count - use.first : count;
        return count !== undefined;
      }
      case "after":
        readCursor(value);
        parts.after = String(value);
        return true;
      case "cursor":
        return readCursor(value);
      case "search":
        parts.search = String(value);
        return true;
      case "sort":
        parts.sort = sortOf(view, value, descending);
        return parts.sort !== undefined;
      case "filter":
        return add(use, value);
      case "filters":
        return Object.entries(value as object).every(([member, wanted]) => {
          const filter = own(use.members, member);
          return filter !== undefined && add(filter, wanted);
        });
      default:
        return false;
    }
  }

  /** The cursors of the mock are offsets. */
  function readCursor(value: unknown): boolean {
    const isOffset = /^\d{1,15}$/.test(String(value));
    if (isOffset) parts.offset = Number(value);
    return isOffset;
  }

  function add({ property, compare }: { property: string; compare: Condition["compare"] }, value: unknown): boolean {
    conditions.push({ key: keyOf(view, property), compare, value });
    return true;
  }

  const limit = parts.limit ?? defaultLimit;
  return {
    limit,
    // Beyond it, a page could not say where it is.
    offset: Math.min(parts.offset ?? Math.max(0, parts.page ?? 0) * limit, Number.MAX_SAFE_INTEGER),
    ...(parts.after !== undefined && { after: parts.after }),
    ignored,
    filter: {
      ...(conditions.length > 0 && { conditions }),
      ...(parts.search !== undefined && { search: parts.search }),
      ...(parts.sort && { sort: parts.sort }),
    },
  };
}

/**
 * Returns the whole number in a value, without a fraction, which the schema may allow; undefined if there is none. Beyond
 * the safe integers, it is the last of them.
 */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Math.trunc(Number(withoutMark(value)));
  if (Number.isNaN(number)) return undefined;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(number, Number.MAX_SAFE_INTEGER));
}

type Sort = NonNullable<RowFilter["sort"]>;

/**
 * Parses `name`, `-name`, `name:desc` or `name desc`, or several of them separated by commas; returns undefined if one
 * is not a field.
 */
function sortOf(view: RecordView, value: unknown, descending: boolean): Sort | undefined {
  const texts = [value].flat().flatMap((text) => String(text).split(","));
  const sort = texts.map((text) => {
    const [, sign = "", name = "", direction = ""] = /^([+-]?)([^: ]+)(?:[: ](asc|desc)\w*)?$/i.exec(text.trim()) ?? [];
    const plain = (one: string) => one.toLowerCase().replace(/[^a-z0-9]/g, "");
    const member = [...view.members.keys()].find((known) => plain(known) === plain(name));
    const isDown =
      sign === "-" || direction.toLowerCase() === "desc" || (descending && sign === "" && direction === "");
    return member === undefined ? undefined : { key: memberKey(view, member), descending: isDown };
  });
  return sort.every((one) => one !== undefined) ? sort : undefined;
}
