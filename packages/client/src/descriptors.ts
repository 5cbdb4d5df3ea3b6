/** What the runtime knows of an operation; the generated table satisfies it. */
export interface OperationDescriptor {
  readonly method: string;
  /** The path template, with `{name}` for each path parameter, in the order in which the method takes them. */
  readonly path: string;
  /** Present if the method takes a request body after the path parameters. */
  readonly body?: true;
  /** Present if the method takes a query object after the body. */
  readonly query?: true;
  /** Present for list operations. */
  readonly pagination?: PaginationDescriptor;
}

/** How an operation pages: the `x-pagination` of the spec and the maximum of its limit parameter. */
export interface PaginationDescriptor {
  readonly shape: "standard" | "linked" | "array";
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

/** Says whether a body is what an operation promises; the generated validators satisfy it. */
export interface ResponseValidator {
  (body: unknown): boolean;
  /** What was wrong with the body of the last call. */
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
