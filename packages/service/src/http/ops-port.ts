import type { Server } from "node:http";
import { databaseName } from "../config/database-name.js";
import type { Settings } from "../config/service-options.js";
import type { ConnectionLimits } from "../connections/connection-limits.js";
import { createOpsServer, type OpsParts } from "./ops-server.js";
import { createOpsStatus, type LimitStatus, type OpsStatusParts } from "./ops-status.js";

/** The parts of a service that the private port shows. */
interface OpsPortParts
  extends Pick<OpsParts, "metrics" | "ready">,
    Pick<OpsStatusParts, "apiVersion" | "activity" | "imports" | "connections"> {
  readonly limits: ConnectionLimits;
}

/** Opens the private port, if it is enabled; returns its URL and a function that closes it. */
export async function startOpsPort(
  settings: Settings,
  { metrics, limits, ...parts }: OpsPortParts,
): Promise<{ readonly url: string; close(): Promise<void> } | undefined> {
  const { opsPort, opsHost } = settings;
  if (opsPort === false) return undefined;
  const server = createOpsServer({
    metrics,
    allowedHosts: [opsHost, ...settings.allowedHosts],
    ready: parts.ready,
    status: createOpsStatus({
      ...parts,
      database: databaseName(settings),
      limits: limitsToShow(settings, limits),
    }),
  });
  return { url: await listen(server, opsPort, opsHost), close: () => close(server) };
}

/** The limits that an operator may want to change. */
function limitsToShow(
  { rate, burst, inFlight, sharedLimits, maxConcurrent, failuresPerMinute }: Settings,
  { total, perAddress, perKey }: ConnectionLimits,
): LimitStatus[] {
  const ofKey = sharedLimits ? "Per key, across all processes" : "Per key";
  return [
    { name: ofKey, limit: rate, unit: "requests per second", flag: "rate" },
    { name: ofKey, limit: burst, unit: "requests in a burst", flag: "burst" },
    { name: ofKey, limit: inFlight, unit: "concurrent requests", flag: "in-flight" },
    { name: "All keys together", limit: maxConcurrent, unit: "concurrent requests", flag: "max-concurrent" },
    { name: "Public port", limit: total, unit: "connections", flag: "max-connections" },
    { name: "Per key", limit: perKey, unit: "idle connections", flag: "max-connections-per-address" },
    { name: "Per address", limit: perAddress, unit: "connections", flag: "max-connections-per-address" },
    {
      name: "Per address",
      limit: failuresPerMinute,
      unit: "requests per minute without a valid key",
      flag: "failures-per-minute",
    },
  ];
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as { port: number };
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
