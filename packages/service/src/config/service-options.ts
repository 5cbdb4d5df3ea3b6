/** How a service is started. Every field has a default. */
export interface ServiceOptions {
  /** The public port; 0 picks a free one. @default 0 */
  readonly port?: number;
  /** The address to listen on. @default "127.0.0.1" */
  readonly host?: string;
  /** The private port for health, readiness and metrics; 0 picks a free one, `false` has none. @default false */
  readonly opsPort?: number | false;
  /** The address of the private port. @default "127.0.0.1" */
  readonly opsHost?: string;
  /** The folder of the embedded database. @default "./data" */
  readonly data?: string;
  /** A PostgreSQL server to use instead of the embedded database, as `postgres://user:password@host:5432/name`. */
  readonly databaseUrl?: string;
  /** Connections to that server, at most. @default 20 */
  readonly databaseConnections?: number;
  /**
   * A key that opens everything for as long as this process runs, for tests and demonstrations; it is stored nowhere. Without
   * one, the first start on a database makes one.
   */
  readonly apiKey?: string;
  /** The URL of a file; `{id}` is replaced by its ID (decision 0011). @default "http://localhost:4010/files/{id}" */
  readonly fileUrl?: string;
  /** The base of links in pages, for a service behind a proxy. @default the host of each request, if it is allowed */
  readonly publicUrl?: string;
  /**
   * Host names that may stand in links, beside loopback and `host`. With any other `Host` in the request, links have the
   * address at which it arrived. @default []
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins whose pages may use the API in a browser, such as `https://app.example`; `*` means all. Without any, no page
   * of another origin can (decision 0106). @default []
   */
  readonly corsOrigins?: readonly string[];
  /** Requests per second and key, sustained; 64 KiB of bodies and responses count as one more. @default 1000 */
  readonly rate?: number;
  /** Requests at once and key, after a rest. @default 2000 */
  readonly burst?: number;
  /** Requests at a time and key (decision 0012). @default 20 */
  readonly inFlight?: number;
  /** Count these limits over all processes on the database, and not for each process. @default false */
  readonly sharedLimits?: boolean;
  /** Requests at a time, over all keys; more are answered with 429. @default 500 */
  readonly maxConcurrent?: number;
  /**
   * Connections to the public port at a time; a connection without a valid key makes room for a new one.
   * @default 10000, or as many as the limit of open files leaves room for
   */
  readonly maxConnections?: number;
  /** Connections of one address at a time. @default 1000, or half of all */
  readonly maxConnectionsPerAddress?: number;
  /** Requests without a valid key per minute and address; more are answered with 429 and lose their connection. @default 1200 */
  readonly failuresPerMinute?: number;
  /**
   * Addresses or networks of proxies. Their connections count for nobody, and `X-Forwarded-For` is believed as far as they
   * wrote it. @default []
   */
  readonly trustedProxies?: readonly string[];
  /** How long a request may take to arrive, in ms. @default 30000 */
  readonly requestTimeout?: number;
  /** How long the headers of a request may take to arrive, in ms. @default 10000 */
  readonly headersTimeout?: number;
  /** How long a connection may rest between requests, in ms. @default 65000 */
  readonly keepAliveTimeout?: number;
  /** How long a connection over which no valid key came may rest, in ms. @default 5000 */
  readonly keylessTimeout?: number;
  /** How long a caller may read nothing of its response, in ms. @default 10000 */
  readonly sendTimeout?: number;
  /** How long `stop()` waits for requests under way, in ms, before it cuts them off. @default 10000 */
  readonly stopTimeout?: number;
  /**
   * Send traces over OTLP, as the environment variables of OpenTelemetry (`OTEL_…`) say, which are read only then.
   * @default false
   */
  readonly traces?: boolean;
  /** What to log, as lines of JSON on standard output. @default "silent" */
  readonly logLevel?: LogLevel;
}

export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** What is taken where an option is not given. */
export const DEFAULTS = {
  port: 0,
  host: "127.0.0.1",
  opsPort: false,
  opsHost: "127.0.0.1",
  data: "./data",
  databaseConnections: 20,
  fileUrl: "http://localhost:4010/files/{id}",
  allowedHosts: [],
  corsOrigins: [],
  rate: 1000,
  burst: 2000,
  inFlight: 20,
  sharedLimits: false,
  maxConcurrent: 500,
  failuresPerMinute: 1200,
  trustedProxies: [],
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  keylessTimeout: 5_000,
  sendTimeout: 10_000,
  stopTimeout: 10_000,
  traces: false,
  logLevel: "silent",
} as const satisfies ServiceOptions;

/** The options of a service, with a default for what is not given. */
export type Settings = ReturnType<typeof withDefaults>;

export function withDefaults(options: ServiceOptions) {
  const given: ServiceOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...DEFAULTS, ...given };
}
