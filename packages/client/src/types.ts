/** What the runtime knows of an operation; the generated table satisfies it. */
export interface OperationDescriptor {
  readonly method: string;
  /** The path template, with `{name}` for each path parameter, in the order in which the method takes them. */
  readonly path: string;
  /** There where the method takes a request body after the path parameters. */
  readonly body?: true;
  /** There where the method takes a query object after the body. */
  readonly query?: true;
  /** There for list operations only. */
  readonly pagination?: PaginationDescriptor;
}

/** How an operation pages: the `x-pagination` of the spec and the bounds of its limit parameter. */
export interface PaginationDescriptor {
  readonly shape: "standard" | "linked" | "array";
  /** The member of a page that holds the records; none for a plain array. */
  readonly records?: string;
  /** The member of a page that holds the number of all records; none for a plain array. */
  readonly total?: string;
  /** The member of a record that identifies it. */
  readonly identity: string;
  /** The query parameters of the window by updated date, where the operation has one. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
  /** The name of the method that syncs the list, where it can be narrowed to a window. */
  readonly sync?: string;
  readonly maxLimit: number;
}

/** Tells whether a body is what an operation promises; the generated validators satisfy it. */
export interface ResponseValidator {
  (body: unknown): boolean;
  /** Why the body of the last call was not. */
  errors?: readonly ResponseViolation[] | null;
}

/** One violation, as Ajv tells it. */
export interface ResponseViolation {
  /** A JSON pointer into the body. */
  readonly instancePath: string;
  /** The keyword of JSON Schema that is not kept. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's own reason. */
  signal?: AbortSignal;
}

/** Options of a list call. */
export interface ListOptions extends CallOptions {
  /**
   * How many pages are fetched at once.
   *
   * @default the concurrency of the client
   */
  concurrency?: number;
  /**
   * What happens when the list changes while it is pulled.
   *
   * - `"restart"`: records that come twice are dropped; where a change may have hidden a record, the list is walked again
   *   and what was missed is handed out then, behind the rest. After 5 walks that did not hold still: PageDriftError.
   * - `"throw"`: PageDriftError at the first sign, a total that grew included.
   * - `"continue"`: records that come twice are dropped, and that is all.
   *
   * @default "restart"
   */
  drift?: "throw" | "restart" | "continue";
}

/** Options of an incremental sync. */
export interface SyncOptions extends ListWindow, CallOptions {
  /**
   * Where an earlier sync stood: the last `checkpoint` that was stored. It goes on from there, and `since` is not looked
   * at. An empty string is no checkpoint.
   */
  checkpoint?: string | undefined;
  /**
   * How far a window reaches back into the one before, in milliseconds. It has to cover what a record may need from its
   * update until the service lists it, and by how much clocks differ; what comes twice thereby comes in another run.
   *
   * @default 300000
   */
  overlap?: number;
  /**
   * How many records a request asks for.
   *
   * @default the most that the operation allows
   */
  limit?: number;
}

/** The window of a sync that has no checkpoint yet. */
export interface ListWindow {
  /**
   * What was updated at this moment or later.
   *
   * @default everything
   * @example "2026-11-01T00:00:00Z"
   */
  since?: string | Date;
  /**
   * The end of the window; later than now is now.
   *
   * @default now, by the clock that is behind: the one here or the server's
   */
  until?: string | Date;
}

/** A part of what an incremental sync hands out. */
export interface SyncBatch<Item> {
  /** Records of the window, none of them twice within a run; the last ones first, batch by batch. May be empty. */
  records: Item[];
  /** A small JSON text to store once the records are processed: a run that is given it goes on behind them. */
  checkpoint: string;
}

/** One page of a list, in the same form for every page shape. */
export interface Page<Item> {
  records: Item[];
  /** How many records of the list come before this page. */
  offset: number;
  /** The limit that the server applied. */
  limit: number;
  /** The number of all records that match, where the page shape tells it. */
  total?: number;
}

/**
 * A list that is pulled when it is iterated: `for await (const record of list)` yields every record, in order.
 *
 * @typeParam Item one record
 * @typeParam Body one page as it is on the wire
 */
export interface PagedList<Item, Body> extends AsyncIterable<Item> {
  /** All pages, in order. */
  pages(): AsyncIterable<Page<Item>>;
  /** All records in one array. */
  toArray(): Promise<Item[]>;
  /** Exactly one request with the query as given; the body as it is on the wire. */
  page(): Promise<Body>;
}
