import { isDeepStrictEqual } from "node:util";
import { type Case, type Context, type Exchange, NotApplicable } from "../../../cases/case.js";
import {
  type Document,
  type Located,
  type Operation,
  pointerTo,
  resolve,
  type Schema,
  successOf,
} from "../../../document/document.js";
import { itemsOfField, type Returned, type TypedItems } from "../../../document/typed-items.js";
import type { Validator } from "../../../document/validator.js";
import { ContractViolation, excerpt } from "../../../judging/judge-response.js";
import { isRecord, own } from "../../../lib/objects.js";
import { keepLimits, whyBeyond } from "../../../requests/body-limits.js";
import type { Inputs } from "../../../requests/request.js";
import type { Target } from "../../../target/target.js";
import { baseValue } from "../../../values/base-value.js";
import { flatten } from "../../../values/flatten.js";
import { choicesOf } from "../../listed-paths.js";
import { checkReturned, type SeenFiles } from "../../returned-values.js";
import { checkEach, checkMessage, type Draft, testCase } from "../../test-case.js";
import { checkOnTime } from "./on-time.js";

/** A typed item of a record, as sent. */
export interface Item {
  key: string;
  type: string;
  value: unknown;
}

/** One branch of the union of items. */
export interface ItemType {
  type: string;
  /** The schema of the branch, and its location. */
  schema: Schema;
  pointer: string;
  value: Schema;
  /** A valid value. */
  sample: unknown;
  /** If the value is an array, the schema of its elements, and how many there may be. */
  element?: Schema;
  most: number;
  /** How its value is returned. */
  returned: Returned;
  /** Whether its value is a list of items. */
  holdsItems: boolean;
  /** Whether a value is valid for it. */
  accepts(value: unknown): boolean;
  /** Returns an element of its array, a different one for each index; booleans alternate. */
  elementAt(i: number): unknown;
}

/** An operation that creates a record of typed items under a uid, with its item types. */
export interface Creator {
  document: Document;
  /** The validator of the document. */
  validator: Validator;
  operation: Operation;
  itemTypes: ItemType[];
  /** The paths that separate records, such as the namespaces, each with what it adds to a name; one empty path if there are none. */
  spaces: { path: Record<string, string>; name: string }[];
  /** Where the document describes its items, as a JSON pointer to `x-items`. */
  itemsAt: string;
  /** The limits of a record (decision 0003): levels of items, bytes of a body, items of a record, characters of a uid and a key. */
  limits: {
    levels: number | undefined;
    bytes: number | undefined;
    items: number;
    uid: number | undefined;
    key: number | undefined;
  };
  /** Whether the schema of the body accepts a record with these items, and with this uid. */
  accepts(items: unknown, uid?: string): boolean;
}

/** A created record, and the response that contained it. */
export interface Created {
  uid: string;
  items: unknown;
  data: Record<string, unknown>;
  exchange: Exchange;
}

/** Returns the creator for an operation; undefined if it does not create records of typed items. */
export function creatorOf(document: Document, validator: Validator, operation: Operation): Creator | undefined {
  const properties = operation.body?.schema.node.properties;
  const items = itemsOfField(operation, "items");
  // The cases are written for items with these fields, in a record with a uid.
  if (operation.method !== "POST" || !properties?.["uid"] || items?.key !== "key") return undefined;
  if (items.type !== "type" || items.value !== "value") return undefined;
  const union = resolve<Schema>(document, { $ref: `#${items.pointer}` }, "");
  const branches = (union.node.oneOf ?? []).map((branch, i) =>
    resolve<Schema>(document, branch, pointerTo(union.pointer, "oneOf", i)),
  );
  const itemTypes = branches.flatMap((branch) => itemTypeOf(document, validator, items, branch));
  const { schema } = operation.body ?? {};
  const base = schema && baseValue(document, schema.node, schema.pointer);
  const longest = (nodes: (Schema | undefined)[], field: string) =>
    nodes
      .flatMap((node) => flatten(document, own(node?.properties, field) ?? {}).maxLength ?? [])
      .reduce<number | undefined>((least, one) => Math.min(least ?? one, one), undefined);
  return {
    document,
    validator,
    operation,
    // Where items cannot nest, no value of these is valid.
    itemTypes: itemTypes.filter(({ holdsItems }) => !holdsItems || operation.body?.limits.itemLevels !== 1),
    spaces: choicesOf(operation),
    itemsAt: `${items.pointer}/x-items`,
    limits: {
      levels: operation.body?.limits.itemLevels,
      bytes: operation.body?.limits.bytes,
      items: flatten(document, properties["items"] ?? {}).maxItems ?? 150,
      uid: longest([schema?.node], "uid"),
      key: longest(
        branches.map(({ node }) => node),
        "key",
      ),
    },
    accepts: (records, uid) =>
      validator.accepts(schema?.pointer ?? "", {
        ...(isRecord(base) ? base : {}),
        ...(uid !== undefined && { uid }),
        items: records,
      }),
  };
}

