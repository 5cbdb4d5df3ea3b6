/** The parts of an OpenAPI 3.1 document that the rules read. Everything downstream of the spec starts from its bundle. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: Readonly<Record<string, unknown>>;
}

/** An operation as it stands in the document. */
export interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly security?: readonly unknown[];
  readonly "x-pagination"?: PaginationObject;
}

/** A parameter as it stands in the document. */
export interface ParameterObject {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly allowEmptyValue?: boolean;
  readonly explode?: boolean;
  readonly schema: SchemaObject;
}

/** A request body or a response as it stands in the document. */
export interface ContentHolder {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface MediaTypeObject {
  readonly schema?: SchemaObject;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** A JSON Schema, as far as the rules look into one. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: SchemaObject;
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaObject;
  readonly oneOf?: readonly SchemaObject[];
  readonly anyOf?: readonly SchemaObject[];
  readonly allOf?: readonly SchemaObject[];
  readonly discriminator?: { readonly propertyName: string };
  /** The kinds of a discriminated union; set by the schema checker, for its sentences. */
  readonly "x-kinds"?: readonly string[];
}

/** What a list operation says of its pages in `x-pagination`; the rules of the spec hold it to that. */
export interface PaginationObject {
  readonly shape: "standard" | "linked" | "array";
  /** The member of a page that holds the records; none for a plain array. */
  readonly records?: string;
  /** The member of a page that holds the number of all records; none for a plain array. */
  readonly total?: string;
  /** The member of a record that identifies it. */
  readonly identity: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The query parameters of the window by updated date, where the operation has one. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
}

/** The methods that a path item can hold (OpenAPI 3.1, section 4.8.9). */
export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** A node of the document and the JSON pointer to where it is defined, references followed. */
export interface Located<T> {
  readonly node: T;
  readonly pointer: string;
}

/**
 * Follows the references of a node.
 *
 * @param pointer where the node stands, for example `#/paths/~1reports/get`
 * @throws Error when a reference leads nowhere
 */
export function locate<T>(document: OpenApiDocument, node: unknown, pointer: string): Located<T> {
  let found = node;
  let where = pointer;
  for (let hops = 0; found && typeof found === "object" && "$ref" in found; hops++) {
    where = String(found.$ref);
    found = where.startsWith("#/") ? at(document, where) : undefined;
    if (found === undefined || hops > 50) throw new Error(`The reference ${where} at ${pointer} leads nowhere`);
  }
  return { node: found as T, pointer: where };
}

/** A JSON pointer into the document, from its parts. */
export function pointerTo(base: string, ...parts: readonly (string | number)[]): string {
  return base + parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function at(document: unknown, pointer: string): unknown {
  let node = document;
  for (const part of pointer.slice(2).split("/")) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    node = node && typeof node === "object" && Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
  }
  return node;
}
