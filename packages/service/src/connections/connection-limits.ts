import { readFileSync } from "node:fs";

/** The maximum numbers of concurrent connections of a port. */
export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
  /** Idle connections of one key; others of this key only exist while their requests are in progress. */
  readonly perKey: number;
}

/** The limits that operators can set. */
export interface WantedConnections {
  readonly maxConnections?: number;
  readonly maxConnectionsPerAddress?: number;
}

/** The default, if the system allows that many. */
const MOST = 10_000;
const MOST_PER_ADDRESS = 1_000;
/** File descriptors reserved for the database, the log and the private port; half of them if there are few. */
const RESERVED = 512;

/**
 * Returns the connection limits of the public port: fewer than there are file descriptors, because a database without
 * any left cannot write. One address may have at most half of them, and one key half as many as an address.
 *
 * @throws Error if the settings need more descriptors than there are
 */
export function connectionLimits(
  { maxConnections, maxConnectionsPerAddress }: WantedConnections,
  openFiles: number = maxOpenFiles(),
): ConnectionLimits {
  const room = Math.max(1, Math.floor(openFiles - Math.min(RESERVED, openFiles / 2)));
  if (maxConnections !== undefined && maxConnections > room)
    throw new Error(
      `--max-connections ${maxConnections} needs too many file descriptors: this process may open ${openFiles} files, which is enough for ${room} connections; raise the limit (ulimit -n) or lower the setting`,
    );
  const total = maxConnections ?? Math.min(MOST, room);
  const perAddress = Math.min(total, maxConnectionsPerAddress ?? Math.min(MOST_PER_ADDRESS, Math.ceil(total / 2)));
  return { total, perAddress, perKey: Math.ceil(perAddress / 2) };
}

/** Returns the maximum number of open files of this process; Infinity if there is no limit. */
export function maxOpenFiles(): number {
  if (process.platform === "linux") {
    const [, soft = ""] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return /^\d+$/.test(soft) ? Number(soft) : Number.POSITIVE_INFINITY;
  }
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}
