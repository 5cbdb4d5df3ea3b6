import type { Context, Exchange } from "../../case.js";
import { type Document, type Operation, pointerTo, resolve, type Schema, successOf } from "../../document.js";
import { ContractViolation, excerpt } from "../../judge.js";
import type { Inputs } from "../../request.js";
import type { Validator } from "../../validator.js";
import { baseValue, isRecord } from "../../values/base-value.js";
import { checkEcho } from "../echo.js";
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
  /** If the value is an array, the schema of its elements. */
  element?: Schema;
  /** Whether its value is a list of items. */
  holdsItems: boolean;
}

/** An operation that creates a record of typed items under a uid, with its item types. */
export interface Creator {
  document: Document;
  /** The validator of the document. */
  validator: Validator;
  operation: Operation;
  itemTypes: ItemType[];
  /** The path parameter that separates records, such as the namespace, if there is one. */
  namespace?: { name: string; values: string[] };
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
  const body = operation.body?.schema;
  const properties = body?.node.properties;
  if (operation.method !== "POST" || !body || !properties?.["uid"] || !properties["items"]) return undefined;
  const items = resolve<Schema>(document, properties["items"], pointerTo(body.pointer, "properties", "items"));
  const union = resolve<Schema>(document, items.node.items ?? {}, pointerTo(items.pointer, "items"));
  const itemTypes = (union.node.oneOf ?? []).map((branch, i) =>
    itemTypeOf(document, branch, pointerTo(union.pointer, "oneOf", i)),
  );
  if (itemTypes.some((itemType) => itemType === undefined) || itemTypes.length === 0) return undefined;
  const parameter = operation.parameters.find(({ in: place, schema }) => place === "path" && schema.node.enum);
  return {
    document,
    validator,
    operation,
    itemTypes: itemTypes as ItemType[],
    namespace: parameter && { name: parameter.name, values: (parameter.schema.node.enum ?? []).map(String) },
  };
}

function itemTypeOf(document: Document, branch: Schema, pointer: string): ItemType | undefined {
  const { node, pointer: at } = resolve<Schema>(document, branch, pointer);
  const type = node.properties?.["type"]?.const;
  const property = node.properties?.["value"];
  if (typeof type !== "string" || !property) return undefined;
  const value = resolve<Schema>(document, property, pointerTo(at, "properties", "value"));
  const element =
    value.node.items && resolve<Schema>(document, value.node.items, pointerTo(value.pointer, "items")).node;
  const base = baseValue(document, node, at);
  return {
    type,
    schema: node,
    pointer: at,
    value: value.node,
    sample: isRecord(base) ? base["value"] : undefined,
    element,
    holdsItems: element?.oneOf !== undefined,
  };
}

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
  { operation }: Creator,
  items: unknown,
  { uid, ...inputs }: { uid?: string } & Inputs = {},
): Promise<Created> {
  const own = uid ?? context.uid();
  const body = { uid: own, items };
  const start = performance.now();
  const exchange = await context.exchange(operation, { body, ...inputs }, { status: successOf(operation).status });
  const data = dataOf(exchange.body);
  checkEcho(operation, body, exchange.body);
  checkTemplate(context.target, urlsOf(items as Item[], data["items"]));
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
  const message = String(isRecord(body) ? body["message"] : "");
  for (const name of [named].flat())
    if (!message.includes(name)) throw new ContractViolation(`the message does not name ${name}: ${excerpt(message)}`);
}

/** Runs checks, several at a time; reports the first one that fails, with its name. */
export async function checkEach<T>(
  values: Iterable<T>,
  nameOf: (value: T) => string,
  check: (value: T) => Promise<unknown>,
) {
  const failures = await Promise.all(
    [...values].map((value) =>
      check(value).then(
        () => undefined,
        (error: Error) => ({ name: nameOf(value), error }),
      ),
    ),
  );
  const failed = failures.filter((failure) => failure !== undefined);
  const [first] = failed;
  if (!first) return;
  if (first.error.name !== "ContractViolation") throw first.error;
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more of ${failures.length})` : "";
  throw new ContractViolation(
    `${first.name}: ${first.error.message}${more}`,
    (first.error as ContractViolation).exchange,
  );
}
