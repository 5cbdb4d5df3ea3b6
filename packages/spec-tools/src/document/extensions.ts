/** The shapes of a page: an array in an object with limit and offset, or with links, or alone. */
export const PAGE_SHAPES = ["standard", "linked", "array"] as const;
export type PageShape = (typeof PAGE_SHAPES)[number];

/** The fields of `x-promises` at the root of a document. */
export interface Promises {
  readonly unknownQueryParameter?: 400;
  readonly repeatedQueryParameter?: 400;
  readonly otherMethods?: 405;
}

/** The fields of `x-promises` of an operation. */
export interface OperationPromises {
  readonly repeatedCreate?: "sameRecord";
}

/** The fields of `x-limits`. */
export interface BodyLimits {
  /** The size of the largest body, in bytes. */
  readonly bytes?: number;
  /** How deep items nest; the items of the body itself are at level 1. */
  readonly itemLevels?: number;
}

/** The fields of `x-items`: the names of the three fields of an item, and of the schema of items in responses. */
export interface ItemsExtension {
  readonly key: string;
  readonly type: string;
  readonly value: string;
  /** The same union by default. */
  readonly response?: string;
}

const name = { type: "string", minLength: 1 };
const count = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

const object = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** The JSON Schema of each extension, by its name and the object of OpenAPI that it belongs to. */
export const EXTENSIONS = {
  "x-items": {
    schema: object({ key: name, type: name, value: name, response: name }, ["key", "type", "value"]),
  },
  "x-limits": {
    mediaType: object({ bytes: count, itemLevels: count }),
  },
  "x-pagination": {
    operation: object(
      {
        shape: { enum: PAGE_SHAPES },
        ...{ records: name, total: name, identity: name, createdAt: name, updatedAt: name },
        ...{ updatedFrom: name, updatedTo: name },
      },
      ["shape", "identity"],
    ),
  },
  "x-promises": {
    document: object({
      unknownQueryParameter: { const: 400 },
      repeatedQueryParameter: { const: 400 },
      otherMethods: { const: 405 },
    }),
    operation: object({ repeatedCreate: { const: "sameRecord" } }),
  },
  "x-resource": {
    operation: {
      if: { const: false },
      else: object({
        name,
        role: { enum: ["create", "list", "get", "replace", "update", "delete", "action"] },
        identity: name,
        identifiedBy: object({ in: { enum: ["path", "query", "header", "cookie", "body"] }, name }, ["in", "name"]),
      }),
    },
  },
} as const;

/** The objects of OpenAPI that have extensions. */
export type ExtendedObject = "document" | "operation" | "mediaType" | "schema";
