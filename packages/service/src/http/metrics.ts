import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ImportSummary } from "../storage/lists/import-log.js";
import type { ConnectionCounts } from "../storage/server/connection-counts.js";
import type { Readiness } from "./readiness.js";

/** The metrics of the service. */
export interface Metrics {
  /** Counts a request that failed because of the database. */
  databaseFailed(cause: DatabaseCause): void;
  answered(operation: string, status: number, seconds: number): void;
  /** Counts a connection that was closed before a response was complete. */
  connectionClosed(reason: string): void;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Why a request failed: the database, or a part of it, cannot be reached or is read-only; its disk is full; it is busy. */
export type DatabaseCause = (typeof DATABASE_CAUSES)[number];

const DATABASE_CAUSES = ["unreachable", "full", "busy"] as const;

/** What the metrics show of the rest of the service. */
export interface MetricsSources {
  /** Returns the number of log lines that could not be written. */
  droppedLines(): number;
  ready(): Promise<Readiness>;
  /** Returns the state of the connections to the database. */
  connections(): ConnectionCounts;
  /** Returns a summary of the imports of all processes that use the database. */
  imports(): Promise<ImportSummary[]>;
}

/** The time within which the database must respond for the metrics, in ms; Prometheus waits 10 seconds by default. */
const DATABASE_WAIT = 3_000;

/** Counts and times requests, what the process uses, and the state of the database. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry();
  const answers = new Counter({
    name: "metadata_service_requests_total",
    help: "Completed requests, by operation and status.",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  const closed = new Counter({
    name: "metadata_service_connections_closed_total",
    help: "Connections closed before a response was complete, by reason: no room, idle without a key, reads nothing.",
    labelNames: ["reason"],
    registers: [registry],
  });
  const times = new Histogram({
    name: "metadata_service_request_seconds",
    help: "Time from the headers of a request to the end of its response, by operation.",
    labelNames: ["operation"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: "metadata_service_started_timestamp_seconds",
    help: "Time at which this process started to serve.",
    registers: [registry],
  }).setToCurrentTime();
  new Counter({
    name: "metadata_service_log_lines_dropped_total",
    help: "Log lines that could not be written, because the reader of the log has stopped or the disk is full.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sources.droppedLines());
    },
  });
  const failures = new Counter({
    name: "metadata_service_database_failures_total",
    help: "Requests that failed because of the database, by cause: unreachable (or read-only), full, busy.",
    labelNames: ["cause"],
    registers: [registry],
  });
  for (const cause of DATABASE_CAUSES) failures.inc({ cause }, 0);
  const refresh = showDatabase(registry, sources);
  collectDefaultMetrics({ register: registry });
  return {
    databaseFailed: (cause) => failures.inc({ cause }),
    answered(operation, status, seconds) {
      answers.inc({ operation, status });
      times.observe({ operation }, seconds);
    },
    connectionClosed: (reason) => closed.inc({ reason }),
    async text() {
      await refresh();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** Adds the state of the database. Returns a function that determines it. */
function showDatabase(registry: Registry, { ready, connections, imports }: MetricsSources): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `metadata_service_${name}`, help, labelNames, registers: [registry] });
  const isReady = gauge("ready", "1 if /readyz returns 200, otherwise 0.");
  const probe = gauge("database_probe_seconds", "Response time of the database for the write of /readyz.");
  const states = gauge(
    "database_connections",
    "Connections to the database, by state: open, idle (and open), waiting (statements without a connection).",
    ["state"],
  );
  const running = gauge("imports_running", "Imports in progress, in all processes that use the database.", ["into"]);
  const succeeded = gauge("import_last_success_timestamp_seconds", "End of the last import that succeeded.", ["into"]);
  const failed = gauge("import_last_failed", "1 if the last import failed or was interrupted, otherwise 0.", ["into"]);
  const rejected = gauge("import_last_rejected_records", "Records that the last import rejected.", ["into"]);
  return async () => {
    const [{ reason, probeMs }, known] = await Promise.all([
      within(ready(), { reason: "the database is slow", probeMs: DATABASE_WAIT }),
      // While the database does not respond, nothing is known about imports.
      within(imports(), []).catch(() => []),
    ]);
    isReady.set(reason === undefined ? 1 : 0);
    probe.set(probeMs / 1_000);
    for (const [state, count] of Object.entries(connections())) states.set({ state }, count);
    for (const one of [running, succeeded, failed, rejected]) one.reset();
    for (const { target: into, lastSuccess, ...summary } of known) {
      running.set({ into }, summary.running);
      failed.set({ into }, summary.lastFailed ? 1 : 0);
      rejected.set({ into }, summary.lastRejected);
      if (lastSuccess !== undefined) succeeded.set({ into }, lastSuccess);
    }
  };
}

/** Returns the result of a promise, or something else if it takes too long. */
async function within<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, DATABASE_WAIT, otherwise);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
