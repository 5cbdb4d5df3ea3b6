/**
 * `npm run spec:diff`: what changed in the spec since the last release, in words, and whether it breaks a client. Writes
 * the first section of the API changelog; with `--check` writes nothing, and fails where that section is stale.
 * Two files instead of the repo's own: `npm run spec:diff -- BEFORE.json AFTER.json`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { run } from "../run.js";
import { section, UNRELEASED, withSection } from "./changelog.js";
import { diffSpecs } from "./diff-specs.js";
import { CHANGELOG, CURRENT, RELEASED, readSpec, versionOf } from "./files.js";
import { gate } from "./gate.js";
import { printed } from "./printed.js";

await run(async () => {
  const { values, positionals } = parseArgs({
    options: { check: { type: "boolean" }, json: { type: "boolean" } },
    allowPositionals: true,
  });
  if (positionals.length !== 0 && positionals.length !== 2)
    throw new Error("Give two files, BEFORE and AFTER, or none.");
  const [before = RELEASED, after = CURRENT] = positionals;
  const [was, is] = [await readSpec(before), await readSpec(after)];
  const changes = diffSpecs(was, is);
  const verdict = gate(changes, versionOf(was), versionOf(is));
  console.log(values.json ? JSON.stringify({ ...verdict, changes }, null, 2) : printed(changes, verdict.says));
  if (!verdict.passes) process.exitCode = 1;
  if (positionals.length > 0) return;

  const old = await readFile(CHANGELOG, "utf8").catch(() => "");
  const text = withSection(old, UNRELEASED, changes.length === 0 ? "" : section(UNRELEASED, changes));
  if (text === old) return;
  const name = relative(process.cwd(), CHANGELOG);
  if (values.check)
    throw new Error(`${name} does not tell these changes. Run \`npm run spec:diff\`, which writes them.`);
  await writeFile(CHANGELOG, text);
  if (!values.json) console.log(`${name} tells it.`);
});
