import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { readApi } from "@metadata-service/spec-tools";
import type { Finished, RepoCopy } from "../test/copy-repo.js";
import { applyEdits } from "./apply-edits.js";
import type { Edit } from "./edit.js";
import { runOwnTests } from "./own-tests.js";
import { startTools, type Tools } from "./tools.js";

/** The result of an edit. */
export interface Outcome {
  readonly edit: Edit;
  readonly result: "works" | "refused" | "broken";
  /** The error message of a rejected edit, or the failures of a broken one. */
  readonly details: readonly string[];
}

export const isExpected = ({ edit, result, details }: Outcome): boolean =>
  edit.refused === undefined ? result === "works" : result === "refused" && details.join("\n").includes(edit.refused);

/** Whether an edit must run alone, because it changes more than it adds. */
const isAlone = ({ files, removes, renames, refused }: Edit): boolean =>
  Boolean(files ?? removes ?? renames ?? refused);

/** Receives the events of a run. */
export interface RunReporter {
  outcome(outcome: Outcome): void;
  /** Called if edits failed together, with the reason; each half of them then runs separately. */
  split?(edits: number, why: string): void;
  /** Called if the copy's own tests failed with some edits. */
  tests?(edits: number, output: string): void;
  /** Called after each step, with its duration in ms. */
  step?(name: string, took: number): void;
}

export interface RunOptions {
  /** Whether the copy's own tests run too. @default true */
  readonly ownTests?: boolean;
}

/** The environment in which edits are run. */
interface Stage {
  readonly copy: RepoCopy;
  readonly tools: Tools;
  readonly teller: RunReporter;
  readonly ownTests: boolean;
}

/**
 * Runs edits in a copy of the repository: every generator, build and type check of the client, mock, calls of the
 * client, contract suite, service, docs and the copy's own tests. Edits that only add something run together. If they
 * fail as a whole, each half runs separately, until the edit that causes the failure is found.
 */
export async function runEdits(
  copy: RepoCopy,
  edits: readonly Edit[],
  teller: RunReporter,
  { ownTests = true }: RunOptions = {},
): Promise<void> {
  const tools = startTools(copy);
  const stage = { copy, tools, teller, ownTests };
  try {
    const together = edits.filter((edit) => !isAlone(edit));
    for (let i = 0; i < together.length; i += BATCH) await runHalves(stage, together.slice(i, i + BATCH));
    for (const edit of edits.filter(isAlone)) await runHalves(stage, [edit]);
  } finally {
    tools.stop();
  }
}

/**
 * The number of edits that run together. A larger batch takes more memory; a smaller one repeats the shared work more
 * often.
 */
const BATCH = 48;

async function runHalves(stage: Stage, edits: readonly Edit[]): Promise<void> {
  const { teller } = stage;
  const outcomes = await runTogether(stage, edits);
  if (Array.isArray(outcomes)) return outcomes.forEach(teller.outcome);
  const [first] = edits;
  if (edits.length === 1 && first) return teller.outcome({ edit: first, ...outcomes });
  const details = outcomes.details.join("\n");
  teller.split?.(edits.length, details);
  const half = Math.ceil(edits.length / 2);
  await runHalves(stage, edits.slice(0, half));
  await runHalves(stage, edits.slice(half));
}

type Failure = Pick<Outcome, "result" | "details">;

/** Returns the outcome of each edit, or a single failure for all of them. */
async function runTogether(stage: Stage, edits: readonly Edit[]): Promise<Outcome[] | Failure> {
  const undo = await applyEdits(stage.copy, edits);
  try {
    return await runApplied(stage, edits);
  } finally {
    await undo();
  }
}

async function runApplied(
  { copy, tools, teller, ownTests }: Stage,
  edits: readonly Edit[],
): Promise<Outcome[] | Failure> {
  async function timed<T>(name: string, step: Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await step;
    teller.step?.(name, performance.now() - start);
    return result;
  }
  const before = await generatedFiles(copy);
  const spec = await timed("generate", tools.generateSpec());
  if (!spec.ok) return refusal(clean(spec.output), before, await generatedFiles(copy));
  const code = await timed("generate code", tools.generateCode());
  if (!code.ok) return broken("generated code", code.output);
  const build = await timed("build of the client", tools.buildClient());
  if (!build.ok) return broken("build of the client", build.output);
  const types = await timed("type check", checkCalls(copy, tools, edits));
  // What is about our spec stands aside if another one replaces it, and everything else still compiles.
  const swap = edits.some(isSwap) ? await timed("types of all tests", checkTypes(copy)) : undefined;
  if (swap?.ok === false) return broken("types of all tests", swap.output);
  const [outcomes, docs, own] = await Promise.all([
    timed("mock, client, contract, service", exercise(copy, edits)),
    timed("docs", buildDocs(copy, edits.flatMap(operationsOf))),
    ownTests && !edits.some(({ untested }) => untested) ? timed("own tests", runOwnTests(copy)) : undefined,
  ]);
  if (!docs.ok) return broken("docs", docs.output);
  const failed = own && !own.ok ? clean(own.output) : undefined;
  if (failed !== undefined) teller.tests?.(edits.length, failed);
  if (!Array.isArray(outcomes)) return outcomes;
  return outcomes.map(({ edit, details }, i) => {
    // A failed test of the copy does not identify the edit that caused it, so it counts against all edits that ran
    // together.
    const tests = own && !own.ok ? ["own tests: see above"] : [];
    const all = [...(types[i] ?? []), ...details, ...tests];
    return { edit, result: all.length === 0 ? "works" : "broken", details: all };
  });
}

