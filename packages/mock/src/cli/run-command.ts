import { readFile } from "node:fs/promises";
import { describeFileError } from "@metadata-service/spec-tools";
import { readTextFile } from "@metadata-service/spec-tools/input";
import { type LoadedDocument, loadDocument } from "@metadata-service/spec-tools/load-document";
import { asSentence } from "@metadata-service/spec-tools/terminal";
import type { MockData } from "../core/memory/preset-rows.js";
import type { Scenario } from "../core/scenarios/scenario.js";
import { createScenarioList } from "../core/scenarios/scenario-list.js";
import { bundledDocumentPath, loadBundledDocument } from "../load-bundled-document.js";
import { serveSpec } from "../spec/serve-spec.js";
import { serverPathNotices } from "../spec/server-path-notice.js";
import { createHumanOutput } from "./human-output.js";
import { createJsonOutput } from "./json-output.js";
import { type Flags, HELP, parseFlags } from "./parse-flags.js";

/** Lists with at least this many records are indexed in advance, with a progress bar. */
const LARGE = 200_000;

/** The exit codes if the mock does not start, as of all commands. */
const [FAILURE, INVALID_COMMAND_LINE] = [1, 2];

/**
 * Runs the command until it is stopped.
 *
 * @param args the arguments after the command's name
 * @returns the exit code: 0 for success, 1 for a failure, 2 for an invalid command line; undefined if the mock is still running
 */
export async function runCommand(args: readonly string[]): Promise<number | undefined> {
  let status = INVALID_COMMAND_LINE;
  try {
    const flags = parseFlags(args);
    status = FAILURE;
    if (flags.help) return print(HELP);
    if (flags.version) return print(`${await version()}\n`);
    const scenarios = flags.scenarioFile === undefined ? [] : await readScenarios(flags.scenarioFile);
    if (flags.list) return print(listScenarios(scenarios));
    createScenarioList(scenarios).find(flags.options.scenario);
    await serve(flags, scenarios);
    return undefined;
  } catch (error) {
    const text = error instanceof Error ? (process.env["DEBUG"] ? error.stack : error.message) : error;
    process.stderr.write(`metadata-mock: ${asSentence(String(text))}\n`);
    return status;
  }
}

async function serve(flags: Flags, scenarios: readonly Scenario[]): Promise<void> {
  const output = flags.json ? createJsonOutput(process.stdout) : createHumanOutput(process.stdout, flags.quiet);
  const data = flags.dataFile === undefined ? undefined : await readData(flags.dataFile);
  const path = flags.spec ?? bundledDocumentPath();
  const load = (file: string) =>
    loadDocument(file, {
      isTolerant: true,
      isExact: true,
      option: "--root DIR",
      ...(flags.root && { folder: flags.root }),
    });
  const spec = flags.spec === undefined ? await loadBundle(path) : await load(path);
  const notes = [
    ...spec.notes,
    ...spec.problems,
    ...(flags.spec === undefined ? [] : serverPathNotices(spec.document)),
  ];
  for (const note of notes) output.notice(note);
  // Loaded late, so that wrong flags are reported at once.
  const { runMock } = await import("../start-mock.js");
  const mock = await runMock({
    ...flags.options,
    scenarios,
    ...(data && { data }),
    document: spec.document,
    onDefect: output.defect,
    onNotice: output.notice,
  });
  // Measured from the start of the process, which is what the user experiences.
  output.started(mock, flags.options, performance.now());
  mock.onRequest(output.request);
  const stopWatching = serveSpec(mock, () => load(path), spec, output.spec);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    stopWatching();
    await mock.stop();
    output.stopped();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  if (flags.options.size >= LARGE) await mock.prepare(output.progress);
}

/** Loads the bundle of this API, which `npm run generate` has checked. */
async function loadBundle(path: string): Promise<LoadedDocument> {
  return { document: await loadBundledDocument(), files: [path], notes: [], problems: [] };
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function listScenarios(own: readonly Scenario[]): string {
  const { all } = createScenarioList(own);
  const width = Math.max(...all.map(({ name }) => name.length));
  return all.map(({ name, summary = "" }) => `${`${name.padEnd(width)}  ${summary}`.trimEnd()}\n`).join("");
}

async function readScenarios(file: string): Promise<Scenario[]> {
  try {
    const value: unknown = JSON.parse(await readText(file));
    const scenarios = (Array.isArray(value) ? value : [value]) as Scenario[];
    createScenarioList(scenarios);
    return scenarios;
  } catch (error) {
    throw new Error(`The scenarios in ${file} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

const readText = (file: string) =>
  readTextFile(file).catch((error: Error) => {
    throw describeFileError(error, file);
  });

/** The records themselves are validated later, against the spec. */
async function readData(file: string): Promise<MockData> {
  try {
    return JSON.parse(await readText(file)) as MockData;
  } catch (error) {
    throw new Error(`The records in ${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function version(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
