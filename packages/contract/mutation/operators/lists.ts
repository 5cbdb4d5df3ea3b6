import type { FieldFilter, QueryUse } from "@metadata-service/spec-tools";
import type { Api } from "../kit/api.js";
import { parsed, type Request, type Response, sent, withJson } from "../kit/exchange.js";
import { type OperationPlace, onRequest, onResponse } from "../kit/faults.js";
import { type Operator, operator, variant } from "../kit/operator.js";
import { editRecords, fieldsOf, type Use, usesOf } from "../kit/resources.js";
import { isObject } from "../kit/schema.js";
import { recordsOf, Unknown, type Visit } from "../kit/visit.js";

/** A list, with what its query parameters mean. */
interface Listing extends OperationPlace {
  readonly resource: Use["resource"];
  readonly response: NonNullable<Use["response"]>;
  readonly query: Readonly<Record<string, QueryUse>>;
}

/** A query parameter of a list. */
interface Parameter extends Listing {
  readonly parameter: string;
  readonly meaning: QueryUse;
  /** The values that its schema lists. */
  readonly values: readonly unknown[];
}

interface Filter extends Parameter {
  readonly filter: FieldFilter;
}

const lists = (api: Api): Listing[] =>
  usesOf(api, "list").flatMap(({ response, model: operation, resource, pointer, query = {} }) =>
    response?.many ? [{ operation, resource, response, pointer, query, name: "" }] : [],
  );

/** The query parameters of all lists with one of the meanings. */
const parameters = (api: Api, ...meanings: QueryUse["use"][]): Parameter[] =>
  lists(api).flatMap((list) =>
    Object.entries(list.query)
      .filter(([, { use }]) => meanings.includes(use))
      .map(([parameter, meaning]) => {
        const found = list.operation.parameters.find(({ name }) => name === parameter);
        const pointer = found?.pointer ?? list.pointer;
        return { ...list, pointer, name: parameter, parameter, meaning, values: found?.schema.node.enum ?? [] };
      }),
  );

const filters = (api: Api): Filter[] =>
  parameters(api, "filter").map((place) => ({ ...place, filter: place.meaning as FieldFilter & { use: "filter" } }));

/** The filters by an interval of time. */
const windows = (api: Api) =>
  filters(api).filter(({ filter: { compare } }) => compare !== "equal" && compare !== "contains");

const named = ({ query }: Listing, ...meanings: QueryUse["use"][]) =>
  Object.entries(query).find(([, { use }]) => meanings.includes(use))?.[0];

const queryValue = (request: Request, name: string | undefined) =>
  sent(request).query.find(([other]) => other === name)?.[1];

interface ListVariant<P extends Listing> {
  readonly name: string;
  readonly places: (api: Api) => readonly P[];
  readonly witness?: (place: P, visit: Visit) => Promise<unknown>;
}

/** A variant that reads a query parameter as if it had another value; `null` means that it is missing. */
const misread = <P extends Parameter>({
  name,
  places,
  witness = pages,
  read,
}: ListVariant<P> & { read(text: string, place: P): string | null }) =>
  variant({
    name,
    places,
    fault: (place, api) =>
      onRequest(api, place.operation, (request) => {
        const text = queryValue(request, place.parameter);
        const other = text === undefined ? text : read(text, place);
        if (other === undefined || other === text) return undefined;
        return sent(request).withParameter(place.parameter, ...(other === null ? [] : [other]));
      }),
    witness,
  });

/** A variant that changes the records of a page. */
const paged = <P extends Listing>({
  name,
  places,
  witness = pages,
  change,
}: ListVariant<P> & { change(records: unknown[], request: Request, place: P): unknown[] | undefined }) =>
  variant({
    name,
    places,
    fault: (place, api) =>
      onResponse(api, place.operation, (response, request) =>
        editRecords(place.response, response, (records) => change(records, request, place)),
      ),
    witness,
  });

/** A variant that changes the fields of an envelope. */
const enveloped = (
  name: string,
  places: (api: Api) => readonly Listing[],
  makeChange: (
    place: Listing,
  ) => (page: Record<string, unknown>, request: Request, response: Response) => object | undefined,
) =>
  variant({
    name,
    places,
    fault(place, api) {
      const change = makeChange(place);
      return onResponse(api, place.operation, (response, request) => {
        const page = parsed(response.body);
        const changed = response.status < 300 && isObject(page) ? change(page, request, response) : undefined;
        return changed && isObject(page) ? withJson(response, { ...page, ...changed }) : undefined;
      });
    },
    witness: (place, visit) => pages(place, visit),
  });

