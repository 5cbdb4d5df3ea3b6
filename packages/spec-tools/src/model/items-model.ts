import type { Located } from "../document/dereference.js";
import type { SchemaObject } from "../document/open-api-document.js";

/** Typed items: key/value pairs that each name the type of their value, as `x-items` of their union describes them. */
export interface ItemsModel {
  /** The fields of an item. */
  readonly key: string;
  readonly type: string;
  readonly value: string;
  /** The unions of all types, in requests and in responses. */
  readonly request: Located<SchemaObject>;
  readonly response: Located<SchemaObject>;
  /** In the order of the request's union. */
  readonly types: readonly ItemTypeModel[];
}

export interface ItemTypeModel {
  /** The value of the type field, such as `string-array`. */
  readonly name: string;
  /** The schemas of an item of this type and of its value, in requests. */
  readonly item: Located<SchemaObject>;
  readonly schema: Located<SchemaObject>;
  readonly returned: ReturnedValue;
  /** Whether a value may contain files that are not returned as URLs: in an object, or in an array of arrays. */
  readonly hidesFile: boolean;
}

/**
 * How the value of an item is returned: as it was sent; as the URL of the file that it identifies, or the URLs of several; as
 * items, each in its returned form; or as arrays with one such item each.
 */
export type ReturnedValue = "same" | "url" | "urls" | "items" | "item-arrays";

/** A place in a body that holds items. */
export interface ItemsPlace {
  /** The names that lead to the array of items; null stands for each element of an array. */
  readonly path: readonly (string | null)[];
  readonly items: ItemsModel;
}
