import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { createRules, type Rules } from "@metadata-service/server-rules";
import type { Logger } from "pino";
import type { Administration } from "./admin/administration.js";
import { watchImports } from "./admin/imports-under-way.js";
import { serveAdministration } from "./admin/serve-administration.js";
import { document } from "./bundled-document.js";
import { DEFAULTS, type ServiceOptions, type Settings, withDefaults } from "./config/service-options.js";
import { callerAddresses } from "./connections/caller-address.js";
import { connectionLimits } from "./connections/connection-limits.js";
import { createHandlers } from "./handlers/handlers.js";
import { createActivity } from "./http/activity.js";
import { createApp } from "./http/create-app.js";
import { createFailureLog, type FailureLog } from "./http/failure-log.js";
import { createMetrics } from "./http/metrics.js";
import { startOpsPort } from "./http/ops-port.js";
import { ownHosts } from "./http/own-hosts.js";
import { createReadiness } from "./http/readiness.js";
import type { NewKey } from "./keys/api-key.js";
import { makeFirstKey, serveKeys, wellKnownWarnings } from "./keys/service-keys.js";
import { createDatabaseLimiter } from "./limits/database-limiter.js";
import { createFailureLimiter } from "./limits/failure-limiter.js";
import type { Limiter } from "./limits/limiter.js";
import { createMemoryLimiter } from "./limits/memory-limiter.js";
import { createLogger, droppedLines, withoutRedaction } from "./logger.js";
import { type DatabaseWaits, openStores, type StoreSettings, type Stores } from "./open-stores.js";
import { SERVICE_VERSION } from "./service-version.js";
import { createShutdown } from "./shutdown.js";
import { BEGIN_WAIT } from "./storage/server/server-pool.js";
import { tracedStores } from "./tracing/traced-stores.js";
import type { Tracing } from "./tracing/tracing.js";

/** A running service. */
export interface RunningService {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  /** The base URL of the private port; undefined if it is disabled. */
  readonly opsUrl: string | undefined;
  /** The key created by this start because the database had none. It is shown only once. */
  readonly firstKey: NewKey | undefined;
  /** Information for operators about this start, in sentences. */
  readonly notices: readonly string[];
  /**
   * Resolves to the reason if the embedded database failed and cannot be reopened, so that the service has to be
   * stopped.
   */
  readonly broken: Promise<Error>;
  /** Manages keys, imports and exports of this service. */
  readonly administration: Administration;
  /**
   * Stops accepting requests, completes those in progress, and closes everything, within `stopTimeout`.
   *
   * @param options.drain the time for which requests are still accepted, in ms, see `ServiceOptions.drain`
   */
  stop(options?: { readonly drain?: number }): Promise<void>;
}

/** Longer than any statement of a request. */
const WAITS: DatabaseWaits = { beginWait: BEGIN_WAIT, statementTimeout: 15_000 };

/**
 * Starts a service: opens the database, brings its schema up to date, and listens.
 *
 * @throws FolderInUseError if the data folder belongs to another process
 * @example
 * const service = await startService({ data: "./data", apiKey: "demo-key" });
 * await service.administration.importRecords("reports", createReadStream("reports.ndjson"), { onReject: console.error });
 * await service.stop();
 */
export function startService(options: ServiceOptions = {}): Promise<RunningService> {
  return startServiceOf(document, options);
}

/**
 * Starts a service for a given bundle.
 *
 * @param now a monotonic clock for rate limits and idle connections, in ms
 * @param waits time limits of requests for the database
 */
