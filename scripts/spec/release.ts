/**
 * `npm run spec -- release`: makes the current spec the released one, with which later changes are compared, and adds the
 * version and date to the first section of the API changelog.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type Change,
  changelogSection,
  diffSpecs,
  judgeVersion,
  UNRELEASED,
  versionOf,
  withSection,
} from "@metadata-service/spec-diff";
import { exactJson } from "@metadata-service/spec-tools/json";
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "../lib/arguments.js";
import { stopOnMistakes } from "../lib/lint-spec.js";
import { CHANGELOG, currentSpec, isAnother, RELEASED, releasedSpec } from "./specs.js";

await run(async () => {
  const { values } = readArguments({
    command: "spec-release",
    options: { amend: { type: "boolean" }, "dry-run": { type: "boolean" } },
  });
  const is = await currentSpec();
  const version = versionOf(is);
  const released = await releasedSpec();
  // A spec that has replaced another one is released for the first time.
  const was = released && !isAnother(released, is) ? released : undefined;
  const changes = was ? diffSpecs(was, is) : [];
  if (was && !values.amend) refuseVersion(changes, versionOf(was), version);
  await stopOnMistakes();
  const old = withSection(await readFile(CHANGELOG, "utf8").catch(() => ""), UNRELEASED, "");
  const heading = `${version} (${new Date().toISOString().slice(0, 10)})`;
  // A version that is released again keeps its section, whose changes are relative to the release before it.
  const keeps = values.amend || (was !== undefined && changes.length === 0);
  const section = keeps ? "" : changelogSection(heading, changes, was ? "" : "The first release.");
  if (values["dry-run"]) {
    const added = section ? ` openapi/CHANGELOG.md would get:\n\n${section}` : "";
    return console.log(`Version ${version} would be released. Nothing was written.${added}`);
  }
  await mkdir(dirname(RELEASED), { recursive: true });
  const note = { "x-generated": "from openapi/openapi.yaml by npm run spec -- release; do not edit" };
  await writeFile(RELEASED, `${exactJson({ ...note, ...is }, 2)}\n`);
  await writeFile(CHANGELOG, keeps ? old : withSection(old, version, section));
  console.log(`Version ${version} is now the released spec.`);
});

/** Refuses a version that was released already, or is too low for what changed. */
function refuseVersion(changes: Change[], released: string, version: string): void {
  const verdict = judgeVersion(changes, released, version);
  const again = changes.length > 0 && released === version ? `Version ${version} has already been released. ` : "";
  if (!verdict.passes) throw new Error(again + verdict.message);
  if (again)
    throw new Error(
      `${again}Set a higher info.version in openapi/openapi.yaml, or release it again with \`npm run spec -- release --amend\`.`,
    );
}
