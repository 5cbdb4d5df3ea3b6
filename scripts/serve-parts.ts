/**
 * Serves mock, docs and service until its parent sends a stop message or ends. It runs in a separate process, so that a
 * new version of the spec and of the code generated from it is loaded from scratch.
 */
import { serveDocs } from "@metadata-service/docs";
import { startMock } from "@metadata-service/mock";
import { startService } from "@metadata-service/service";
import type { Part, PartsOptions, PartsReport } from "./lib/parts.js";

interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

const options = JSON.parse(process.argv[2] ?? "") as PartsOptions;
const running: Running[] = [];
const report = (message: PartsReport) => process.send?.(message);

const stop = async () => {
  await Promise.all(running.splice(0).map((part) => part.stop()));
  process.exit(0);
};
// Ctrl-C reaches the whole process group; the parent decides what to do.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("message", stop);
process.on("disconnect", stop);

async function starting<T extends Running>(part: Part, start: () => Promise<T>): Promise<T> {
  try {
    const started = await start();
    running.push(started);
    return started;
  } catch (error) {
    throw new Error(explain(part, error as NodeJS.ErrnoException), { cause: error });
  }
}

/** A port in use is the only failure that users can fix immediately, so the message explains how. */
function explain(part: Part, error: NodeJS.ErrnoException): string {
  // The servers throw their own messages, with the system's error as the cause.
  const codes = [error, error.cause as NodeJS.ErrnoException | undefined].map((problem) => problem?.code);
  if (!codes.includes("EADDRINUSE")) return error.message;
  const port = options.ports[part];
  return (
    `The ${part} could not start: port ${port} is taken by another program, perhaps by an earlier npm start.\n` +
    `Stop that one, or choose another port: npm start -- --${part}-port ${port + 10}`
  );
}

/** The origins from which the docs' console sends requests: the docs may be opened under either name. */
function originsOf(url: string): string[] {
  const { origin, port } = new URL(url);
  return [...new Set([origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`])];
}

try {
  const { ports, data, serviceKey, databaseUrl } = options;
  const mock = await starting("mock", () =>
    startMock({
      port: ports.mock,
      onNotice: (text) => console.log(`  mock     ${text}`),
      onDefect: (operation, violation) =>
        console.log(`  mock     500: the response of ${operation} violates the spec: ${violation}`),
    }),
  );
  const docs = await starting("docs", () => serveDocs({ port: ports.docs, api: mock.url }));
  const service = await starting("service", () =>
    startService({
      port: ports.service,
      data,
      apiKey: serviceKey ?? mock.apiKey,
      corsOrigins: originsOf(docs.url),
      ...(databaseUrl !== undefined && { databaseUrl }),
    }),
  );
  const urls = { mock: mock.url, docs: docs.url, service: service.url };
  report({ urls, apiKey: mock.apiKey, notices: service.notices });
} catch (error) {
  await Promise.all(running.splice(0).map((part) => part.stop()));
  report({ failed: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
