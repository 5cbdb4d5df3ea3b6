/**
 * `npm run extra -- languages`: generates clients for other languages, which create a record of all types and pull
 * all lists, and runs Schemathesis on mock and service. Names select some of them: `npm run extra -- languages java go schemathesis`.
 */
import { run, UsageError } from "@metadata-service/spec-tools/run";
import { inFolder } from "../lib/in-folder.js";
import { Tally } from "../lib/tally.js";
import { LANGUAGES, type Language, NPM_CLIENTS } from "./languages.js";
import { fetchJar, reachesPypi } from "./registries.js";
import { COLUMNS, type Outcome, tryLanguage } from "./try-language.js";
import { trySchemathesis } from "./try-schemathesis.js";
import { withTarget } from "./with-target.js";

const SCHEMATHESIS = "schemathesis";
const tally = new Tally();
/** The widths of the table's columns, in characters. */
const widths = [32, 11, 10, 15, 8, 8];

function print(cells: string[]): void {
  console.log(cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(""));
}

function report(title: string, outcomes: Outcome[]): void {
  for (const { result } of outcomes) tally.count(result);
  print([title, ...outcomes.map(({ result, message }) => (result === "passed" ? message : result))]);
  for (const message of new Set(outcomes.filter(({ result }) => result !== "passed").map(({ message }) => message)))
    console.log(`    ${message.replaceAll("\n", "\n    ")}`);
}

/** Tries languages that need Maven at the same time as the others; each is reported when it ends. */
async function tryLanguages(chosen: readonly Language[], pypi: boolean): Promise<void> {
  print(["generator", ...COLUMNS]);
  const [withMaven, others] = [chosen.filter(({ jar }) => jar), chosen.filter(({ jar }) => !jar)];
  await withTarget(async (target) => {
    // One after the other: at the same time, they would download the same files into the same Maven folder.
    const tryMaven = () =>
      inFolder("openapi-generator", async (folder) => {
        const jar = withMaven.length > 0 ? await fetchJar(folder) : undefined;
        for (const language of withMaven) report(language.title, await tryLanguage(language, target, { jar, pypi }));
      });
    const tryOthers = async () => {
      for (const language of others) report(language.title, await tryLanguage(language, target, { pypi }));
    };
    await Promise.all([tryMaven(), tryOthers()]);
  });
}

async function tryServers(pypi: boolean): Promise<void> {
  for (const [title, outcome] of await trySchemathesis(pypi)) report(title, [outcome]);
}

await run(async () => {
  const names = process.argv.slice(2);
  const known = [...LANGUAGES, ...NPM_CLIENTS];
  const all = [...known.map(({ name }) => name), SCHEMATHESIS];
  for (const name of names)
    if (!all.includes(name)) throw new UsageError(`Unknown name ${name}. Names: ${all.join(", ")}.`);
  const chosen = known.filter(({ name }) => names.length === 0 || names.includes(name));
  const pypi = await reachesPypi();
  const asksSchemathesis = names.length === 0 || names.includes(SCHEMATHESIS);
  // At the same time, because most of the time is spent waiting for registries.
  await Promise.all([
    chosen.length > 0 ? tryLanguages(chosen, pypi) : undefined,
    asksSchemathesis ? tryServers(pypi) : undefined,
  ]);
  tally.end();
});
