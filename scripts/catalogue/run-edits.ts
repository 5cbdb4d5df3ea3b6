import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RepoCopy } from "../test/copy-repo.js";
import type { Edit } from "./edit.js";

/** The result of an edit. */
export interface Outcome {
  readonly edit: Edit;
  readonly result: "works" | "refused" | "broken";
  /** The message of the refusal, or the failures. */
  readonly details: readonly string[];
}

/** Whether the outcome is the one that the catalogue promises. */
export const isExpected = ({ edit, result, details }: Outcome): boolean =>
  edit.refused === undefined ? result === "works" : result === "refused" && details.join("\n").includes(edit.refused);

/** Whether an edit changes more than what it adds, so that another cannot be tried with it. */
const isAlone = ({ files, removes, refused }: Edit): boolean => Boolean(files ?? removes ?? refused);

/**
 * Runs edits in a copy of the repository: generate, type check, mock, client and contract suite. Edits that only add
 * something run together; where together they fail as a whole, each half runs on its own, down to the one that is to blame.
 */
export async function runEdits(copy: RepoCopy, edits: readonly Edit[], teller: Teller): Promise<void> {
  const together = edits.filter((edit) => !isAlone(edit));
  for (let i = 0; i < together.length; i += BATCH) await runHalves(copy, together.slice(i, i + BATCH), teller);
  for (const edit of edits.filter(isAlone)) await runHalves(copy, [edit], teller);
}

/** Receives what happens. */
export interface Teller {
  outcome(outcome: Outcome): void;
  /** Why edits did not run together, so that each half of them runs on its own. */
  split?(edits: number, why: string): void;
}

const BATCH = 16;

async function runHalves(copy: RepoCopy, edits: readonly Edit[], teller: Teller): Promise<void> {
  const outcomes = await runTogether(copy, edits);
  if (Array.isArray(outcomes)) return outcomes.forEach(teller.outcome);
  const [first] = edits;
  if (edits.length === 1 && first) return teller.outcome({ edit: first, ...outcomes });
  teller.split?.(edits.length, outcomes.details.join("\n"));
  const half = Math.ceil(edits.length / 2);
  await runHalves(copy, edits.slice(0, half), teller);
  await runHalves(copy, edits.slice(half), teller);
}

type Failure = Pick<Outcome, "result" | "details">;

/** The outcome of each edit, or one failure of all of them together. */
async function runTogether(copy: RepoCopy, edits: readonly Edit[]): Promise<Outcome[] | Failure> {
  const undo = await applyEdits(copy, edits);
  try {
    const before = await generatedFiles(copy);
    const spec = copy.run("npx", "tsx", "packages/spec-tools/src/generate/openapi.ts");
    if (!spec.ok) return refusal(clean(spec.output), before, await generatedFiles(copy));
    const broken = (step: string, output: string): Failure => ({
      result: "broken",
      details: [`${step}: ${clean(output)}`],
    });
    const client = copy.run("npx", "tsx", "packages/spec-tools/src/generate/client.ts");
    if (!client.ok) return broken("client generator", client.output);
    const build = copy.run(
      "npx",
      "tsc",
      "-p",
      "packages/client/tsconfig.build.json",
      "--incremental",
      "--tsBuildInfoFile",
      "user/client.tsbuildinfo",
    );
    if (!build.ok) return broken("build of the client", build.output);
    const types = await checkCalls(copy, edits);
    const outcomes = await exercise(copy, edits, broken);
    if (!Array.isArray(outcomes)) return outcomes;
    return outcomes.map(({ edit, details }, i) => {
      const all = [...(types[i] ?? []), ...details];
      return { edit, result: all.length === 0 ? "works" : "broken", details: all };
    });
  } finally {
    await undo();
  }
}

const generatedFiles = (copy: RepoCopy) => copy.files("openapi/generated");

/** A spec that is refused leaves everything that was generated as it was. */
function refusal(message: string, before: Map<string, string>, after: Map<string, string>): Failure {
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  if (changed.length === 0) return { result: "refused", details: [message] };
  return { result: "broken", details: [`refused, but ${changed.join(", ")} was written: ${message}`] };
}