/** Reads three pages of two records, one behind the end, and pages with every filter. */
async function pages(list: Listing, visit: Visit): Promise<void> {
  const limit = named(list, "limit");
  const next = named(list, "offset", "page", "cursor");
  const size = limit === undefined ? {} : { [limit]: 2 };
  const first = await visit.call(list.operation, { parameters: size });
  const start = (page: number): Record<string, unknown> =>
    next === undefined ? {} : { [next]: startOf(list, next, page, first) };
  await visit.call(list.operation);
  for (const page of [1, 2, 50_000]) await visit.call(list.operation, { parameters: { ...size, ...start(page) } });
  for (const filter of filters(visit.api).filter(({ operation }) => operation === list.operation))
    for (const value of await filterValues(filter, visit).catch(() => []))
      await visit.call(list.operation, { parameters: { ...size, ...start(1), [filter.parameter]: value } });
}

/** The value of a parameter that selects a page of two records. */
function startOf(list: Listing, name: string, page: number, first: Response): unknown {
  const meaning = list.query[name];
  if (meaning?.use === "page") return meaning.first + page;
  return meaning?.use === "offset"
    ? 2 * page
    : recordsOf(first, list.response.at).at(-1)?.[list.response.identity ?? ""];
}

/** Values of a filter: those that the schema lists, otherwise those of records. */
async function filterValues({ values, ...place }: Filter, visit: Visit): Promise<unknown[]> {
  if (values.length > 0) return [...values];
  return [await moment(place, visit), ...(place.filter.compare === "from" ? ["2000-01-01T00:00:00Z"] : [])];
}

/** The value of a field of a record in the middle of a page: the edge of a window. */
async function moment(
  { operation, response, filter }: Pick<Filter, "operation" | "response" | "filter">,
  visit: Visit,
): Promise<string> {
  const records = recordsOf(await visit.call(operation), response.at);
  const found =
    records[Math.floor(records.length / 2)]?.[filter.property] ??
    records.find((one) => one[filter.property] != null)?.[filter.property];
  if (found === undefined || found === null) throw new Unknown("no record has the field");
  return String(found);
}

/** Sends windows that begin or end at a record, at a moment near it, and the same moments in another zone. */
async function atEdges(place: Filter, visit: Visit): Promise<void> {
  const text = await moment(place, visit);
  const edge = Date.parse(text);
  if (!Number.isFinite(edge)) throw new Unknown("the field is no moment");
  const near = [edge, edge - 1, edge + 1].map((time) => new Date(time).toISOString());
  const elsewhere = new Date(edge + 7_200_000).toISOString().replace("Z", "+02:00");
  const limit = named(place, "limit");
  for (const value of [text, ...near, elsewhere])
    await visit.call(place.operation, {
      parameters: { [place.parameter]: value, ...(limit === undefined ? {} : { [limit]: 50 }) },
    });
}

const calling =
  (...values: unknown[]) =>
  ({ operation, parameter }: Parameter, visit: Visit) =>
    Promise.all(values.map((value) => visit.call(operation, { parameters: { [parameter]: value } })));

const shifted = (text: string, by: number) =>
  /^\d+$/.test(text) && Number(text) > 1 ? String(Number(text) + by) : text;

async function filtered(place: Filter, visit: Visit): Promise<void> {
  for (const value of await filterValues(place, visit))
    await visit.call(place.operation, { parameters: { [place.parameter]: value } });
}

async function sorted({ operation, parameter, values }: Parameter, visit: Visit): Promise<void> {
  for (const value of values.length > 0 ? values : ["id", "desc", "-id"])
    await visit.call(operation, { parameters: { [parameter]: value } });
}

const withShape = (shape: string) => (api: Api) =>
  lists(api).filter(({ operation }) => operation.list?.shape === shape);
const withTotal = (api: Api) => lists(api).filter(({ operation }) => operation.list?.total);
const totalOf = ({ operation }: Listing) => operation.list?.total ?? "";

/** Whether x-pagination says what a page is: other lists may have fewer records on a page than were asked for. */
const isPaginated = ({ operation }: Listing) => operation.list !== undefined;

