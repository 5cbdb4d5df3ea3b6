/**
 * `npm run compare -w packages/spec-diff -- OASDIFF`: judges edits of a document with this package and with oasdiff, and
 * counts who is right. OASDIFF is its executable: `go install github.com/oasdiff/oasdiff@v1.37.0`.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@metadata-service/spec-tools/run";
import { diffSpecs } from "../../src/compare/diff-specs.js";
import { readSpec } from "../../src/read-spec.js";
import { EDITS, type Edit, type Meaning } from "./edits.js";

/** What a tool says; `unsure` is "not judged" here, and a warning of oasdiff. */
type Said = "breaking" | "harmless" | "unsure";

interface Case {
  readonly name: string;
  readonly was: string;
  readonly is: string;
  readonly meaning: Exclude<Meaning, undefined>;
}

function edited(text: string, { name, changes }: Edit): string {
  return changes.reduce((before, [from, to]) => {
    const count = before.split(from).length - 1;
    if (count === 0 || (typeof from === "string" && count > 1))
      throw new Error(`"${name}" edits a text that occurs ${count} times: ${from}`);
    return before.replaceAll(from, () => to);
  }, text);
}

async function ours({ was, is }: Case): Promise<Said> {
  const verdicts = diffSpecs(await readSpec(was), await readSpec(is)).map(({ verdict }) => verdict);
  return verdicts.includes("breaking") ? "breaking" : verdicts.includes("not judged") ? "unsure" : "harmless";
}

const WARNING = 2;
const ERROR = 3;

function theirs(oasdiff: string, { was, is }: Case, options: readonly string[]): Said {
  const output = execFileSync(oasdiff, ["breaking", was, is, "--format", "json", ...options], { encoding: "utf8" });
  const levels = (JSON.parse(output || "[]") as { level: number }[]).map(({ level }) => level);
  return levels.includes(ERROR) ? "breaking" : levels.includes(WARNING) ? "unsure" : "harmless";
}

function count(title: string, cases: readonly Case[], said: readonly Said[]): void {
  const of = (meaning: Meaning, what: Said) =>
    cases.filter((one, i) => one.meaning === meaning && said[i] === what).length;
  const right = of("breaking", "breaking") + of("harmless", "harmless");
  console.log(
    `${title}: ${right} of ${cases.length} right; breaking called harmless ${of("breaking", "harmless")}, harmless called breaking ${of("harmless", "breaking")}, unsure ${of("breaking", "unsure")} of breaking and ${of("harmless", "unsure")} of harmless`,
  );
  for (const [i, one] of cases.entries())
    if (said[i] !== one.meaning) console.log(`  ${one.name}: ${one.meaning}, said ${said[i]}`);
}

await run(async () => {
  const [oasdiff] = process.argv.slice(2);
  if (oasdiff === undefined) throw new Error("Name the executable of oasdiff: npm run compare -- OASDIFF");
  const text = await readFile(new URL("library.yaml", import.meta.url), "utf8");
  const folder = await mkdtemp(join(tmpdir(), "compare-"));
  try {
    const base = join(folder, "library.yaml");
    await writeFile(base, text);
    const cases: Case[] = [];
    for (const [i, edit] of EDITS.entries()) {
      const file = join(folder, `${i}.yaml`);
      await writeFile(file, edited(text, edit));
      if (edit.there) cases.push({ name: edit.name, was: base, is: file, meaning: edit.there });
      if (edit.back) cases.push({ name: `${edit.name}, reverted`, was: file, is: base, meaning: edit.back });
    }
    const here: Said[] = [];
    for (const one of cases) here.push(await ours(one));
    count("spec-diff", cases, here);
    for (const options of [[], ["--flatten-allof", "--flatten-params"]])
      count(
        `oasdiff ${options.join(" ")}`.trim(),
        cases,
        cases.map((one) => theirs(oasdiff, one, options)),
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
