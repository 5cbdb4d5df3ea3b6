/** `npm run release`: see the usage below. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@metadata-service/spec-tools/run";
import { root } from "../lib/repo.js";
import { step } from "../lib/step.js";
import { buildAnew } from "./build-anew.js";
import { checkPacked } from "./check-packed.js";
import { COMPLETE, completePackages, packageProblems } from "./complete-manifest.js";
import { type Packed, packAll } from "./pack.js";
import { isPlaceholder, readManifest } from "./packages.js";
import { publishAll } from "./publish.js";

const USAGE = `npm run release -- --dry-run     builds, packs and checks everything, and shows what would be published
npm run release                  does the same, then publishes what the registry does not have yet
${COMPLETE}    copies shared fields from the root's package.json into every package`;

async function release(dryRun: boolean): Promise<void> {
  await buildAnew(root, (command) => step("build", command));
  const folder = await mkdtemp(join(tmpdir(), "metadata-release-"));
  try {
    const packed = await packAll(root, folder);
    const problems = [...(await packageProblems(root)), ...(await checkPacked(packed))];
    if (problems.length > 0) throw new Error(problems.join("\n"));
    show(packed);
    const { repository } = await readManifest(root);
    const placeholder = isPlaceholder(repository?.url ?? "");
    if (placeholder)
      console.log(
        `The repository's address, ${repository?.url}, is a placeholder. Before the first release, set repository, bugs\n` +
          `and homepage in package.json, and run ${COMPLETE}.\n`,
      );
    if (dryRun) return console.log("Nothing was published.");
    if (placeholder) throw new Error("Nothing was published.");
    await publishAll(packed, { cwd: folder, provenance: process.env["GITHUB_ACTIONS"] === "true" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function show(packed: readonly Packed[]): void {
  console.log("\nPackages, in publishing order:\n");
  for (const { manifest, size, files } of packed) {
    const title = `${manifest.name}@${manifest.version}`;
    console.log(`  ${title.padEnd(40)} ${String(files.length).padStart(4)} files  ${Math.ceil(size / 1024)} kB`);
  }
  console.log("\nChecked: metadata, license, README, publint, types with every module resolution.\n");
}

await run(async () => {
  const args = process.argv.slice(2);
  const [flag] = args;
  if (args.length > 1 || (flag !== undefined && !["--dry-run", "--complete"].includes(flag))) throw new Error(USAGE);
  if (flag === "--complete") await completePackages(root);
  else await release(flag === "--dry-run");
});
