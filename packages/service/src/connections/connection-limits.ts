import { readFileSync } from "node:fs";

/** How many connections a port may have at a time. */
export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
}

/** What an operator may set. */
export interface WantedConnections {
  readonly maxConnections?: number;
  readonly maxConnectionsPerAddress?: number;
}

/** Where nothing is set and the system allows more. */
const MOST = 10_000;
const MOST_PER_ADDRESS = 1_000;
/** File descriptors that are left to the database, the log and the private port; of few descriptors, half. */
const RESERVED = 512;

/**
 * How many connections the public port may have: fewer than there are file descriptors, since a database without any left
 * cannot write. One address may have half of them at most.
 *
 * @throws Error when more is wanted than there are descriptors for
 */
export function connectionLimits(
  { maxConnections, maxConnectionsPerAddress }: WantedConnections,
  openFiles: number = maxOpenFiles(),
): ConnectionLimits {
  const room = Math.max(1, Math.floor(openFiles - Math.min(RESERVED, openFiles / 2)));
  if (maxConnections !== undefined && maxConnections > room)
    throw new Error(
      `--max-connections ${maxConnections} is more than this process has file descriptors for: it may open ${openFiles} files, and so have ${room} connections; raise the limit (ulimit -n) or lower the setting`,
    );
  const total = maxConnections ?? Math.min(MOST, room);
  const perAddress = maxConnectionsPerAddress ?? Math.min(MOST_PER_ADDRESS, Math.ceil(total / 2));
  return { total, perAddress: Math.min(total, perAddress) };
}

/** How many files this process may have open; infinitely many where the system has no such limit. */
function maxOpenFiles(): number {
  if (process.platform === "linux") {
    const [, soft = ""] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return /^\d+$/.test(soft) ? Number(soft) : Number.POSITIVE_INFINITY;
  }
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}
