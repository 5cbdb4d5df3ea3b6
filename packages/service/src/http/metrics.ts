import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The metrics of the service. */
export interface Metrics {
  answered(operation: string, status: number, seconds: number): void;
  /** Counts a connection that was closed before a response was complete. */
  connectionClosed(reason: string): void;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/**
 * Counts and times requests, and what the process uses.
 *
 * @param droppedLines returns the number of log lines that could not be written
 */
export function createMetrics(droppedLines: () => number): Metrics {
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
      this.inc(droppedLines());
    },
  });
  collectDefaultMetrics({ register: registry });
  return {
    answered(operation, status, seconds) {
      answers.inc({ operation, status });
      times.observe({ operation }, seconds);
    },
    connectionClosed: (reason) => closed.inc({ reason }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
