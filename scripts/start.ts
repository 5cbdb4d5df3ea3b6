/** `npm start`: builds what is stale, then serves mock, docs and service until Ctrl-C. */
import { randomBytes } from "node:crypto";
import { parseArgs, styleText } from "node:util";
import { run } from "@metadata-service/spec-tools/run";
import { turbo } from "./lib/repo.js";
import { step } from "./lib/step.js";

const PORTS = { mock: "4010", docs: "4011", service: "4020" };

interface Running {
  url: string;
  stop(): Promise<void>;
}

/** A port from the command line; port 0 lets the system choose. */
function port(name: keyof typeof PORTS, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65535) return value;
  throw new Error(`--${name}-port takes a port number from 0 to 65535, not "${text}".`);
}

/** A port that is taken is the one failure that a person can mend at once, so it says how. */
async function starting<Part>(name: keyof typeof PORTS, port: number, start: () => Promise<Part>): Promise<Part> {
  try {
    return await start();
  } catch (error) {
    // The parts say it in words of their own and keep what the system said as the cause.
    const codes = [error, (error as Error).cause].map(
      (problem) => (problem as NodeJS.ErrnoException | undefined)?.code,
    );
    if (!codes.includes("EADDRINUSE")) throw error;
    throw new Error(
      `The ${name} could not start: port ${port} is taken by another program, perhaps by an earlier npm start.\n` +
        `Stop that one, or choose another port: npm start -- --${name}-port ${port + 10}`,
      { cause: error },
    );
  }
}

/** From where the console of the docs sends requests: a person may open them under either name. */
function originsOf(url: string): string[] {
  const { origin, port } = new URL(url);
  return [...new Set([origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`])];
}

const address = (label: string, url: string, note = "") =>
  console.log(`  ${label.padEnd(8)} ${styleText("cyan", url)}${note && `  ${note}`}`);

await run(async () => {
  const { values } = parseArgs({
    options: {
      "mock-port": { type: "string", default: PORTS.mock },
      "docs-port": { type: "string", default: PORTS.docs },
      "service-port": { type: "string", default: PORTS.service },
      data: { type: "string", default: "./data" },
    },
  });
  const ports = {
    mock: port("mock", values["mock-port"]),
    docs: port("docs", values["docs-port"]),
    service: port("service", values["service-port"]),
  };

  console.log(`\n${styleText("bold", "Metadata Service")}\n`);
  const targets = ["mock", "docs", "service"].map((name) => `--filter=@metadata-service/${name}...`);
  const built = await step("generate and build", turbo("run", "build", ...targets, "--output-logs=errors-only"));
  if (!built.ok) throw new Error("The build failed; what it said stands above.");

  // Only now, because these packages did not have to exist before.
  const { startMock } = await import("@metadata-service/mock");
  const { serveDocs } = await import("@metadata-service/docs");
  const { startService } = await import("@metadata-service/service");
  const running: Running[] = [];
  const stop = async () => {
    await Promise.all(running.splice(0).map((part) => part.stop()));
  };
  try {
    const mock = await starting("mock", ports.mock, () => startMock({ port: ports.mock }));
    running.push(mock);
    const docs = await starting("docs", ports.docs, () => serveDocs({ port: ports.docs, api: mock.url }));
    running.push(docs);
    const databaseUrl = process.env["DATABASE_URL"];
    // Others may reach a server's data: a key that stands in the documentation must not open them.
    const serviceKey = databaseUrl ? `ms_${randomBytes(32).toString("base64url")}` : mock.apiKey;
    const { apiKey } = mock;
    const service = await starting("service", ports.service, () =>
      startService({
        port: ports.service,
        data: values.data,
        apiKey: serviceKey,
        corsOrigins: originsOf(docs.url),
        ...(databaseUrl && { databaseUrl }),
      }),
    );
    running.push(service);

    console.log();
    address("mock", mock.url, `a memory, and 1,000 records in each list; key ${styleText("bold", apiKey)}`);
    address("docs", docs.url);
    address(
      "service",
      service.url,
      `the real thing, on ${databaseUrl ? `PostgreSQL; key until it stops ${styleText("bold", serviceKey)}` : `a database in ${values.data}; the same key`}`,
    );
    for (const notice of service.notices) console.log(`  ${styleText("yellow", "Note:")} ${notice}.`);
    console.log(`\n  A first request:\n`);
    console.log(`    curl -H 'apiKey: ${apiKey}' '${mock.url}/api/v1/purchase-orders?limit=2'\n`);
    console.log(styleText("dim", "  Ctrl-C stops all of them.\n"));
  } catch (error) {
    await stop();
    throw error;
  }
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  await stop();
  console.log("\n  Stopped.");
  process.exit(0);
});
