/** The server that an engine reads from. */
export interface Server {
  readonly url: string;
  readonly apiKey: string;
}

/** The number of records that a run read, and the uids that are stored afterwards, by stream. */
export interface Read {
  readonly loaded: ReadonlyMap<string, number>;
  readonly stored: ReadonlyMap<string, readonly string[]>;
}

/** A program that runs a connector. */
export interface Engine {
  readonly name: string;
  /** Set if a read fails when the server ignores `offset`. A low-code connector cannot compare a page with the one before. */
  readonly detectsIgnoredOffset?: true;
  /** Other checks of a connector: the problems found, by the name of the check. */
  checks(server: Server, folder: string): Readonly<Record<string, () => Promise<readonly string[]>>>;
  /** Reads all streams, continuing from the last run in the same folder. Throws if the run failed. */
  read(server: Server, folder: string): Promise<Read>;
}