export async function startServiceOf(
  bundle: object,
  options: ServiceOptions,
  now: () => number = () => performance.now(),
  waits: DatabaseWaits = WAITS,
): Promise<RunningService> {
  const settings = withDefaults(options);
  const logger = createLogger(settings.logLevel);
  const rules = createRules(bundle);
  const limits = limitsOf(settings, now);
  const failureLog = createFailureLog(logger);
  const logs = { logger, requestLog: withoutRedaction(logger), failureLog };
  const tracing = await tracingOf(settings, failureLog);
  const { stores, broken } = await openWatched(settings, rules, { ...waits, now }, logs);
  // Closed in reverse order: traces are sent after everything else has ended.
  const closers: (() => unknown)[] = [() => tracing?.stop(), () => stores.close()];
  const closeAll = () => closeInTurn(closers);
  const shutdown = createShutdown(settings.stopTimeout, logger);

  try {
    const { keyRing, uses, validOf, stop } = serveKeys(stores, settings.apiKey, logger);
    const limiter = limiterOf(settings, stores, now);
    closers.push(stop, () => limiter.stop?.());
    const [readiness, activity] = [createReadiness(stores.probe), createActivity(now)];
    const metrics = createMetrics({ ...stores, droppedLines, ready: readiness.ask });
    const traced = { ...stores, ...tracedStores(stores, tracing), fileUrl: settings.fileUrl };
    const { handlers, notices: ofSpec } = createHandlers(rules, traced, settings.handlers);
    const app = createApp({
      rules,
      handlers,
      keyRing,
      validKeys: validOf,
      database: { hasOneConnection: stores.kind === "folder", maxWait: waits.beginWait },
      ...limits,
      limiter,
      isStopping: () => shutdown.hasBegun,
      metrics,
      activity,
      tracing,
      ...logs,
    });
    const { administration, imports } = watchImports(stores.administration({ keyRing, uses }));
    const closeAdministration = stores.lock ? serveAdministration(stores.lock, administration) : async () => {};
    // Together, because a command may have the only connection to the database that requests wait for.
    closers.push(() => shutdown.close(app, closeAdministration));
    const url = await app.listen({ port: settings.port, host: settings.host });
    const ops = await startOpsPort(settings, {
      metrics,
      activity,
      imports,
      apiVersion: rules.api.version,
      limits: limits.connections,
      connections: promisify(app.server.getConnections.bind(app.server)),
      ready: readiness.ask,
    });
    // The private port is closed late, so that probes see the stop.
    closers.splice(2, 0, () => ops?.close());
    // Only after everything else succeeded, because nobody would see the key of a failed start.
    const firstKey = settings.apiKey === undefined ? await makeFirstKey(stores) : undefined;
    const notices = await logNotices(stores, [...ofSpec, ...fileNotice(rules, settings.fileUrl)], logger);
    logger.info({ url, opsUrl: ops?.url, database: stores.kind }, "the service is ready");
    return {
      url,
      opsUrl: ops?.url,
      firstKey,
      notices,
      broken,
      administration,
      stop({ drain = settings.drain } = {}) {
        readiness.stop();
        return shutdown.run(drain, closeAll);
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Warns about file URLs that lead to a program for development. */
function fileNotice({ operations }: Rules, fileUrl: string): string[] {
  const hasFiles = operations.some(({ body }) => body?.itemsIn([])?.hasUrls);
  return hasFiles && fileUrl === DEFAULTS.fileUrl
    ? [`The URLs of files lead to the mock (${fileUrl}); set --file-url to the address of your files`]
    : [];
}

/** Logs what operators should know about a start, and returns it. */
async function logNotices(stores: Stores, ofSpec: readonly string[], logger: Logger): Promise<string[]> {
  const notices = [...stores.notices, ...ofSpec, ...(await wellKnownWarnings(stores))];
  for (const notice of notices) logger.warn(notice);
  return notices;
}

/** Returns the limits for callers in the settings. */
function limitsOf(settings: Settings, now: () => number) {
  return {
    now,
    failures: createFailureLimiter(settings.failuresPerMinute, now),
    addresses: callerAddresses(settings.trustedProxies),
    connections: connectionLimits(settings),
    times: {
      headers: settings.headersTimeout,
      request: settings.requestTimeout,
      keepAlive: settings.keepAliveTimeout,
      keyless: settings.keylessTimeout,
      send: settings.sendTimeout,
    },
    maxConcurrent: settings.maxConcurrent,
    links: {
      publicUrl: settings.publicUrl?.replace(/\/$/, ""),
      allowedHosts: [settings.host, ...settings.allowedHosts],
    },
    hosts: ownHosts(settings),
    corsOrigins: settings.corsOrigins,
  };
}

/** Loads OpenTelemetry only if traces are enabled, because it needs memory and start time. */
async function tracingOf({ traces }: Settings, failureLog: FailureLog): Promise<Tracing | undefined> {
  if (!traces) return undefined;
  const { startOpenTelemetry } = await import("./tracing/open-telemetry.js");
  return startOpenTelemetry(SERVICE_VERSION, failureLog);
}

function limiterOf(settings: Settings, { db }: Stores, now: () => number): Limiter {
  return settings.sharedLimits ? createDatabaseLimiter(db, settings, randomUUID()) : createMemoryLimiter(settings, now);
}

/** Opens the database, and reports when it cannot be used any more. */
async function openWatched(
  settings: StoreSettings,
  rules: Rules,
  { now, ...waits }: DatabaseWaits & { now(): number },
  { logger, failureLog }: { readonly logger: Logger; readonly failureLog: FailureLog },
): Promise<{ stores: Stores; broken: Promise<Error> }> {
  let breakDown = (_cause: Error) => {};
  const broken = new Promise<Error>((resolve) => {
    breakDown = resolve;
  });
  const events = {
    onWait: (sentence: string) => logger.warn(sentence),
    onConnectionError: (error: Error) => void failureLog.add("warn", "a connection to the database broke", error),
    onUnusable: (cause: Error) => {
      logger.fatal({ err: cause }, "the embedded database failed and cannot be reopened");
      breakDown(cause);
    },
  };
  const stores = await openStores(settings, rules, { ...waits, ...events }, now);
  return { stores, broken };
}

/** Closes everything in reverse order. */
async function closeInTurn(closers: (() => unknown)[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
