/** What the runtime knows of an operation; the generated table satisfies it. */
export interface OperationDescriptor {
  readonly method: string;
  /** The path template, with `{name}` for each path parameter. */
  readonly path: string;
  /** The path parameters in the order in which the method takes them. */
  readonly pathParameters: readonly string[];
  /** Whether the method takes a request body after the path parameters. */
  readonly body: boolean;
  /** Whether the method takes a query object after the body. */
  readonly query: boolean;
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
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The query parameters of the window by updated date, where the operation has one. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
  readonly defaultLimit: number;
  readonly maxLimit: number;
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
