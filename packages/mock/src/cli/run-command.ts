import { readFile } from "node:fs/promises";
import { Violation } from "@metadata-service/rules";
import type { Scenario } from "../core/scenarios/scenario.js";
import { createScenarioList } from "../core/scenarios/scenario-list.js";
import { runMock } from "../start-mock.js";
import { formatEntry } from "./format-entry.js";
import { createPaint } from "./paint.js";
import { type Flags, HELP, parseFlags } from "./parse-flags.js";
import { printWelcome } from "./print-welcome.js";

/**
 * Runs the command until it is stopped.
 *
 * @param args what follows the name of the command
 * @returns the exit code; undefined while the mock runs on
 */
export async function runCommand(args: readonly string[]): Promise<number | undefined> {
  try {
    const flags = parseFlags(args);
    if (flags.help) return print(HELP);
    if (flags.version) return print(`${await version()}\n`);
    const scenarios = flags.scenarioFile === undefined ? [] : await readScenarios(flags.scenarioFile);
    if (flags.list) return print(listScenarios(scenarios));
    await serve(flags, scenarios);
    return undefined;
  } catch (error) {
    const text = error instanceof Error ? (process.env["DEBUG"] ? error.stack : error.message) : error;
    process.stderr.write(`metadata-mock: ${text}\n`);
    return 1;
  }
}

async function serve(flags: Flags, scenarios: readonly Scenario[]): Promise<void> {
  const paint = createPaint(process.stdout);
  const start = performance.now();
  const mock = await runMock({
    port: flags.port,
    host: flags.host,
    ...(flags.keys.length > 0 && { apiKeys: flags.keys }),
    size: flags.size,
    seed: flags.seed,
    scenario: flags.scenario,
    scenarios,
    onDefect: (operation, violation) =>
      process.stderr.write(`metadata-mock: defect: the answer of ${operation} breaks the spec: ${violation}\n`),
  });
  printWelcome(mock, flags, performance.now() - start, paint);
  if (flags.json) mock.onRequest((entry) => process.stdout.write(`${JSON.stringify(entry)}\n`));
  else if (!flags.quiet) mock.onRequest((entry) => process.stdout.write(`${formatEntry(entry, paint)}\n`));

  const stop = async () => {
    await mock.stop();
    if (!flags.json) process.stdout.write("\nStopped.\n");
    process.exit(0);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function listScenarios(own: readonly Scenario[]): string {
  const { all } = createScenarioList(own);
  const width = Math.max(...all.map(({ name }) => name.length));
  return all.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}\n`).join("");
}

async function readScenarios(file: string): Promise<Scenario[]> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    const scenarios = (Array.isArray(value) ? value : [value]) as Scenario[];
    createScenarioList(scenarios);
    return scenarios;
  } catch (error) {
    const reason = error instanceof Violation || error instanceof Error ? error.message : String(error);
    throw new Error(`The scenarios in ${file} cannot be used: ${reason}`);
  }
}

async function version(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
