/** What the page knows of a parameter. */
export interface TryParameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description: string;
  /** The values to choose from, where they are few. */
  values?: string[];
  /** What the field starts with. */
  initial: string;
  /** Bounds, said beside the name. */
  hint: string;
}

/** What the page knows of an operation: made from the spec when the site is built. */
export interface TryOperation {
  id: string;
  summary: string;
  method: string;
  path: string;
  parameters: TryParameter[];
  /** Bodies to start from, the smallest first; missing where the operation takes none. */
  bodies?: { name: string; text: string }[];
  /** There for lists: the member of a page that holds its records and the one that holds their number. */
  paging?: { records?: string; total?: string };
  /** Requests that provoke an error, to see what it looks like. */
  provocations: Provocation[];
}

/** A change to the request that makes the service answer an error. */
export interface Provocation {
  status: string;
  label: string;
  query?: Record<string, string>;
  path?: Record<string, string>;
  body?: string;
  headers?: Record<string, string>;
}

/** A request as it is sent. */
export interface Call {
  operation: TryOperation;
  method: string;
  url: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: string;
}
