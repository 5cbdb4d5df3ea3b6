import type { OperationDescriptor, SecurityScheme } from "@metadata-service/client/request";

/** A field of the form: a parameter, or one part of a form body. */
export interface TryField {
  /** The key under which it is passed to the operation. */
  key: string;
  /** The label of the input field. */
  label: string;
  required: boolean;
  description: string;
  /** How it is entered: as text, which is sent unchanged; as JSON; or as a file. */
  kind: "text" | "json" | "file";
  /** Whether it accepts several values, separated by commas or as a JSON array. */
  isList: boolean;
  /** The values to choose from, if there are only a few. */
  values?: string[];
  /** The initial content of the input field. */
  initial: string;
  /** The bounds, shown next to the label. */
  hint: string;
}

/** A parameter, and where it is sent. */
export interface TryParameter extends TryField {
  in: "path" | "query" | "header" | "cookie";
}

/** How a request body is entered. */
export interface TryBody {
  mediaType: string;
  kind: "json" | "form" | "multipart" | "text" | "binary";
  required: boolean;
  /** Examples to start from, the smallest first; for JSON and text. */
  examples: { name: string; text: string }[];
  /** The fields of a form. */
  fields: TryField[];
}

/** A credential that a request uses. */
export interface TryScheme extends SecurityScheme {
  /** The name of the scheme in the spec. */
  scheme: string;
  /** Whether the scheme is HTTP Basic: `user:password`, sent in Base64. */
  isBasic: boolean;
}

/** What the console needs to know about an operation; generated from the spec at build time. */
export interface TryOperation {
  id: string;
  summary: string;
  descriptor: OperationDescriptor;
  parameters: TryParameter[];
  body?: TryBody;
  schemes: TryScheme[];
  /** Only for lists: the field of a page with its records, and the field with their total number. */
  paging?: { records?: string; total?: string };
  /** Requests that cause an error, to show what the error looks like. */
  errorExamples: ErrorExample[];
}

/** A change to the request that makes the service return an error. */
export interface ErrorExample {
  status: string;
  label: string;
  /** Values to enter for some parameters, by key. */
  parameters?: Record<string, string>;
  body?: string;
  /** Replaces what was entered for each scheme. */
  credential?: string;
  headers?: Record<string, string>;
}

/** A request, ready to send. */
export interface Call {
  operation: TryOperation;
  method: string;
  url: string;
  /** The values of the parameters, by key. */
  values: Record<string, unknown>;
  headers: Record<string, string>;
  body?: BodyInit;
  /** A header that pages are not allowed to send. */
  cookie?: string;
}
