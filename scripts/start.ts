/**
 * `npm start`: builds what has changed, serves mock, docs and service until Ctrl-C, and reloads them for each new
 * version of the spec.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { styleText } from "node:util";
import { run, UsageError } from "@metadata-service/spec-tools/run";
import { readArguments } from "./lib/arguments.js";
import { afterBuilds, buildAlone } from "./lib/build-lock.js";
import { followFiles } from "./lib/follow-files.js";
import { PARTS, type Part, type PartsOptions, portsOf, type RunningParts, startParts } from "./lib/parts.js";
import { root, turbo } from "./lib/repo.js";
import { step } from "./lib/step.js";

const PORTS = { mock: "4010", docs: "4011", service: "4020" };

/** Parses a port from the command line; with port 0, the system chooses one. */
function port(name: Part, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65535) return value;
  throw new UsageError(`--${name}-port must be a port number from 0 to 65535, not "${text}".`);
}

const address = (label: string, url: string, note = "") =>
  console.log(`  ${label.padEnd(8)} ${styleText("cyan", url)}${note && `  ${note}`}`);

const build = () => {
  // The commands as well, so that they can be tried in this checkout.
  const targets = [...PARTS, "cli", "mcp", "contract"].map((name) => `--filter=@metadata-service/${name}...`);
  return buildAlone(() => step("generate and build", turbo("run", "build", ...targets, "--output-logs=errors-only")));
};

function tell({ urls, apiKey, notices, sampleRequest }: RunningParts, { data, serviceKey }: PartsOptions): void {
  console.log();
  address("mock", urls.mock, `stores what you create; API key ${styleText("bold", apiKey)}`);
  address("docs", urls.docs);
  address(
    "service",
    urls.service,
    serviceKey
      ? `stores data in PostgreSQL; API key until it stops: ${styleText("bold", serviceKey)}`
      : `stores data in ${data}; same API key`,
  );
  for (const notice of notices) console.log(`  ${styleText("yellow", "Note:")} ${notice}.`);
  console.log(`\n  Send a first request:\n`);
  console.log(`    ${sampleRequest}\n`);
  console.log(
    styleText(
      "dim",
      "  After an edit of openapi/, run npm run generate: all three serve the new version. Press Ctrl-C to stop them.\n",
    ),
  );
}

await run(async () => {
  const { values } = readArguments({
    command: "start",
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
  if (!(await build()).ok) throw new Error("The build failed; its output is above.");

  const databaseUrl = process.env["DATABASE_URL"];
  const options: PartsOptions = {
    ports,
    data: values.data,
    // Others may have access to a server's data, so a key from the documentation must not open it.
    ...(databaseUrl && { serviceKey: `ms_${randomBytes(32).toString("base64url")}` }),
  };
  let parts: RunningParts | undefined = await startParts(options);
  tell(parts, options);
  const again = { ...options, ports: portsOf(parts) };

  const bundle = join(root, "openapi/generated/openapi.json");
  const follow = async (changed: readonly string[]) => {
    const start = performance.now();
    const isSpec = changed.includes(bundle);
    console.log(isSpec ? "  The spec changed." : "  The changelog changed.");
    // The previous version is served until the new one is built.
    if (!(await build()).ok)
      return console.log("  The previous version is still served. Fix the spec, then run npm run generate again.");
    if (!isSpec) {
      await parts?.reloadDocs();
      return console.log("  The docs serve it.\n");
    }
    await parts?.stop();
    parts = undefined;
    parts = await startParts(again);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`  Mock, docs and service serve the new version after ${seconds} s. The mock's records were reset.\n`);
  };
  let fail = (_error: Error) => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const followed = [bundle, join(root, "openapi/CHANGELOG.md")];
  const stopFollowing = await followFiles(followed, (changed) => follow(changed).catch(fail), afterBuilds);
  const asked = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  try {
    await Promise.race([asked, failed]);
  } finally {
    stopFollowing();
    await parts?.stop();
  }
  console.log("\n  Stopped.");
  process.exit(0);
});
