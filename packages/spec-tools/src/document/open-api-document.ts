import type { BodyLimits, OperationPromises, PageShape, Promises } from "./extensions.js";

/** The methods that a path item can hold (OpenAPI 3.1, section 4.8.9). */
export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

export type Method = (typeof METHODS)[number];

export const isMethod = (key: string): key is Method => (METHODS as readonly string[]).includes(key);

/** A `$ref`, where the object that it points to can also be written inline. */
export interface ReferenceObject {
  readonly $ref: string;
}

export type OrReference<T> = T | ReferenceObject;

/** The parts of a bundled OpenAPI 3.1 document that generators, servers and docs read. */
export interface OpenApiDocument {
  readonly info: InfoObject;
  readonly servers?: readonly ServerObject[];
  readonly tags?: readonly TagObject[];
  readonly security?: readonly SecurityRequirement[];
  readonly paths: Readonly<Record<string, PathItemObject>>;
  readonly webhooks?: Readonly<Record<string, PathItemObject>>;
  readonly components?: ComponentsObject;
  readonly "x-promises"?: Promises;
}

export interface InfoObject {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
}

export interface ServerObject {
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

export interface TagObject {
  readonly name: string;
  readonly description?: string;
}

/** The security schemes, by name, that a request must satisfy together. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface SecuritySchemeObject {
  readonly type: string;
  readonly in?: string;
  readonly name?: string;
}

export interface ComponentsObject {
  readonly schemas?: Readonly<Record<string, SchemaObject>>;
  readonly parameters?: Readonly<Record<string, OrReference<ParameterObject>>>;
  readonly responses?: Readonly<Record<string, OrReference<ResponseObject>>>;
  readonly examples?: Readonly<Record<string, OrReference<ExampleObject>>>;
  readonly securitySchemes?: Readonly<Record<string, OrReference<SecuritySchemeObject>>>;
}

export type PathItemObject = { readonly [method in Method]?: OperationObject } & {
  /** Parameters of all operations of the path. */
  readonly parameters?: readonly OrReference<ParameterObject>[];
};

export interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly OrReference<ParameterObject>[];
  readonly requestBody?: OrReference<RequestBodyObject>;
  readonly responses: Readonly<Record<string, OrReference<ResponseObject>>>;
  /** Path items by expression, by name. */
  readonly callbacks?: Readonly<Record<string, OrReference<Readonly<Record<string, PathItemObject>>>>>;
  readonly security?: readonly SecurityRequirement[];
  readonly "x-pagination"?: PaginationObject;
  readonly "x-promises"?: OperationPromises;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly description?: string;
  readonly required?: boolean;
  readonly allowEmptyValue?: boolean;
  readonly explode?: boolean;
  readonly example?: unknown;
  /** Missing if there is `content`. */
  readonly schema: SchemaObject;
  /** Replaces the schema; has one media type. */
  readonly content?: Content;
}

export interface RequestBodyObject {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: Content;
}

export interface ResponseObject {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

/** Media types, each with the shape of its body. */
export type Content = Readonly<Record<string, MediaTypeObject>>;

export interface MediaTypeObject {
  readonly "x-limits"?: BodyLimits;
  readonly schema?: SchemaObject;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, OrReference<ExampleObject>>>;
}

/** A named example. */
export interface ExampleObject {
  readonly summary?: string;
  readonly value: unknown;
}

/** A JSON Schema (2020-12). `$ref` may have other keywords beside it. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: SchemaObject;
  readonly prefixItems?: readonly SchemaObject[];
  readonly contains?: SchemaObject;
  readonly minContains?: number;
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaObject;
  readonly patternProperties?: Readonly<Record<string, SchemaObject>>;
  readonly propertyNames?: SchemaObject;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly oneOf?: readonly SchemaObject[];
  readonly anyOf?: readonly SchemaObject[];
  readonly allOf?: readonly SchemaObject[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
}

/**
 * How a list operation pages, from `x-pagination`; the lint rule `pagination` checks that everything it names exists.
 */
export interface PaginationObject {
  readonly shape: PageShape;
  /** The field of a page that holds the records; none for a plain array. */
  readonly records?: string;
  /** The field of a page that holds the number of all records; none for a plain array. */
  readonly total?: string;
  /** The field of a record that identifies it. */
  readonly identity: string;
  /** The fields of a record with its creation and its last update, if it has them. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** The query parameters that limit the list to a window of update times, if the operation has them. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
}
