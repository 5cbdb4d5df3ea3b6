import type { OperationDescriptor, SecurityScheme } from "@metadata-service/client/request";

/** A field of the form: a parameter, or one part of a form body. */
export interface TryField {
  /** What it is passed to the operation by. */
  key: string;
  /** What is written beside it. */
  label: string;
  required: boolean;
  description: string;
  /** How it is entered: as a text, which is sent as it is; as JSON; as a file. */
  kind: "text" | "json" | "file";
  /** Whether it takes several values: separated by commas, or as a JSON array. */
  isList: boolean;
  /** The values to choose from, where they are few. */
  values?: string[];
  /** What the field starts with. */
  initial: string;
  /** Bounds, said beside the name. */
  hint: string;
}

/** A parameter and where it is sent. */
export interface TryParameter extends TryField {
  in: "path" | "query" | "header" | "cookie";
}

/** What a request body is written with. */
export interface TryBody {
  mediaType: string;
  kind: "json" | "form" | "multipart" | "text" | "binary";
  required: boolean;
  /** Texts to start from, the smallest first; for JSON and text. */
  examples: { name: string; text: string }[];
  /** For forms. */
  fields: TryField[];
}

/** A credential that a request uses. */
export interface TryScheme extends SecurityScheme {
  /** The name of the scheme in the spec. */
  scheme: string;
  /** Whether `user:password` is sent in Base64. */
  isBasic: boolean;
}

/** What the page knows of an operation: made from the spec when the site is built. */
export interface TryOperation {
  id: string;
  summary: string;
  descriptor: OperationDescriptor;
  parameters: TryParameter[];
  body?: TryBody;
  schemes: TryScheme[];
  /** There for lists: the field of a page that holds its records and the one that holds their number. */
  paging?: { records?: string; total?: string };
  /** Requests that provoke an error, to see what it looks like. */
  provocations: Provocation[];
}

/** A change to the request that makes the service answer an error. */
export interface Provocation {
  status: string;
  label: string;
  /** The texts of some parameters, by key. */
  parameters?: Record<string, string>;
  body?: string;
  /** In place of what was entered for each scheme. */
  credential?: string;
  headers?: Record<string, string>;
}

/** A request as it is sent. */
export interface Call {
  operation: TryOperation;
  method: string;
  url: string;
  /** The values of the parameters, by key. */
  values: Record<string, unknown>;
  headers: Record<string, string>;
  body?: BodyInit;
  /** A header that a page is not allowed to send. */
  cookie?: string;
}