function itemTypeOf(
  document: Document,
  validator: Validator,
  { types }: TypedItems,
  { node, pointer: at }: Located<Schema>,
): ItemType[] {
  const type = String(node.properties?.["type"]?.const);
  const returned = types.get(type);
  const property = node.properties?.["value"];
  if (!returned || !property) return [];
  const value = resolve<Schema>(document, property, pointerTo(at, "properties", "value"));
  const element =
    value.node.items && resolve<Schema>(document, value.node.items, pointerTo(value.pointer, "items")).node;
  const base = baseValue(document, node, at);
  return [
    {
      type,
      schema: node,
      pointer: at,
      value: value.node,
      sample: isRecord(base) ? base["value"] : undefined,
      element,
      most: value.node.maxItems ?? Number.POSITIVE_INFINITY,
      returned,
      holdsItems: returned === "items" || returned === "item-arrays",
      accepts: (one) => validator.accepts(at, { key: "k", type, value: one }),
      elementAt: (i) => elementOf(element?.format ?? String(element?.type), i),
    },
  ];
}

function elementOf(type: string, i: number): unknown {
  const date = new Date(Date.UTC(2000, 0, 1 + i)).toISOString();
  return (
    { date: date.slice(0, 10), "date-time": date, number: i % 3 ? i / 4 : -i - 1, boolean: i % 3 === 0 }[type] ??
    `element ${i}`
  );
}

/** The types whose values are arrays of generated elements, as many as a body can have. */
export const arrayTypesOf = ({ itemTypes }: Creator): ItemType[] =>
  itemTypes.filter(
    ({ element, most, holdsItems, accepts, elementAt }) =>
      element && !holdsItems && most === Number.POSITIVE_INFINITY && accepts([0, 1, 2].map(elementAt)),
  );

/** Returns an array of so many generated elements. */
export const elementsOf = ({ elementAt }: ItemType, length: number): unknown[] =>
  Array.from({ length }, (_, i) => elementAt(i));

export const text = (value: string, key = "text"): Item => ({ key, type: "string", value });
export const object = (value: Item[], key = "o"): Item => ({ key, type: "object", value });
export const list = (value: Item[], key = "l"): Item => ({ key, type: "object-array", value });
/** Returns so many texts with different keys and values. */
export const texts = (count: number): Item[] => Array.from({ length: count }, (_, i) => text(`value ${i}`, `key ${i}`));

/** Splits values into chunks, for example of as many items as fit into one record. */
export const chunks = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size));

/** The types whose value, or the elements of whose value, has a format. */
export const itemTypesOfFormat = ({ itemTypes }: Creator, format: string): ItemType[] =>
  itemTypes.filter(({ value, element }) => value.format === format || element?.format === format);

export const hasItemType = ({ itemTypes }: Creator, type: string): boolean =>
  itemTypes.some((itemType) => itemType.type === type);

/** Whether there are both types that contain items. */
export const hasNests = (creator: Creator): boolean =>
  ["object", "object-array"].every((type) => hasItemType(creator, type));

/** The files that the records of a run have shown: all have URLs of one template (decision 0011). */
const seenFiles = new WeakMap<Target, SeenFiles>();

/**
 * Creates a record and compares the response with what was sent. If the uid is new, the timestamp must be that of the
 * response.
 *
 * @returns the record as the server returned it
 * @throws {NotApplicable} if the schema of the body accepts no such record
 */
export async function create(
  context: Context,
  creator: Creator,
  items: unknown,
  { uid, ...inputs }: { uid?: string } & Inputs = {},
): Promise<Created> {
  const { operation } = creator;
  const ownUid = uid ?? context.uid();
  if (!creator.accepts(items, ownUid)) throw new NotApplicable("the schema of the body accepts no such record");
  const body = { uid: ownUid, items };
  const start = performance.now();
  const exchange = await context.exchange(operation, { body, ...inputs }, { status: successOf(operation).status });
  const data = dataOf(exchange.body);
  const files = seenFiles.get(context.target) ?? {};
  seenFiles.set(context.target, files);
  checkReturned(operation, body, exchange.body, files);
  if (uid === undefined) checkOnTime(data["createdDate"], exchange.response, performance.now() - start);
  return { uid: ownUid, items, data, exchange };
}

