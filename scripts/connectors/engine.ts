/** Where an engine reads from. */
export interface Server {
  readonly url: string;
  readonly apiKey: string;
}

/** How many records a run read, and the uids that are stored after it, by stream. */
export interface Read {
  readonly loaded: ReadonlyMap<string, number>;
  readonly stored: ReadonlyMap<string, readonly string[]>;
}

/** What runs a connector. */
export interface Engine {
  readonly name: string;
  /** What else it does with a connector: the problems that were found, by what is checked. */
  checks(server: Server, folder: string): Readonly<Record<string, () => Promise<readonly string[]>>>;
  /** Reads all streams, continuing from the last run in the same folder. Throws if the run failed. */
  read(server: Server, folder: string): Promise<Read>;
}
