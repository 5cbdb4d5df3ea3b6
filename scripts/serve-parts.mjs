/**
 * Serves mock, docs and service until its parent sends a stop message or ends. It runs in a separate process, so that a
 * new version of the spec and of the code generated from it is loaded from scratch. It is JavaScript, because loading the
 * servers through `tsx` takes three times as long on Node 20.
 */
// @ts-check
import { serveDocs } from "@metadata-service/docs";
import { startMock } from "@metadata-service/mock";
import { startService } from "@metadata-service/service";

/** @import { Part, PartsOptions, PartsReport, PartsRequest } from "./lib/parts.js" */
/** @typedef {{ readonly url: string, stop(): Promise<void> }} Running */

/** @type {PartsOptions} */
const options = await new Promise((resolve) => process.once("message", resolve));
/** @type {Map<Part, Running>} */
const running = new Map();
/** @param {PartsReport} message */
const report = (message) => process.send?.(message);

const stopAll = () => Promise.all([...running.values()].map((part) => part.stop()));
const stop = async () => {
  await stopAll();
  process.exit(0);
};
// Ctrl-C reaches the whole process group; the parent decides what to do.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("disconnect", stop);

/**
 * @template {Running} T
 * @param {Part} part
 * @param {() => Promise<T>} start
 * @returns {Promise<T>}
 */
async function starting(part, start) {
  try {
    const started = await start();
    running.set(part, started);
    return started;
  } catch (error) {
    throw new Error(explain(part, /** @type {NodeJS.ErrnoException} */ (error)), { cause: error });
  }
}

/**
 * A port in use is the only failure that users can fix immediately, so the message explains how.
 *
 * @param {Part} part
 * @param {NodeJS.ErrnoException} error
 */
function explain(part, error) {
  // The servers throw their own messages, with the system's error as the cause.
  const cause = /** @type {NodeJS.ErrnoException | undefined} */ (error.cause);
  const codes = [error, cause].map((problem) => problem?.code);
  if (!codes.includes("EADDRINUSE")) return error.message;
  const port = options.ports[part];
  return (
    `The ${part} could not start: port ${port} is taken by another program, perhaps by an earlier npm start.\n` +
    `Stop that one, or choose another port: npm start -- --${part}-port ${port + 10}`
  );
}

/**
 * Names the servers as the documentation does; they also respond under the other name.
 *
 * @param {string} text
 */
const withLocalhost = (text) => text.replaceAll("//127.0.0.1:", "//localhost:");

/**
 * The origins from which the docs' console sends requests: the docs may be opened under either name.
 *
 * @param {string} url
 */
function originsOf(url) {
  const { origin, port } = new URL(url);
  return [...new Set([origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`])];
}

try {
  const { ports, data, serviceKey } = options;
  const databaseUrl = process.env["DATABASE_URL"];
  const mock = await starting("mock", () =>
    startMock({
      port: ports.mock,
      onNotice: (text) => console.log(`  mock     ${text}`),
      onDefect: (operation, violation) =>
        console.log(`  mock     500: the response of ${operation} violates the spec: ${violation}`),
    }),
  );
  /** @param {number} port */
  const startDocs = (port) => starting("docs", () => serveDocs({ port, api: withLocalhost(mock.url) }));
  const docs = await startDocs(ports.docs);
  const service = await starting("service", () =>
    startService({
      port: ports.service,
      data,
      apiKey: serviceKey ?? mock.apiKey,
      corsOrigins: originsOf(docs.url),
      ...(serviceKey !== undefined && databaseUrl !== undefined && { databaseUrl }),
    }),
  );
  const urls = {
    mock: withLocalhost(mock.url),
    docs: docs.url,
    service: withLocalhost(service.url),
  };
  const served = {
    urls,
    apiKey: mock.apiKey,
    sampleRequest: withLocalhost(mock.sampleRequest),
    notices: service.notices,
  };
  const reloadDocs = async () => {
    await running.get("docs")?.stop();
    await startDocs(Number(new URL(docs.url).port));
    report(served);
  };
  process.on("message", (/** @type {PartsRequest} */ request) => (request === "stop" ? stop() : reloadDocs()));
  report(served);
} catch (error) {
  await stopAll();
  report({ failed: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
