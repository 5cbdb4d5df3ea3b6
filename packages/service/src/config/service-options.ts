import { KEEP_ALIVE_TIMEOUT } from "@metadata-service/server-rules/node";
import type { Handler } from "../handlers/handler.js";

/** The options of a service. All of them have defaults. */
export interface ServiceOptions {
  /** The public port; 0 selects a free one. @default 0 */
  readonly port?: number;
  /** The address to listen on. @default "127.0.0.1" */
  readonly host?: string;
  /** The private port for health, readiness and metrics; 0 selects a free one, `false` disables it. @default false */
  readonly opsPort?: number | false;
  /** The address of the private port. @default "127.0.0.1" */
  readonly opsHost?: string;
  /** The folder of the embedded database. @default "./data" */
  readonly data?: string;
  /** A PostgreSQL server to use instead of the embedded database, as `postgres://user:password@host:5432/name`. */
  readonly databaseUrl?: string;
  /** The maximum number of connections to that server. @default 20 */
  readonly databaseConnections?: number;
  /**
   * A key with all permissions while this process runs, for tests and demonstrations; it is not stored. Without
   * one, the first start with a database creates a key.
   */
  readonly apiKey?: string;
  /** The URL of a file; `{id}` is replaced by its ID (decision 0011). @default "http://localhost:4010/files/{id}" */
  readonly fileUrl?: string;
  /**
   * Handlers by operationId, for operations of the spec that the service does not implement, or that it should implement
   * differently. @default none
   * @example { getStatus: async ({ path }) => ({ status: 200, headers: { ETag: '"1"' }, body: { id: path.id } }) }
   */
  readonly handlers?: Readonly<Record<string, Handler>>;
  /** The base of links in pages, for a service behind a proxy. @default the host of each request, if it is allowed */
  readonly publicUrl?: string;
  /**
   * Host names that links may contain, in addition to loopback and `host`. If a request has any other `Host`, links
   * contain the address at which it arrived. @default []
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins whose pages may use the API in a browser, such as `https://app.example`; `*` allows all. By default, no
   * page of another origin may (decision 0106). @default []
   */
  readonly corsOrigins?: readonly string[];
  /** Sustained requests per second and key; each 64 KiB of bodies and responses counts as one more. @default 1000 */
  readonly rate?: number;
  /** The largest burst of requests per key. @default 2000 */
  readonly burst?: number;
  /** Concurrent requests per key (decision 0012). @default 20 */
  readonly inFlight?: number;
  /** Whether all processes that use the database share these limits. @default false */
  readonly sharedLimits?: boolean;
  /** Concurrent requests, over all keys; more get a 429. @default 500 */
  readonly maxConcurrent?: number;
  /**
   * Concurrent connections to the public port. To make room for a new one, an idle connection is closed: one without a
   * valid key, or otherwise one of the key with the most.
   * @default 10000, or as many as the limit of open files allows
   */
  readonly maxConnections?: number;
  /** Concurrent connections per address; half as many idle ones per key. @default 1000, or half of all */
  readonly maxConnectionsPerAddress?: number;
  /**
   * Requests without a valid key per minute and address; more get a 429, and their connection is closed.
   * @default 1200
   */
  readonly failuresPerMinute?: number;
  /**
   * Addresses or networks of trusted proxies. Their connections do not count for the limit per address, and the part of
   * `X-Forwarded-For` that they wrote is trusted. @default []
   */
  readonly trustedProxies?: readonly string[];
  /** The time limit for a request to arrive, in ms. @default 30000 */
  readonly requestTimeout?: number;
  /** The time limit for the headers of a request to arrive, in ms. @default 10000 */
  readonly headersTimeout?: number;
  /** The time after which an idle connection is closed, in ms. @default 65000 */
  readonly keepAliveTimeout?: number;
  /** The time after which an idle connection that never sent a valid key is closed, in ms. @default 5000 */
  readonly keylessTimeout?: number;
  /** The time in which a client may read nothing of its response, in ms. @default 10000 */
  readonly sendTimeout?: number;
  /**
   * The time within which `stop()` ends, in ms. Requests that are still in progress shortly before are aborted.
   * @default 10000
   */
  readonly stopTimeout?: number;
  /**
   * The time for which `stop()` still accepts requests while `/readyz` returns 503, in ms, so that a load balancer can
   * send new ones elsewhere. It is part of `stopTimeout`. @default 0
   */
  readonly drain?: number;
  /**
   * Whether to send traces over OTLP, configured by the environment variables of OpenTelemetry (`OTEL_…`), which are
   * read only then.
   * @default false
   */
  readonly traces?: boolean;
  /** The lowest level to log, as lines of JSON on standard output. @default "silent" */
  readonly logLevel?: LogLevel;
}

export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The defaults of options. */
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
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
  keylessTimeout: 5_000,
  sendTimeout: 10_000,
  stopTimeout: 10_000,
  drain: 0,
  traces: false,
  logLevel: "silent",
} as const satisfies ServiceOptions;

/** Options with defaults applied. */
export type Settings = ReturnType<typeof withDefaults>;

export function withDefaults(options: ServiceOptions) {
  const given: ServiceOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...DEFAULTS, ...given };
}
