import { isDeepStrictEqual } from "node:util";
import { type Case, type Context, NotApplicable, TooShort } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import {
  type Document,
  jsonSuccessOf,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from "../../document/document.js";
import type { Validator } from "../../document/validator.js";
import { ContractViolation } from "../../judging/judge-response.js";
import { isRecord, own } from "../../lib/objects.js";
import { isScalar } from "../../requests/parameter-text.js";
import { recordsField } from "../../resources/envelope.js";
import { isBesideRecords, recordsIn } from "../../resources/identity.js";
import { type Paging, pageQuery, pagingOf } from "../../resources/paging.js";
import { recordSchema } from "../../resources/resource.js";
import { flatten } from "../../values/flatten.js";
import { testCase } from "../test-case.js";
import { instantOf } from "./lists/instant.js";
import { isReadable } from "./parameter-inputs.js";

/** Laws about filters and sorting: a list returns the records that match the query, in the requested order. */
export function queryLaws({ document, validator }: Suite, operation: Operation): Case[] {
  if (operation.method !== "GET") return [];
  const fields = fieldsOf(document, operation);
  const query = operation.parameters.filter((parameter) => parameter.in === "query" && isScalar(parameter));
  const paging = pagingOf(operation);
  const defaults = query
    .filter((parameter) => {
      const { node, pointer } = parameter.schema;
      return (
        node.default !== undefined && validator.accepts(pointer, node.default) && isReadable(parameter, node.default)
      );
    })
    .map((parameter) => defaultLaw(operation, parameter));
  // Which list in a response a parameter is about is not known.
  if (!operation.pagination && hasOtherLists(document, operation)) return defaults;
  const filters = operation.parameters.filter(
    (parameter) =>
      parameter.in === "query" &&
      fields.has(parameter.name) &&
      isOneText(parameter) &&
      !isHalfOfPaging(parameter, paging, fields),
  );
  return [
    ...filters.map((parameter) => filterLaw(operation, parameter, fields.get(parameter.name) ?? {}, validator)),
    ...query
      .filter(({ name, schema }) => name === "limit" && schema.node.type === "integer")
      .map((parameter) => limitLaw(operation, parameter)),
    ...defaults,
    ...(paging?.size && !operation.pagination
      ? [pagesLaw(operation, paging, paging.size, { filters, validator })]
      : []),
    ...query
      .filter(({ name }) => /^(sort|sort_?by|order_?by|order)$/i.test(name))
      .flatMap((parameter) => sortLaws(operation, fields, parameter)),
  ];
}

/**
 * Whether a parameter with the name of a field is half of the paging: `limit` beside `offset`, and `size` beside `page` if the other half is
 * no field.
 */
const isHalfOfPaging = (
  parameter: Parameter,
  paging: Paging | undefined,
  fields: ReadonlyMap<string, Schema>,
): boolean =>
  paging?.size !== undefined &&
  [paging.size, paging.start].includes(parameter) &&
  ((paging.size.name === "limit" && paging.start.name === "offset") ||
    ![paging.size, paging.start].every(({ name }) => fields.has(name)));

/** Whether a single value of a parameter is written as it is: a scalar, or the only element of an array. */
const isOneText = (parameter: Parameter): boolean =>
  isScalar(parameter) || (parameter.mediaType === undefined && [parameter.schema.node.type].flat().includes("array"));

/** Returns the fields of the records in a list. */
function fieldsOf(document: Document, operation: Operation): Map<string, Schema> {
  const schema = jsonSuccessOf(operation)?.schema;
  const records = schema && recordSchema(document, schema, recordsField(operation));
  return new Map(
    Object.entries(flatten(document, records?.node ?? {}).properties ?? {}).map(([name, node]) => [
      name,
      resolve<Schema>(document, node, "").node,
    ]),
  );
}

/** Whether a response is a record, or has several arrays of objects, such as the users and the groups that a search finds. */
function hasOtherLists(document: Document, operation: Operation): boolean {
  const listsIn = (node: Schema, depth: number): number => {
    const { items, properties } = flatten(document, node);
    if (items) return Number(flatten(document, items).properties !== undefined);
    if (depth === 0) return 0;
    const below = Object.entries(properties ?? {}).filter(([name]) => !isBesideRecords(name));
    return below.reduce((sum, [, property]) => sum + listsIn(property, depth - 1), 0);
  };
  const schema = jsonSuccessOf(operation)?.schema;
  if (!schema) return false;
  if (operation.path.endsWith("}") && !schema.node.items) return true;
  return Object.hasOwn(flatten(document, schema.node).properties ?? {}, "id") || listsIn(schema.node, LIST_DEPTH) > 1;
}

/** How deep the records of a page are at most, as in `{ "data": { "items": [] } }`. */
const LIST_DEPTH = 2;

type Fields = Record<string, unknown>;
type Query = [name: string, value: string][];

const listed = async (context: Context, operation: Operation, query: Query) =>
  recordsIn((await context.exchange(operation, { query })).body, recordsField(operation)).filter(isRecord);

/** Whether a parameter allows the value of a field: it may allow other values than the field, or several of them. */
const isAllowed = ({ accepts }: Validator, { pointer }: Parameter["schema"], value: unknown): boolean =>
  accepts(pointer, value) || accepts(pointer, [value]);

/** Values that schemas name: those of an enumeration, both of a boolean, the bounds of a number. */
const namedValues = (...schemas: readonly Schema[]): unknown[] =>
  schemas
    .flatMap(({ enum: values = [], type, minimum, maximum }) => [
      ...values,
      ...([type].flat().includes("boolean") ? [true, false] : []),
      minimum,
      maximum,
    ])
    .filter(isWritable);

function filterLaw(operation: Operation, { name, schema }: Parameter, field: Schema, validator: Validator): Case {
  const valuesOf = (record: Fields): unknown[] => [own(record, name)].flat();
  return testCase(operation, {
    rule: "filter",
    phase: "alone",
    name: `?${name}= returns only records with that ${name}`,
    run: async (context) => {
      const all = await listed(context, operation, []);
      const wanted = all.flatMap(valuesOf).find((value) => isWritable(value) && isAllowed(validator, schema, value));
      if (wanted === undefined)
        throw new NotApplicable(`no record in the list has a value in ${name} that the parameter allows`);
      const having = (value: unknown) => (record: Fields) => valuesOf(record).includes(value);
      const foundBy = async (value: unknown) => {
        const found = await listed(context, operation, [[name, String(value)]]);
        const other = found.find((record) => !having(value)(record));
        if (!other) return found;
        throw new ContractViolation(
          `?${name}=${value} returns a record with ${name} ${JSON.stringify(own(other, name))}`,
        );
      };
      const matches = having(wanted);
      const found = await foundBy(wanted);
      if (found.length === 0)
        throw new ContractViolation(`?${name}=${wanted} returns no records, but the list has some with it`);
      // If all records of the page have the same value, a server without the filter returns them, too.
      const another = all.every(matches)
        ? namedValues(schema.node, field).find((value) => value !== wanted && isAllowed(validator, schema, value))
        : undefined;
      if (another !== undefined) await foundBy(another);
      // A response with as many records may be a page.
      const left = all.filter(matches).find((record) => !found.some((each) => isDeepStrictEqual(each, record)));
      if (left && found.length < all.length)
        throw new ContractViolation(`?${name}=${wanted} leaves out a record that the list has with it`);
    },
  });
}

/** A limit is the maximum number of records in a response. */
function limitLaw(operation: Operation, { name, schema }: Parameter): Case {
  const { minimum = 1, maximum = 5 } = schema.node;
  return testCase(operation, {
    rule: "limit",
    name: `?${name}= returns at most that many records`,
    run: async (context) => {
      for (const limit of new Set([Math.max(minimum, 1), Math.max(minimum, Math.min(3, maximum))])) {
        const { length } = await listed(context, operation, [[name, String(limit)]]);
        if (length > limit) throw new ContractViolation(`?${name}=${limit} returns ${length} records`);
      }
    },
  });
}

/** Reads a list in two ways, and the first way again; undefined if the list changed in the meantime. */
async function twoWays(context: Context, operation: Operation, one: Query, other: Query) {
  const before = await listed(context, operation, one);
  const between = await listed(context, operation, other);
  if (!isDeepStrictEqual(before, await listed(context, operation, one)))
    throw new NotApplicable("the list changed while it was read");
  if (before.length === 0 && between.length === 0) throw new NotApplicable("the list has no records");
  return [before, between] as const;
}

/** A missing parameter has its default (JSON Schema Validation, 9.2; OpenAPI 3.1, 4.8.24). */
function defaultLaw(operation: Operation, { name, schema }: Parameter): Case {
  return testCase(operation, {
    rule: "default",
    phase: "alone",
    name: `without ${name}, the response is that of its default`,
    run: async (context) => {
      const query: Query = [[name, String(schema.node.default)]];
      const [without, withDefault] = await twoWays(context, operation, [], query);
      if (!isDeepStrictEqual(without, withDefault))
        throw new ContractViolation(`without ${name}, the records differ from those of ?${name}=${query[0]?.[1]}`);
    },
  });
}

interface Filtering {
  readonly filters: readonly Parameter[];
  readonly validator: Validator;
}

/** The records of two pages are those of one page that is twice as large, also with a filter, and `Link` leads to the second. */
function pagesLaw(operation: Operation, paging: Paging, size: Parameter, { filters, validator }: Filtering): Case {
  const { start, first, next } = paging;
  const check = async (context: Context, by: Query): Promise<number> => {
    const { minimum = 1, maximum = 100 } = size.schema.node;
    const count = Math.max(minimum, 2);
    const page = (records: number, value = first as number | string | undefined): Query => [
      ...by,
      ...pageQuery(paging, records, value),
    ];
    if (2 * count > maximum) throw new NotApplicable("its pages have only one size");
    const [whole, one] = await twoWays(context, operation, page(2 * count), page(count));
    if (whole.length <= count) return whole.length;
    const { body, response } = await context.exchange(operation, { query: page(count) });
    const value = next(first, count, body);
    if (value === undefined) throw new ContractViolation(`a page of ${count} does not lead to the rest of the list`);
    const [, two] = await twoWays(context, operation, page(2 * count), page(count, value));
    const differs = (what: string, records: readonly unknown[]) => {
      if (!isDeepStrictEqual([...one, ...records], whole))
        throw new ContractViolation(`${textOf(page(2 * count))} returns other records than two pages with ${what}`);
    };
    differs(textOf(page(count)), two);
    const link = nextLink(operation, response.headers["link"]);
    if (link === undefined) return whole.length;
    differs(`${textOf(page(count))} and its Link`, await listed(context, operation, link));
    return whole.length;
  };
  return testCase(operation, {
    rule: "paging",
    phase: "alone",
    name: `two pages by ${start.name} have the records of one that is twice as large`,
    run: async (context) => {
      const found = await check(context, []);
      if (found <= Math.max(size.schema.node.minimum ?? 1, 2))
        throw new TooShort(`the list has no more than ${found} records`);
      // The first ones of all may be the first ones that match, too.
      const record = (await listed(context, operation, [])).at(-1);
      for (const { name, schema } of filters) {
        const value = own(record, name);
        if (isWritable(value) && isAllowed(validator, schema, value)) await check(context, [[name, String(value)]]);
      }
    },
  });
}

const textOf = (query: Query): string => `?${query.map((pair) => pair.join("=")).join("&")}`;

/** Returns the query of the next page in a `Link` header (RFC 8288), without credentials. */
function nextLink({ credentials }: Operation, link = ""): Query | undefined {
  const target = /<([^<>]*)>[^<>]*;\s*rel="?(?:[^"<>;]*\s)?next\b/i.exec(link)?.[1];
  if (target === undefined || !URL.canParse(target, "http://localhost")) return undefined;
  const secrets = credentials.flat().map(({ name }) => name);
  return [...new URL(target, "http://localhost").searchParams].filter(([name]) => !secrets.includes(name));
}

