import { isObject } from "@metadata-service/spec-tools";
/** The position and size of a page. */
export interface PageFacts {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  /** How many records the page has. */
  readonly count: number;
  /** The number of the first page; 1 if the API does not say. */
  readonly firstPage?: number;
  /** The plain names of the parameters that take a cursor; a field with such a name is one. */
  readonly cursors?: readonly string[];
  /** Returns the URL of the page at an offset, or its cursor; undefined if there is no way to ask for it. */
  linkTo?(offset: number, as: "url" | "cursor"): string | undefined;
}

type Fact = (page: PageFacts, value: unknown) => unknown;

const pageOf = ({ offset, limit }: PageFacts) => Math.floor(offset / Math.max(limit, 1));
const pages = ({ total, limit }: PageFacts) => Math.ceil(total / Math.max(limit, 1));
const hasNext = ({ offset, count, total }: PageFacts) => offset + count < total;
const linkOrNull = (page: PageFacts, isThere: boolean, offset: number, as: "url" | "cursor") =>
  isThere ? (page.linkTo?.(offset, as) ?? null) : null;
const next =
  (as: "url" | "cursor"): Fact =>
  (page) =>
    linkOrNull(page, hasNext(page), page.offset + page.limit, as);
const previous =
  (as: "url" | "cursor"): Fact =>
  (page) =>
    linkOrNull(page, page.offset > 0, Math.max(0, page.offset - page.limit), as);

/** What the fields of a page mean, by their type and their names without case and separators. */
const FACTS: readonly (readonly [type: string, names: RegExp, fact: Fact])[] = [
  [
    "number",
    /^(total|totalcount|totalitems|totalelements|totalresults|totalrecords|totalnumber)$/,
    ({ total }) => total,
  ],
  ["number", /^(pages|totalpages|pagecount|pagescount|pagestotal|numpages|lastpage|last)$/, pages],
  ["number", /^(limit|size|pagesize|perpage|itemsperpage|maxresults)$/, ({ limit }) => limit],
  ["number", /^(offset|skip|start|startindex)$/, ({ offset }) => offset],
  ["number", /^(numberofelements|itemcount|itemscount|itemsincurrentpage|returned|resultcount)$/, ({ count }) => count],
  ["number", /^(page|pagenumber|pageno|pageindex|currentpage)$/, (page) => pageOf(page) + (page.firstPage ?? 1)],
  // Spring counts pages from 0.
  ["number", /^number$/, (page) => pageOf(page) + (page.firstPage ?? 0)],
  ["number", /^from$/, ({ offset, count }) => (count > 0 ? offset + 1 : 0)],
  ["number", /^to$/, ({ offset, count }) => offset + count],
  ["boolean", /^(last|islast|islastpage|lastpage|done)$/, (page) => !hasNext(page)],
  ["boolean", /^(first|isfirst|isfirstpage|firstpage)$/, ({ offset }) => offset === 0],
  ["boolean", /^(more|hasmore|hasnext|hasnextpage|ismore|truncated|istruncated)$/, hasNext],
  ["boolean", /^(hasprevious|hasprev|haspreviouspage|hasprevpage)$/, ({ offset }) => offset > 0],
  ["boolean", /^(empty|isempty)$/, ({ count }) => count === 0],
  ["string", /^next(|page|link|url|uri|pageurl|pagelink)$/, next("url")],
  ["string", /^next(cursor|token|pagetoken|pagecursor)$/, next("cursor")],
  ["string", /^prev(ious)?(|page|link|url|uri|pageurl|pagelink)$/, previous("url")],
  ["string", /^prev(ious)?(cursor|token|pagetoken|pagecursor|iterator)$/, previous("cursor")],
  ["number", /^next(page)?$/, (page) => (hasNext(page) ? pageOf(page) + 1 + (page.firstPage ?? 1) : null)],
  ["number", /^prev(ious)?(page)?$/, (page) => (page.offset > 0 ? pageOf(page) - 1 + (page.firstPage ?? 1) : null)],
];

const COUNT = /^count$/;
const TOTAL = FACTS[0]?.[1] as RegExp;

/**
 * Writes the facts of a page into its fields, including in objects inside it such as `meta` or `pageable`, so that all of them
 * agree.
 */
export function withFacts(body: object, page: PageFacts): object {
  return write(body, page, hasField(body, TOTAL)) as object;
}

function write(node: unknown, page: PageFacts, hasTotal: boolean): unknown {
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (typeof value === "object" && value !== null) return [name, write(value, page, hasTotal)];
      const plain = plainName(name);
      // Beside a total, a count is that of the page.
      if (typeof value === "number" && COUNT.test(plain)) return [name, hasTotal ? page.count : page.total];
      const type = value === null ? "string" : typeof value;
      const isCursor = type === "string" && page.cursors?.includes(plain);
      const [, , fact] =
        FACTS.find(([wanted, names]) =>
          isCursor
            ? names.test(`${/^prev/.test(plain) ? "prev" : "next"}cursor`)
            : wanted === type && names.test(plain),
        ) ?? [];
      return [name, fact ? fact(page, value) : value];
    }),
  );
}

const hasField = (node: unknown, names: RegExp): boolean =>
  typeof node === "object" &&
  node !== null &&
  !Array.isArray(node) &&
  Object.entries(node).some(([name, value]) => names.test(plainName(name)) || hasField(value, names));

export const plainName = (name: string): string => name.replace(/[^a-z0-9]/gi, "").toLowerCase();
