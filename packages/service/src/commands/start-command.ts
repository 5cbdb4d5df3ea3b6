import { databaseName } from "../config/database-name.js";
import { DEFAULTS } from "../config/service-options.js";
import { startService } from "../start-service.js";
import { wantsTraces } from "../tracing/wants-traces.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";

/** `metadata-service start`: serves until a signal stops it, and then completes the requests in progress. */
export async function startCommand({ words, settings }: CommandLine, io: CommandIo): Promise<number> {
  if (words.length > 0)
    throw new UsageError(`start takes no arguments, but got ${JSON.stringify(words[0])}; see metadata-service --help`);
  const stopped = io.stopped();
  const traces = wantsTraces(io.environment);
  const service = await startService({ ...settings, traces: traces.wanted });
  io.err(`The metadata service listens on ${service.url}, with its data in ${databaseName(settings)}.\n`);
  if (service.opsUrl)
    io.err(
      `Health, readiness and metrics: ${service.opsUrl}/healthz, /readyz, /metrics; status page: ${service.opsUrl}/\n`,
    );
  if (traces.notice) io.err(`Note: ${traces.notice}.\n`);
  for (const notice of service.notices) io.err(`Note: ${notice}.\n`);
  if (service.firstKey) io.err(firstKeyBlock(service.firstKey.key));
  io.err("Ready. Press Ctrl-C to stop.\n");
  const end = await Promise.race([stopped, service.broken]);
  if (end instanceof Error) {
    io.err(
      `The embedded database failed and cannot be reopened (${end.message}). The service is stopping; check the disk and the folder, then start it again.\n`,
    );
    await service.stop({ drain: 0 });
    return 1;
  }
  // Somebody who presses Ctrl-C or closes the terminal waits for the end; a supervisor that sends SIGTERM replaces a process
  // behind a proxy.
  const drain = end === "SIGTERM" ? Math.min(settings.drain ?? 0, settings.stopTimeout ?? DEFAULTS.stopTimeout) : 0;
  io.err(
    `Stopping when the requests in progress have finished${drain > 0 ? `; new ones are accepted for ${drain} ms, but /readyz returns 503` : ""}.\n`,
  );
  await service.stop({ drain });
  return 0;
}

/** Formats the first key so that it is easy to find in a log. */
function firstKeyBlock(key: string): string {
  const rule = "=".repeat(72);
  return `\n${rule}\n\n  This is the first start, so a key was created. It is shown only once,\n  because only its hash is stored:\n\n  ${key}\n\n${rule}\n\n`;
}