export function dataOf(body: unknown): Record<string, unknown> {
  const data = isRecord(body) ? body["data"] : undefined;
  if (!isRecord(data)) throw new ContractViolation("the response to a create request contains no record");
  const more = Object.keys(body as object).filter((name) => name !== "data");
  if (more.length > 0) throw new ContractViolation(`the response has other fields besides data: ${more.join(", ")}`);
  return data;
}

/** Sends a request that must be rejected, and checks that `message` names the invalid field. */
export async function refuse(context: Context, creator: Creator, inputs: Inputs, named: string | string[] = []) {
  if (named.length > 0) keepLimits(creator.operation, inputs);
  const { body } = await context.exchange(creator.operation, inputs, { status: "400" });
  checkMessage(creator.operation, body, named);
}

/**
 * Sends a record again.
 *
 * @param inputs what is different in this request
 * @throws {ContractViolation} if the response differs from the first one
 */
export async function resendUnchanged(
  context: Context,
  { operation }: Creator,
  created: Created,
  inputs: Inputs = {},
): Promise<Exchange> {
  const body = { uid: created.uid, items: created.items };
  const sent = inputs.rawBody === undefined ? { body, ...inputs } : inputs;
  const answer = await context.exchange(operation, sent, { status: successOf(operation).status });
  const data = dataOf(answer.body);
  for (const name of ["createdDate", "updatedDate"])
    if (data[name] !== created.data[name])
      throw new ContractViolation(
        `the record sent again was returned with the ${name} ${data[name]}, but ${created.data[name]} is stored`,
      );
  if (!isDeepStrictEqual(data, created.data))
    throw new ContractViolation(`the record sent again returned a different record: ${excerpt(JSON.stringify(data))}`);
  return answer;
}

type Drafted = Omit<Draft, "run" | "rule" | "name">;

/**
 * A case with records that must all be returned as they were sent. One with more items than a record may have becomes several,
 * and what the schema does not accept is left out. Each is created, and sent again unless the run is a quick
 * one: a server may return what it received at first, and what it stored from then on.
 */
export const returnsEach = (
  creator: Creator,
  rule: string,
  name: string,
  recordsOf: (context: Context) => readonly (readonly Item[])[],
  draft: Drafted = {},
): Case =>
  testCase(creator.operation, {
    ...draft,
    rule,
    name,
    run: (context) => {
      const uid = context.uid();
      const parts = recordsOf(context).flatMap((items) => chunks(items, creator.limits.items));
      const records = parts.map((items) => {
        const why = creator.accepts(items, uid) ? undefined : "the schema of the body accepts no such record";
        return { items, why: why ?? whyBeyond(creator.operation, () => JSON.stringify({ uid, items })) };
      });
      const within = records.filter(({ why }) => why === undefined).map(({ items }) => items);
      if (within.length === 0 && records[0]?.why !== undefined) throw new NotApplicable(records[0].why);
      return checkEach(within, described, async (items) => {
        const created = await create(context, creator, items);
        if (context.effort !== "quick") await resendUnchanged(context, creator, created);
      });
    },
  });

/** Tells a record from the others of a case. */
function described(items: readonly Item[]): string {
  const [first, last] = [items[0], items.at(-1)].map((item) => item && `${item.type} ${JSON.stringify(item.key)}`);
  return first === last
    ? `a record of ${items.length} items, ${first}`
    : `a record of ${items.length} items, ${first} to ${last}`;
}

/** A request that must be rejected, and what its message must name. */
export interface Try {
  name: string;
  inputs: Inputs;
  named?: string | string[];
}

/** A case with requests that must all be rejected. */
export const rejectsEach = (
  creator: Creator,
  rule: string,
  name: string,
  triesOf: (context: Context) => Try[],
  draft: Drafted = {},
): Case =>
  testCase(creator.operation, {
    status: "400",
    wire: true,
    ...draft,
    rule,
    name,
    run: (context) =>
      checkEach(
        triesOf(context),
        (each) => each.name,
        ({ inputs, named }) => refuse(context, creator, inputs, named),
      ),
  });
