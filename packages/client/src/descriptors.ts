/** What the runtime needs to know about an operation. The generated table satisfies this type and omits defaults. */
export interface OperationDescriptor {
  readonly method: string;
  /** The path template, with `{name}` for each path parameter, in the order in which the method takes them. */
  readonly path: string;
  /** Present if the method takes a request body after the path parameters; true if that is sent as JSON. */
  readonly body?: true | BodyDescriptor;
  /** Present if the method takes an object of parameters after the body. */
  readonly query?: true;
  /** How parameters are serialized, by their name in the parameters object or in the path. */
  readonly parameters?: Readonly<Record<string, ParameterDescriptor>>;
  /** The body format of a successful response, if it is not JSON. */
  readonly returns?: ResultFormat;
  /** Whether a successful response may have no body. */
  readonly mayBeEmpty?: true;
  /** The value of the `Accept` header, if it is not `application/json`. */
  readonly accept?: string;
  /** The sets of security schemes, of which a request needs one; omitted if they are those of most operations. */
  readonly security?: SecurityNeeds;
  /** Present for list operations. */
  readonly pagination?: PaginationDescriptor;
}

/**
 * `location` is the URL of a redirect. If nothing is documented, it is `unknown`: the media type of the response decides.
 */
export type ResultFormat = "none" | "text" | "binary" | "location" | "unknown";

/** How a value is serialized. The default depends on the location of the parameter, as in OpenAPI 3.1. */
export interface Serialization {
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Whether the value is serialized as JSON; `style` and `explode` are then ignored. */
  readonly json?: boolean;
}

/** How a parameter is sent. */
export interface ParameterDescriptor extends Serialization {
  /** The name that is sent, if it differs from the name in the method's parameters. */
  readonly name?: string;
  /** The location of the parameter, if it is not the query or the path. */
  readonly in?: "header" | "cookie" | "path";
}

/** How a request body that is not JSON is sent. */
export interface BodyDescriptor {
  readonly kind: "json" | "form" | "multipart" | "text" | "binary";
  /** The media type. */
  readonly type: string;
  /** How the fields of a form are serialized, if they are not plain text. */
  readonly parts?: Readonly<Record<string, PartDescriptor>>;
}

export interface PartDescriptor extends Serialization {
  /** The media type of the part. */
  readonly type?: string;
  /** Whether the field is serialized by `style` and `explode`. */
  readonly styled?: boolean;
}

/** Where a request carries the credential of a security scheme. */
export interface SecurityScheme {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** The prefix of the credential, such as `Bearer `. */
  readonly prefix?: string;
}

/** By the name of the scheme. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** A request satisfies one of these sets of schemes; without any, it needs no credentials. */
export type SecurityNeeds = readonly (readonly string[])[];

/** The shapes of a page: an array in an object with limit and offset, or with links, or alone. */
export type PageShape = "standard" | "linked" | "array";

/** The pagination of a list operation: `x-pagination` from the spec, and the maximum of its limit parameter. */
export interface PaginationDescriptor {
  readonly shape: PageShape;
  /** The property of a page that holds the records; none for a plain array. */
  readonly records?: string;
  /** The property of a page that holds the number of all records; none for a plain array. */
  readonly total?: string;
  /** The property that identifies a record. */
  readonly identity: string;
  /** The query parameters that limit a list to a window of update times, and the property with that time. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
  readonly updatedAt?: string;
  /** The name of the method that syncs the list, if it can be limited to a window. */
  readonly sync?: string;
  readonly maxLimit: number;
}

/** Validates a response body; the generated validators satisfy this type. */
export interface ResponseValidator {
  (body: unknown): boolean;
  /** The violations found by the last call. */
  errors?: readonly ResponseViolation[] | null;
}

/** One violation, as Ajv reports it. */
export interface ResponseViolation {
  /** A JSON pointer into the body. */
  readonly instancePath: string;
  /** The keyword of JSON Schema that is violated. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}