const clean = (output: string): string => output.replace(/^npm (warn|notice).*\n/gm, "").trim();

const operationsOf = ({ paths = {} }: Edit): string[] =>
  Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));

/** What is said of one list, and enough to see that it is still the one it was. */
const OF_ANY_LIST = "answers|key|credential|401|accepts|links to both ends|law total";

async function exercise(
  copy: RepoCopy,
  edits: readonly Edit[],
  broken: (step: string, output: string) => Failure,
): Promise<Outcome[] | Failure> {
  const plan = join(copy.folder, "user/plan.json");
  // For an edit of the whole document that says no more, one list stands for all of its operations.
  const named = edits.map((edit) => ({
    name: edit.name,
    operations: edit.operations ?? (edit.paths ? operationsOf(edit) : ["listReports"]),
    cases: edit.cases ?? (edit.operations || edit.paths ? "" : OF_ANY_LIST),
  }));
  await writeFile(plan, JSON.stringify(named));
  const program = join(copy.folder, "scripts/catalogue/exercise.mjs");
  const bundle = join(copy.folder, "openapi/generated/openapi.json");
  const { output } = copy.run(
    process.execPath,
    "--no-warnings",
    program,
    plan,
    join(copy.folder, "user/calls.js"),
    bundle,
  );
  const line = output.split("\n").find((one) => one.startsWith("RESULT "));
  if (!line) return broken("mock, client and contract", output);
  const { failures, ...whole } = JSON.parse(line.slice("RESULT ".length)) as { failures?: string[][] };
  if (!failures) return broken(Object.keys(whole)[0] ?? "", String(Object.values(whole)[0]));
  return edits.map((edit, i) => {
    const details = failures[i] ?? [];
    return { edit, result: details.length === 0 ? "works" : "broken", details };
  });
}

/** Compiles the calls of the edits against the client, as a user's program: what is wrong, by edit. */
async function checkCalls(copy: RepoCopy, edits: readonly Edit[]): Promise<string[][]> {
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
  const options = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "--types", "node"];
  const { ok, output } = copy.run("npx", "tsc", ...options, "user/calls.ts");
  const wrong: string[][] = edits.map(() => []);
  if (ok) return wrong;
  for (const [, line, message] of clean(output).matchAll(/^user\/calls\.ts\((\d+),.*?\): (.*(?:\n .*)*)/gm))
    wrong[owners[Number(line) - head.length - 1] ?? 0]?.push(`types: ${message}`);
  if (wrong.every((one) => one.length === 0)) throw new Error(`The calls do not compile: ${clean(output)}`);
  return wrong;
}

/** Lays the edits over `openapi/`; what is returned takes them back. */
async function applyEdits(copy: RepoCopy, edits: readonly Edit[]): Promise<() => Promise<void>> {
  const before = await copy.files("openapi");
  for (const { removes = [], files = [], paths = {}, components = {} } of edits) {
    for (const path of removes) copy.run("rm", "-r", join("openapi", path));
    for (const [file, from, to] of files) await copy.edit(`openapi/${file}`, from, to);
    for (const [path, item] of Object.entries(paths)) {
      const file = `paths/catalogue${path.replace(/[^a-z0-9-]+/g, "-")}.yaml`;
      await copy.edit(`openapi/${file}`, "", JSON.stringify(item, null, 2));
      await copy.edit("openapi/openapi.yaml", "components:\n", `  ${path}:\n    $ref: ${file}\ncomponents:\n`);
    }
    for (const [kind, all] of Object.entries(components))
      for (const [name, component] of Object.entries(all))
        await copy.edit(`openapi/components/${kind}/${name}.yaml`, "", JSON.stringify(component, null, 2));
  }
  return async () => {
    for (const path of (await copy.files("openapi")).keys())
      if (!before.has(path) && !path.includes("/generated/")) copy.run("rm", path);
    for (const [path, text] of before)
      if (
        (await readFile(join(copy.folder, path), "utf8").catch(() => undefined)) !== text &&
        !path.includes("/generated/")
      )
        await copy.edit(path, "", text);
  };
}