/** The greatest limit of a page, if it is not too large to read. */
const greatest = (api: Api) =>
  parameters(api, "limit")
    .map((place) => ({
      ...place,
      most: place.operation.parameters.find(({ name }) => name === place.parameter)?.schema.node.maximum ?? 0,
    }))
    .filter((place) => isPaginated(place) && place.most > 20 && place.most <= 500);

/** Ways to break a link to another page. */
const LINKS: Readonly<Record<string, (url: URL, request: Request) => string | null>> = {
  "without a parameter": (url, request) => {
    const lost = sent(request).query.find(([name]) => !/offset|page|cursor/i.test(name));
    if (lost) url.searchParams.delete(lost[0]);
    return url.href;
  },
  missing: () => null,
  "to the same page": (url, request) => new URL(request.target, url).href,
  "to another host": (url) => url.href.replace(url.host, "unknown.invalid"),
  "one record too far": (url) => withOffset(url, 1),
  "one record too near": (url) => withOffset(url, -1),
  "to another path": (url) => url.href.replace(url.pathname, `/v0${url.pathname}`),
};

function withOffset(url: URL, by: number): string {
  for (const [name, text] of url.searchParams)
    if (/offset|page|start/i.test(name)) url.searchParams.set(name, String(Number(text) + by));
  return url.href;
}

const linked = withShape("linked");

const limits = (api: Api) => parameters(api, "limit");
const offsets = (api: Api) => parameters(api, "offset");
const sorts = (api: Api) => parameters(api, "sort", "direction");

