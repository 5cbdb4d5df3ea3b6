/** The type of a value. Arrays and objects are `json`. */
export type ValueType = "text" | "integer" | "number" | "boolean" | "date" | "timestamp" | "json";

/** A field of a record as a column of a table. */
export interface Column {
  readonly name: string;
  readonly type: ValueType;
  readonly description?: string;
}

/** An argument or a flag that is sent as a parameter. */
export interface Parameter {
  /** Its name in the parameters of the client's method. */
  readonly key: string;
  /** Its name on the command line, without dashes. */
  readonly flag: string;
  readonly type: ValueType;
  /** Whether it may be given several times, because its value is an array. */
  readonly repeated?: boolean;
  readonly required?: boolean;
  readonly values?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
}

/** A list operation: its paging and the columns of its records. */
export interface ListShape {
  /** What comes before `pull` and `sync`. */
  readonly group: readonly string[];
  /** The default name of its table. */
  readonly name: string;
  readonly identity: string;
  /** The client's method that syncs the list, if it can be limited to a window of time by these parameters. */
  readonly sync?: string;
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** The maximum number of records in a page. */
  readonly maxLimit?: number;
  /** The identity comes first. */
  readonly columns: readonly Column[];
}

/** The field of a body that contains typed items, which are written as `key:type=value` on the command line. */
export interface ItemsShape {
  /** The field of the body, and the names that lead from it to the items, if it does not hold them itself. */
  readonly field: string;
  readonly within?: readonly string[];
  /** The fields of an item. */
  readonly key: string;
  readonly type: string;
  readonly value: string;
  readonly types: Readonly<Record<string, { readonly type: ValueType; readonly repeated?: boolean }>>;
}

/** The request body of an operation. */
export interface BodyShape {
  readonly kind: "json" | "form" | "multipart" | "text" | "binary";
  readonly mediaType: string;
  readonly required?: boolean;
  /** The field with a caller-assigned ID, which makes a create request idempotent. */
  readonly identity?: string;
  /** The path of the creation time in the response. */
  readonly created?: readonly string[];
  readonly fields: readonly Column[];
  readonly items?: ItemsShape;
}

/** An operation of the API. */
export interface OperationCommand {
  /** The method of the client. */
  readonly operation: string;
  /** What users type: `["reports", "list"]`. */
  readonly words: readonly string[];
  /** A second name, which help texts do not list. */
  readonly alias?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly method: string;
  readonly path: string;
  /** The path parameters, in order. */
  readonly arguments: readonly Parameter[];
  /** The parameters in query, headers and cookies. */
  readonly parameters: readonly Parameter[];
  readonly body?: BodyShape;
  readonly list?: ListShape;
  readonly returns: "json" | "text" | "binary" | "none" | "location" | "unknown";
}

/** The generated description of the API. */
export interface CommandTable {
  readonly title: string;
  readonly version: string;
  /** The names of the security schemes. */
  readonly schemes: readonly string[];
  /** The operation with which `login` checks a key; undefined if none can be called without arguments. */
  readonly check?: string;
  readonly commands: readonly OperationCommand[];
}
