/**
 * `npm run spec:release`: makes the current spec the released one, with which later changes are compared, and adds the
 * version and date to the first section of the API changelog. `-- --amend` releases the same version again.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { run } from "../run.js";
import { diffSpecs } from "./compare/diff-specs.js";
import { judgeVersion } from "./judge-version.js";
import { readSpec, versionOf } from "./read-spec.js";
import { CHANGELOG, CURRENT, RELEASED } from "./repo-files.js";
import { changelogSection, UNRELEASED, withSection } from "./report-markdown.js";

await run(async () => {
  const amend = process.argv.includes("--amend");
  const is = await readSpec(CURRENT);
  const version = versionOf(is);
  const was = await readSpec(RELEASED).catch(() => undefined);
  const changes = was ? diffSpecs(was, is) : [];
  if (was && !amend) {
    if (changes.length > 0 && versionOf(was) === version)
      throw new Error(
        `Version ${version} has already been released. Set a higher info.version in openapi/openapi.yaml, or release it again with \`npm run spec:release -- --amend\`.`,
      );
    const verdict = judgeVersion(changes, versionOf(was), version);
    if (!verdict.passes) throw new Error(verdict.message);
  }
  const old = withSection(await readFile(CHANGELOG, "utf8").catch(() => ""), UNRELEASED, "");
  const date = new Date().toISOString().slice(0, 10);
  const heading = `${version} (${date})`;
  // A version that is released again keeps its section, whose changes are relative to the release before it.
  const text =
    amend || (was && changes.length === 0)
      ? old
      : withSection(old, version, changelogSection(heading, changes, was ? "" : "The first release."));
  await mkdir(dirname(RELEASED), { recursive: true });
  await writeFile(RELEASED, await readFile(CURRENT, "utf8"));
  await writeFile(CHANGELOG, text);
  console.log(`Version ${version} is now the released spec.`);
});