/** Whether an edit replaces our spec with another one. */
const isSwap = ({ removes = [] }: Edit): boolean => removes.includes("openapi.yaml");

/** Checks the types of all packages, which the tools have built as far as they depend on the spec. */
const checkTypes = (copy: RepoCopy) =>
  copy.start("", process.execPath, "--import", "tsx", "scripts/check-types.ts", "--only");

const broken = (step: string, output: string): Failure => ({
  result: "broken",
  details: [`${step}: ${clean(output)}`],
});

/** Builds the docs, and looks for the operations in the reference. */
async function buildDocs(copy: RepoCopy, operations: readonly string[]): Promise<Finished> {
  const built = await copy.start("packages/docs", process.execPath, "--import", "tsx", "src/site/build.ts");
  if (!built.ok) return built;
  const reference = await readFile(join(copy.folder, "packages/docs/dist/site/reference.html"), "utf8");
  const missing = operations.filter((operation) => !reference.includes(operation));
  return { ok: missing.length === 0, output: `The reference does not show ${missing.join(", ")}.` };
}

const generatedFiles = (copy: RepoCopy) => copy.files("openapi/generated");

/** Checks that generated files are unchanged after the spec was rejected. */
function refusal(message: string, before: Map<string, string>, after: Map<string, string>): Failure {
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  if (changed.length === 0) return { result: "refused", details: [message] };
  return { result: "broken", details: [`refused, but ${changed.join(", ")} was written: ${message}`] };
}

const clean = (output: string): string => output.replace(/^npm (warn|notice).*\n/gm, "").trim();

/** The operations of the current spec; the service has a handler for each of them. */
const TODAY = new Set(readApi(document).operations.map(({ id }) => id));

const operationsOf = ({ paths = {} }: Edit): string[] =>
  Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));

/** The contract cases to run for a single list, if an edit affects the whole document. */
const OF_ANY_LIST = "responds with|key|credential|401|accepts|links to both ends|law stable total";

async function exercise(copy: RepoCopy, edits: readonly Edit[]): Promise<Outcome[] | Failure> {
  const plan = join(copy.folder, "user/plan.json");
  // For an edit of the whole document without further details, one list represents all operations.
  const named = edits.map((edit) => ({
    name: edit.name,
    operations: edit.operations ?? (edit.paths ? operationsOf(edit) : ["listReports"]),
    cases: edit.cases ?? (edit.operations || edit.paths ? "" : OF_ANY_LIST),
  }));
  const marked = named.map((one) => ({ ...one, isNew: one.operations.some((id) => !TODAY.has(id)) }));
  await writeFile(plan, JSON.stringify(marked));
  const program = join(copy.folder, "scripts/catalogue/exercise.mjs");
  const bundle = join(copy.folder, "openapi/generated/openapi.json");
  const { output } = await copy.start(
    "",
    process.execPath,
    "--no-warnings",
    program,
    plan,
    join(copy.folder, "user/calls.js"),
    bundle,
  );
  const line = output.split("\n").find((one) => one.startsWith("RESULT "));
  if (!line) return broken("mock, client, contract and service", output);
  const { failures, ...whole } = JSON.parse(line.slice("RESULT ".length)) as { failures?: string[][] };
  if (!failures) return broken(Object.keys(whole)[0] ?? "", String(Object.values(whole)[0]));
  return edits.map((edit, i) => {
    const details = failures[i] ?? [];
    return { edit, result: details.length === 0 ? "works" : "broken", details };
  });
}

/** Compiles the edits' calls against the client, as a user's program would be. Returns the type errors of each edit. */
async function checkCalls(copy: RepoCopy, tools: Tools, edits: readonly Edit[]): Promise<string[][]> {
  const owners: number[] = [];
  const lines = edits.flatMap(({ name, calls = [] }, i) => {
    const own = calls.map((call) => `    async (client: Client): Promise<unknown> => ${call},`);
    const all = [`  ${JSON.stringify(name)}: [`, ...own, "  ],"];
    owners.push(...all.map(() => i));
    return all;
  });
  const head = ['import type { Client } from "@metadata-service/client";', "export const calls = {"];
  await copy.edit("user/package.json", "", '{ "type": "module" }');
  await copy.edit("user/calls.ts", "", `${[...head, ...lines, "};"].join("\n")}\n`);
  const { ok, output } = await tools.checkCalls();
  const wrong: string[][] = edits.map(() => []);
  if (ok) return wrong;
  for (const [, line, message] of clean(output).matchAll(/^user\/calls\.ts\((\d+),.*?\): (.*(?:\n .*)*)/gm))
    wrong[owners[Number(line) - head.length - 1] ?? 0]?.push(`types: ${message}`);
  if (wrong.every((one) => one.length === 0)) throw new Error(`The calls do not compile: ${clean(output)}`);
  return wrong;
}