const isWritable = (value: unknown) =>
  typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value !== "");

/**
 * Laws about sorting by numbers and timestamps. Strings are left out, because servers may use any collation. Where nothing
 * says which way a field is sorted, both are right.
 */
function sortLaws(operation: Operation, fields: Map<string, Schema>, { name, schema }: Parameter): Case[] {
  const values = (schema.node.enum ?? []).map(String);
  const ways = waysOf(operation);
  return values.flatMap((value) => {
    const [, sign, field = ""] = /^([-+]?)(.+)$/.exec(value) ?? [];
    const { type, format } = fields.get(field) ?? {};
    const isOrdered = type === "integer" || type === "number" || format === "date-time";
    if (!isOrdered) return [];
    const isSigned = sign !== "" || [`-${field}`, `+${field}`].some((each) => values.includes(each));
    const tried: Way[] = isSigned ? [{ isDown: sign === "-" }] : ways.length > 0 ? ways : [{}];
    return tried.map(({ isDown, by = [] }) => {
      const query: Query = [[name, value], ...by];
      const search = query.map((pair) => pair.join("=")).join("&");
      return testCase(operation, {
        rule: "sort",
        name: `?${search} returns records in that order`,
        run: async (context) => {
          const values = (await listed(context, operation, query))
            .map((record) => own(record, field))
            .filter((value) => isWritable(value) && (format !== "date-time" || instantOf(value) !== undefined));
          if (values.length < 2) throw new NotApplicable("the list has too few records to check their order");
          const keys = values.map((value) => (format === "date-time" ? (instantOf(value) ?? 0n) : Number(value)));
          const wrong = misplaced(keys, isDown ?? (keys.at(-1) ?? 0) < (keys[0] ?? 0));
          if (wrong > 0)
            throw new ContractViolation(
              `?${search}: record ${wrong} has ${field} ${values[wrong]}, after ${values[wrong - 1]}`,
            );
        },
      });
    });
  });
}

/** How a list is sorted, if that is known, and the parameter that says so. */
interface Way {
  isDown?: boolean;
  by?: Query;
}

/** Returns both values of a parameter that only says which way a list is sorted. */
const waysOf = ({ parameters }: Operation): Way[] =>
  parameters.flatMap(({ in: place, name, schema: { node } }) => {
    const values = (node.enum ?? []).map(String);
    const isWay = place === "query" && values.length === 2 && values.every((value) => /^(asc|desc)/i.test(value));
    return isWay ? values.map((value): Way => ({ isDown: /^desc/i.test(value), by: [[name, value]] })) : [];
  });

/** Returns the first place where numbers or moments leave their order. */
const misplaced = (keys: readonly (number | bigint)[], isDown: boolean): number =>
  keys.findIndex((key, i) => i > 0 && (isDown ? key > (keys[i - 1] ?? key) : key < (keys[i - 1] ?? key)));
