import type { Case, Context, Exchange } from "../../../case.js";
import {
  type Document,
  type Located,
  type Operation,
  pointerTo,
  resolve,
  type Schema,
  successOf,
} from "../../../document.js";
import { ContractViolation } from "../../../judge.js";
import { isRecord } from "../../../own.js";
import type { Inputs } from "../../../request.js";
import { listedParameters } from "../../../resources/record-parameters.js";
import { itemsOfField, type Returned, type TypedItems } from "../../../typed-items.js";
import type { Validator } from "../../../validator.js";
import { baseValue } from "../../../values/base-value.js";
import { checkEcho } from "../../echo.js";
import { checkEach, checkMessage, type Draft, testCase } from "../../test-case.js";
import { elementOf } from "./element-of.js";
import { checkTemplate, urlsOf } from "./file-urls.js";
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
}

/** An operation that creates a record of typed items under a uid, with its item types. */
export interface Creator {
  document: Document;
  /** The validator of the document. */
  validator: Validator;
  operation: Operation;
  items: TypedItems;
  itemTypes: ItemType[];
  /** The path parameter that separates records, such as the namespace, if there is one. */
  namespace?: { name: string; values: string[] };
  /** Where the document describes its items, as a JSON pointer to `x-items`. */
  itemsAt: string;
  /** The limits of a record (decision 0003): levels of items, bytes of a body, items of a list. */
  limits: { levels: number | undefined; bytes: number | undefined; items: number };
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
  const itemTypes = (union.node.oneOf ?? []).flatMap((branch, i) =>
    itemTypeOf(document, validator, items, resolve<Schema>(document, branch, pointerTo(union.pointer, "oneOf", i))),
  );
  const [parameter] = listedParameters(operation);
  return {
    document,
    validator,
    operation,
    items,
    itemTypes,
    itemsAt: `${items.pointer}/x-items`,
    limits: {
      levels: operation.body?.limits.itemLevels,
      bytes: operation.body?.limits.bytes,
      items: resolve<Schema>(document, properties["items"] ?? {}, "").node.maxItems ?? 150,
    },
    namespace: parameter && { name: parameter.name, values: parameter.values.map(String) },
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
    },
  ];
}

/** The types whose values are arrays of generated elements, as many as a body can have, different ones for each index. */
export const arrayTypesOf = ({ itemTypes }: Creator): ItemType[] =>
  itemTypes.filter(({ element, most, holdsItems, accepts }) => {
    const array = [0, 1, 2].map((i) => elementOf(element?.format ?? String(element?.type), i));
    return element && !holdsItems && most === Number.POSITIVE_INFINITY && accepts(array);
  });

export const text = (value: string, key = "text"): Item => ({ key, type: "string", value });

/** The types whose value, or the elements of whose value, has a format. */
export const itemTypesOfFormat = ({ itemTypes }: Creator, format: string): ItemType[] =>
  itemTypes.filter(({ value, element }) => value.format === format || element?.format === format);

export const hasItemType = ({ itemTypes }: Creator, type: string): boolean =>
  itemTypes.some((itemType) => itemType.type === type);

/**
 * Creates a record and compares the response with what was sent. If the uid is new, the timestamp must be that of the
 * response.
 *
 * @returns the record as the server returned it
 */
export async function create(
  context: Context,
  creator: Creator,
  items: unknown,
  { uid, ...inputs }: { uid?: string } & Inputs = {},
): Promise<Created> {
  const { operation } = creator;
  const own = uid ?? context.uid();
  const body = { uid: own, items };
  const start = performance.now();
  const exchange = await context.exchange(operation, { body, ...inputs }, { status: successOf(operation).status });
  const data = dataOf(exchange.body);
  checkEcho(operation, body, exchange.body);
  checkTemplate(context.target, urlsOf(creator.items, items as Item[], data["items"]));
  if (uid === undefined) checkOnTime(data["createdDate"], exchange.response, performance.now() - start);
  return { uid: own, items, data, exchange };
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
  const { body } = await context.exchange(creator.operation, inputs, { status: "400" });
  checkMessage(creator.operation, body, named);
}

/** A request that must be rejected, and what its message must name. */
export interface Try {
  name: string;
  inputs: Inputs;
  named?: string | string[];
}

type Drafted = Omit<Draft, "run" | "rule" | "name">;

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
