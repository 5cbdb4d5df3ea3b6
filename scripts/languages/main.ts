/**
 * `npm run test:languages`: clients generated for other languages create a record of all types and pull all lists, and
 * Schemathesis tries mock and service. Names limit it to some: `npm run test:languages -- java go schemathesis`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "@metadata-service/spec-tools/run";
import { execute, turbo } from "../lib/repo.js";
import { LANGUAGES, type Language, NPM_CLIENTS } from "./languages.js";
import { missing, shell } from "./shell.js";
import { COLUMNS, type Outcome, tryLanguage } from "./try-language.js";
import { trySchemathesis } from "./try-schemathesis.js";
import { withTarget } from "./with-target.js";

const SCHEMATHESIS = "schemathesis";
const totals = { passed: 0, failed: 0, skipped: 0 };
const widths = [32, 11, 10, 15, 8, 8];

function print(cells: string[]): void {
  console.log(cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(""));
}

function report(title: string, outcomes: Outcome[]): void {
  for (const { result } of outcomes) totals[result]++;
  print([title, ...outcomes.map(({ result, says }) => (result === "passed" ? says : result))]);
  for (const says of new Set(outcomes.filter(({ result }) => result !== "passed").map(({ says }) => says)))
    console.log(`    ${says.replaceAll("\n", "\n    ")}`);
}

async function withJar(use: (jar: string | undefined) => Promise<void>, chosen: Language[]): Promise<void> {
  if (!chosen.some(({ jar }) => jar) || missing(["mvn"]).length > 0) return use(undefined);
  const folder = await mkdtemp(join(tmpdir(), "metadata-openapi-generator-"));
  try {
    const fetched = await shell(
      fileURLToPath(new URL("./samples/openapi-generator/fetch.sh", import.meta.url)),
      folder,
    );
    if (!fetched.ok) throw new Error(`openapi-generator could not be fetched from Maven Central:\n${fetched.output}`);
    await use(join(folder, "openapi-generator-cli.jar"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await run(async () => {
  const names = process.argv.slice(2);
  const known = [...LANGUAGES, ...NPM_CLIENTS];
  const all = [...known.map(({ name }) => name), SCHEMATHESIS];
  for (const name of names)
    if (!all.includes(name)) throw new Error(`There is no ${name}. There are: ${all.join(", ")}.`);
  const built = await execute(turbo("run", "build", "--output-logs=errors-only"));
  if (!built.ok) throw new Error(`The packages could not be built:\n${built.output}`);
  const chosen = known.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length > 0) print(["generator", ...COLUMNS]);
  await withJar(
    (jar) =>
      withTarget(async (target) => {
        for (const language of chosen) report(language.title, await tryLanguage(language, target, jar));
      }),
    chosen,
  );
  if (names.length === 0 || names.includes(SCHEMATHESIS))
    for (const [title, outcome] of await trySchemathesis()) report(title, [outcome]);
  process.exitCode = totals.failed === 0 ? 0 : 1;
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
});
