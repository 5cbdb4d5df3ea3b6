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
  const where = settings.databaseUrl === undefined ? `the folder ${settings.data ?? "./data"}` : "PostgreSQL";
  io.err(`The metadata service listens on ${service.url}, with its data in ${where}.\n`);
  if (service.opsUrl)
    io.err(
      `Health, readiness and metrics: ${service.opsUrl}/healthz, /readyz, /metrics; status page: ${service.opsUrl}/\n`,
    );
  if (traces.notice) io.err(`Note: ${traces.notice}.\n`);
  for (const notice of service.notices) io.err(`Note: ${notice}.\n`);
  if (service.firstKey) io.err(firstKeyBlock(service.firstKey.key));
  io.err("Ready. Press Ctrl-C to stop.\n");
  const cause = await Promise.race([stopped, service.broken]);
  io.err(
    cause === undefined
      ? "Stopping when the requests in progress have finished.\n"
      : `The embedded database failed and cannot be reopened (${cause.message}). The service is stopping; check the disk and the folder, then start it again.\n`,
  );
  await service.stop();
  return cause === undefined ? 0 : 1;
}

/** Formats the first key so that it is easy to find in a log. */
function firstKeyBlock(key: string): string {
  const rule = "=".repeat(72);
  return `\n${rule}\n\n  This is the first start, so a key was created. It is shown only once,\n  because only its hash is stored:\n\n  ${key}\n\n${rule}\n\n`;
}
