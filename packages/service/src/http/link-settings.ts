/** The beginning of links in responses. */
export interface LinkSettings {
  /** The base of every link, without a trailing slash. */
  readonly publicUrl?: string;
  /** Without `publicUrl`: the host names, in addition to loopback, that links take over from requests. */
  readonly allowedHosts: readonly string[];
}
