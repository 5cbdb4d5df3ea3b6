import type { ImportUnderWay } from "../admin/imports-under-way.js";
import { SERVICE_VERSION } from "../service-version.js";
import type { Activity, OperationActivity } from "./activity.js";

/** A limit of the service, and how much of it is used. */
export interface LimitStatus {
  readonly name: string;
  readonly limit: number;
  /** What it counts, for example `requests per second`. */
  readonly unit: string;
  /** Without the dashes. */
  readonly flag: string;
  /** Undefined for a limit of each key or address. */
  readonly used?: number;
}

/** What `GET /` of the private port shows. */
export interface OpsStatus {
  readonly version: string;
  readonly apiVersion: string;
  readonly node: string;
  readonly startedAt: string;
  readonly uptimeSeconds: number;
  readonly memoryBytes: number;
  readonly ready: boolean;
  /** Why it is not ready. */
  readonly reason?: string;
  /** How long the database took for the probe of `/readyz`, in ms. */
  readonly probeMs: number;
  readonly database: string;
  readonly underWay: number;
  readonly connections: number;
  readonly lastMinute: readonly OperationActivity[];
  readonly limits: readonly LimitStatus[];
  readonly imports: readonly ImportStatus[];
}

/** An import that is under way. */
export interface ImportStatus {
  readonly into: string;
  readonly startedAt: string;
  readonly records: number;
  readonly rejected: number;
  readonly bytes: number;
}

/** Where the status comes from. */
export interface OpsStatusParts {
  readonly apiVersion: string;
  /** In words, without a password. */
  readonly database: string;
  readonly activity: Activity;
  readonly limits: readonly LimitStatus[];
  imports(): ImportUnderWay[];
  /** Connections to the public port. */
  connections(): Promise<number>;
  /** As {@link OpsParts.ready}. */
  ready(): Promise<void>;
}

/** Returns what to call for the status of a service that starts now. */
export function createOpsStatus(parts: OpsStatusParts): () => Promise<OpsStatus> {
  const startedAt = new Date();
  const began = performance.now();
  return async () => {
    const asked = performance.now();
    const [reason, connections] = await Promise.all([
      parts.ready().then(
        () => undefined,
        (error: Error) => error.message,
      ),
      parts.connections(),
    ]);
    const probeMs = performance.now() - asked;
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

/** Says in words where the data are; never with a user or a password. */
export function describeDatabase(data: string, databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return `embedded, in the folder ${data}`;
  const { host, pathname, searchParams } = new URL(databaseUrl);
  const name = decodeURIComponent(pathname.slice(1)) || "the default database";
  return `PostgreSQL, ${name} at ${host || (searchParams.get("host") ?? "the default host")}`;
}
