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
export async function runEdits(
  copy: RepoCopy,
  edits: readonly Edit[],
  tell: (outcome: Outcome) => void,
): Promise<void> {
  const together = edits.filter((edit) => !isAlone(edit));
  for (let i = 0; i < together.length; i += BATCH) await runHalves(copy, together.slice(i, i + BATCH), tell);
  for (const edit of edits.filter(isAlone)) await runHalves(copy, [edit], tell);
}

const BATCH = 16;

async function runHalves(copy: RepoCopy, edits: readonly Edit[], tell: (outcome: Outcome) => void): Promise<void> {
  const outcomes = await runTogether(copy, edits);
  if (Array.isArray(outcomes)) return outcomes.forEach(tell);
  const [first] = edits;
  if (edits.length === 1 && first) return tell({ edit: first, ...outcomes });
  const half = Math.ceil(edits.length / 2);
  await runHalves(copy, edits.slice(0, half), tell);
  await runHalves(copy, edits.slice(half), tell);
}

type Failure = Pick<Outcome, "result" | "details">;

/** The outcome of each edit, or one failure of all of them together. */
async function runTogether(copy: RepoCopy, edits: readonly Edit[]): Promise<Outcome[] | Failure> {
  const undo = await applyEdits(copy, edits);
  try {
    const spec = copy.run("npx", "tsx", "packages/spec-tools/src/generate/openapi.ts");
    if (!spec.ok) return { result: "refused", details: [clean(spec.output)] };
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
    if (types) return broken("types of the calls", types);
    return await exercise(copy, edits, broken);
  } finally {
    await undo();
  }
}

const clean = (output: string): string => output.replace(/^npm (warn|notice).*\n/gm, "").trim();

const operationsOf = ({ paths = {} }: Edit): string[] =>
  Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));

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

/** Compiles the calls of the edits against the client, as a user's program. */
async function checkCalls(copy: RepoCopy, edits: readonly Edit[]): Promise<string | undefined> {
  const calls = edits.map(
    ({ name, calls: own = [] }) =>
      `  ${JSON.stringify(name)}: [\n${own.map((call) => `    async (client: Client): Promise<unknown> => ${call},\n`).join("")}  ],\n`,
  );
  const text = `import type { Client } from "@metadata-service/client";\nexport const calls = {\n${calls.join("")}};\n`;
  await copy.edit("user/package.json", "", '{ "type": "module" }');
  await copy.edit("user/calls.ts", "", text);
  const options = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "--types", "node"];
  const { ok, output } = copy.run("npx", "tsc", ...options, "user/calls.ts");
  return ok ? undefined : clean(output);
}

/** Lays the edits over `openapi/`; what is returned takes them back. */
async function applyEdits(copy: RepoCopy, edits: readonly Edit[]): Promise<() => Promise<void>> {
  const before = await copy.files("openapi");
  for (const { removes = [], files = [], paths = {}, components = {} } of edits) {
    for (const path of removes) copy.run("rm", "-r", join("openapi", path));
    for (const [file, from, to] of files) await copy.edit(`openapi/${file}`, from, to);
    for (const [path, item] of Object.entries(paths)) {
      const file = `paths/catalogue${path.replace(/[^a-z-]+/g, "-")}.yaml`;
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
