/** A JSON Schema whose values are objects. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: "object";
  readonly properties?: { readonly [name: string]: unknown };
  readonly required?: readonly string[];
}

/** An operation of the API as a tool. */
export interface OperationTool {
  readonly name: string;
  /** The method of the client. */
  readonly operation: string;
  readonly title: string;
  readonly description: string;
  /** Hints of the protocol about what a call does. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** How the arguments are passed to the method: in the path, in order, or in the object of parameters, by `key`. */
  readonly arguments: readonly { readonly name: string; readonly key: string; readonly in: "path" | "parameters" }[];
  /** The fields of a form whose values are Base64 of a file. */
  readonly files?: readonly string[];
  /** The fields of a page of a list; without `records`, the page is the array of records. */
  readonly page?: { readonly records?: string; readonly total?: string };
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/** The generated description of the API. */
export interface ToolTable {
  readonly tools: readonly OperationTool[];
}
