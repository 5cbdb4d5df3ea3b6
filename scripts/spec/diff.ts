/** `npm run spec -- diff`: see scripts/help/spec-diff.txt. */
import { relative } from "node:path";
import { compareSpecs, formatDiff, readArguments, specDiff } from "@metadata-service/spec-diff";
import { run } from "@metadata-service/spec-tools/run";
import { ASIDE } from "../lib/step.js";
import { changelogUpdate } from "./changelog.js";
import { CHANGELOG, currentSpec, isAnother, releasedSpec } from "./specs.js";

const CHECK = { name: "check", help: "" };

await run(async () => {
  const args = process.argv.slice(2);
  const { flags, format, files } = readArguments(args, [CHECK]);
  if (files.length > 0) {
    process.exitCode = await specDiff(
      args,
      (text) => process.stdout.write(text),
      (text) => process.stderr.write(text),
    );
    return;
  }
  const released = await releasedSpec();
  if (!released)
    throw new Error("No spec was released yet. `npm run spec -- release` makes the current one the first.");
  const current = await currentSpec();
  if (isAnother(released, current)) {
    console.log(`${ASIDE}openapi/released has no path of this spec; npm run spec -- release makes it the first one.`);
    return;
  }
  const diff = compareSpecs(released, current);
  console.log(formatDiff(diff, format, flags.isOn("verbose")));
  if (!diff.passes) process.exitCode = 1;

  const changelog = await changelogUpdate(diff);
  if (!changelog.isStale) return;
  const name = relative(process.cwd(), CHANGELOG);
  if (flags.isOn("check"))
    throw new Error(`${name} does not list these changes. Run \`npm run spec -- diff\` to add them.`);
  await changelog.write();
  if (format === "text") console.log(`Written to ${name}, which counts texts and notation.`);
});