export const LISTS: readonly Operator[] = [
  operator(
    "the limit of a page wrong",
    "A page has as many records as were asked for, if the list has them, and every limit up to the maximum is served (the parameter that limits a page; OpenAPI 3.1, 4.8.12; JSON Schema Validation, 6.2.2)",
    misread({ name: "ignored", places: limits, read: () => null, witness: calling(2) }),
    misread({ name: "one more", places: limits, read: (text) => shifted(text, 1), witness: calling(3) }),
    misread({
      name: "one less",
      places: (api) => limits(api).filter(isPaginated),
      read: (text) => shifted(text, -1),
      witness: calling(3),
    }),
    misread({
      name: "capped",
      places: greatest,
      read: (text, { most }) => (Number(text) === most ? String(most - 1) : text),
      witness: (place, visit) => calling(place.most)(place, visit),
    }),
  ),
  operator(
    "the start of a page wrong",
    "A page begins where the request says (the parameter that selects a page; OpenAPI 3.1, 4.8.12)",
    misread({ name: "ignored", places: (api) => parameters(api, "offset", "page", "cursor"), read: () => null }),
    misread({ name: "one too far", places: offsets, read: (text) => shifted(text, 1) }),
    misread({ name: "one too near", places: offsets, read: (text) => shifted(text, -1) }),
  ),
  operator(
    "a record left out or repeated",
    "Consecutive pages have every record once (RFC 9110, 9.3.1; the description of the list)",
    paged({
      name: "the first left out",
      places: lists,
      change: (records) => (records.length > 1 ? records.slice(1) : undefined),
    }),
    paged({
      name: "the last left out",
      // With a cursor, the next page begins with it.
      places: (api) => lists(api).filter((list) => named(list, "cursor") === undefined),
      change: (records) => (records.length > 1 ? records.slice(0, -1) : undefined),
    }),
    paged({
      name: "one in the middle left out",
      places: lists,
      change: (records) => (records.length > 2 ? records.toSpliced(1, 1) : undefined),
    }),
    paged({
      name: "one repeated",
      places: (api) => lists(api).filter(({ response }) => response.identity !== undefined),
      change: (records) => (records.length > 1 ? [records[0], ...records.slice(0, -1)] : undefined),
    }),
  ),
  operator(
    "an order changed",
    "The same request has the same order, the one that it asks for (RFC 9110, 9.3.1; the parameter that sorts; the description of the list)",
    // Then the order depends on the size of a page.
    paged({
      name: "within each page",
      places: (api) => lists(api).filter((list) => named(list, "limit") !== undefined),
      change: (records) => records.reverse(),
    }),
    variant({
      name: "in every second response",
      places: lists,
      fault({ operation, response: place }, api) {
        let count = 0;
        return onResponse(api, operation, (response) =>
          editRecords(place, response, (records) => (++count % 2 === 0 ? records.reverse() : undefined)),
        );
      },
      witness: pages,
    }),
    misread({ name: "a parameter ignored", places: sorts, read: () => null, witness: sorted }),
    paged({
      name: "a parameter reversed",
      places: sorts,
      change: (records, request, { parameter }) =>
        queryValue(request, parameter) === undefined ? undefined : records.reverse(),
      witness: sorted,
    }),
  ),
  operator(
    "a filter ignored",
    "A list has all records that match, and no others (the parameter that filters; OpenAPI 3.1, 4.8.12)",
    misread({ name: "", places: filters, read: () => null, witness: filtered }),
    paged({
      name: "and a matching record left out",
      places: filters,
      change: (records, request, { parameter }) =>
        queryValue(request, parameter) === undefined || records.length === 0 ? undefined : records.slice(1),
      witness: filtered,
    }),
  ),
  operator(
    "the edge of a window moved",
    "“From” includes its moment, and “before” excludes it (x-pagination of the document)",
    paged({
      name: "a record at the edge left out",
      places: windows,
      change(records, request, { parameter, filter }) {
        const edge = Date.parse(queryValue(request, parameter) ?? "");
        const others = records.filter((one) => Date.parse(String(fieldsOf(one)[filter.property])) !== edge);
        return others.length < records.length ? others : undefined;
      },
      witness: atEdges,
    }),
    misread({
      name: "a record at the end included",
      places: (api) => windows(api).filter(({ filter }) => filter.compare === "before"),
      read: (text) =>
        Number.isFinite(Date.parse(text)) && /T/.test(text) ? new Date(Date.parse(text) + 1).toISOString() : text,
      witness: atEdges,
    }),
  ),
  operator(
    "a moment in a query misread",
    "The offset and the fraction are part of a date-time (RFC 3339, 4.2 and 5.6)",
    misread({
      name: "the offset ignored",
      places: windows,
      read: (text) => text.replace(/[+-]\d\d:\d\d$/, "Z"),
      witness: atEdges,
    }),
    misread({
      name: "UTC taken for local time",
      places: windows,
      read: (text) => text.replace(/z$/i, "+02:00"),
      witness: atEdges,
    }),
    misread({
      name: "cut to whole seconds",
      places: windows,
      read: (text) => text.replace(/\.\d+/, ""),
      witness: atEdges,
    }),
  ),
  operator(
    "a total stale",
    "A page says the number of records of the whole list, and its own limit and offset (x-pagination of the document)",
    enveloped("one more", withTotal, (place) => (page) => ({ [totalOf(place)]: Number(page[totalOf(place)]) + 1 })),
    enveloped("of the page", withTotal, (place) => (_page, _request, response) => ({
      [totalOf(place)]: recordsOf(response, place.response.at).length,
    })),
    enveloped(
      "of the first response",
      (api) => withTotal(api).filter((list) => named(list, "filter")),
      (place) => {
        let first: unknown;
        return (page) => {
          first ??= page[totalOf(place)];
          return { [totalOf(place)]: first };
        };
      },
    ),
    ...["limit", "offset"].map((field) =>
      enveloped(`another ${field}`, withShape("standard"), () => (page) => ({ [field]: Number(page[field]) + 1 })),
    ),
  ),
  operator(
    "a link to another page broken",
    "Next and previous lead to the pages beside this one, with the same parameters; the last page has no next (x-pagination of the document; RFC 8288, 3)",
    ...["next", "previous"].flatMap((field) =>
      Object.entries(LINKS).map(([how, broken]) =>
        enveloped(`${field} ${how}`, linked, () => (page, request) => {
          const link = page[field];
          return typeof link === "string" && URL.canParse(link)
            ? { [field]: broken(new URL(link), request) }
            : undefined;
        }),
      ),
    ),
    enveloped(
      "next on the last page",
      linked,
      () => (page, request) =>
        page["next"] === null
          ? { next: `http://${request.headers["host"] ?? "127.0.0.1"}${request.target}` }
          : undefined,
    ),
  ),
  operator(
    "a page behind the end refused",
    "A page behind the last record is empty (x-pagination of the document; the parameter that selects a page)",
    variant({
      name: "",
      places: (api) => parameters(api, "offset").filter(({ operation }) => operation.list),
      fault: ({ operation, response: { at }, parameter }, api) =>
        onResponse(api, operation, (response, request) => {
          const isBehind =
            response.status === 200 &&
            Number(queryValue(request, parameter)) > 0 &&
            recordsOf(response, at).length === 0;
          return isBehind ? withJson({ ...response, status: 404 }, { message: "Page not found" }) : undefined;
        }),
      witness: pages,
    }),
  ),
];
