/** What the links in responses begin with. */
export interface LinkSettings {
  /** The base of every link, without a slash at its end. */
  readonly publicUrl?: string;
  /** Without `publicUrl`: the names, beside loopback, that a request may use and links then have too. */
  readonly allowedHosts: readonly string[];
}
