import type { ImportUnderWay } from "../admin/imports-under-way.js";
import { SERVICE_VERSION } from "../service-version.js";
import type { Activity, OperationActivity } from "./activity.js";
import type { Readiness } from "./readiness.js";

/** A limit of the service, and its current use. */
export interface LimitStatus {
  readonly name: string;
  readonly limit: number;
  /** The unit, for example `requests per second`. */
  readonly unit: string;
  /** The flag, without dashes. */
  readonly flag: string;
  /** The current use; undefined for a limit per key or address. */
  readonly used?: number;
}

/** The content of `GET /` on the private port. */
export interface OpsStatus {
  readonly version: string;
  readonly apiVersion: string;
  readonly node: string;
  readonly startedAt: string;
  readonly uptimeSeconds: number;
  readonly memoryBytes: number;
  readonly ready: boolean;
  /** The reason why it is not ready. */
  readonly reason?: string;
  /** The response time of the database for the probe of `/readyz`, in ms. */
  readonly probeMs: number;
  readonly database: string;
  readonly underWay: number;
  readonly connections: number;
  readonly lastMinute: readonly OperationActivity[];
  readonly limits: readonly LimitStatus[];
  readonly imports: readonly ImportStatus[];
}

/** An import in progress. */
export interface ImportStatus {
  readonly into: string;
  readonly startedAt: string;
  readonly records: number;
  readonly rejected: number;
  readonly bytes: number;
}

/** The sources of the status. */
export interface OpsStatusParts {
  readonly apiVersion: string;
  /** A description of the database, without a password. */
  readonly database: string;
  readonly activity: Activity;
  readonly limits: readonly LimitStatus[];
  imports(): ImportUnderWay[];
  /** The number of connections to the public port. */
  connections(): Promise<number>;
  /** See {@link OpsParts.ready}. */
  ready(): Promise<Readiness>;
}

/** Returns a function that returns the status of a service that starts now. */
export function createOpsStatus(parts: OpsStatusParts): () => Promise<OpsStatus> {
  const startedAt = new Date();
  const began = performance.now();
  return async () => {
    const [{ reason, probeMs }, connections] = await Promise.all([parts.ready(), parts.connections()]);
    const { activity } = parts;
    return {
      version: SERVICE_VERSION,
      apiVersion: parts.apiVersion,
      node: process.versions.node,
      startedAt: startedAt.toISOString(),
      uptimeSeconds: (performance.now() - began) / 1_000,
      memoryBytes: process.memoryUsage.rss(),
      ready: reason === undefined,
      reason,
      probeMs,
      database: parts.database,
      underWay: activity.underWay,
      connections,
      lastMinute: activity.lastMinute(),
      limits: parts.limits.map((one) => ({ ...one, used: usedOf(one, activity.underWay, connections) })),
      imports: parts.imports().map(({ into, startedAt: at, counts }) => ({
        into,
        startedAt: at.toISOString(),
        records: counts?.lines ?? 0,
        rejected: counts?.rejected ?? 0,
        bytes: counts?.bytes ?? 0,
      })),
    };
  };
}

function usedOf({ flag }: LimitStatus, underWay: number, connections: number): number | undefined {
  if (flag === "max-concurrent") return underWay;
  return flag === "max-connections" ? connections : undefined;
}
