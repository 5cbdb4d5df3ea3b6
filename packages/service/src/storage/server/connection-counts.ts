/** The state of the connections to a database. */
export interface ConnectionCounts {
  readonly open: number;
  readonly idle: number;
  /** The number of statements and transactions that wait for a connection. */
  readonly waiting: number;
}
