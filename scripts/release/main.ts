/** `npm run release`: see scripts/help/release.txt. */
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { run, UsageError } from "@metadata-service/spec-tools/run";
import { readArguments } from "../lib/arguments.js";
import { readHelp } from "../lib/help.cjs";
import { inFolder } from "../lib/in-folder.js";
import { root } from "../lib/repo.js";
import { build, step } from "../lib/step.js";
import { readManifest } from "../lib/workspaces.js";
import { buildAnew } from "./build-anew.js";
import { checkPacked } from "./check-packed.js";
import { COMPLETE, completePackages, packageProblems } from "./complete-manifest.js";
import { type Packed, packAll } from "./pack.js";
import { isPlaceholder, publishedPackages } from "./packages.js";
import { publishAll } from "./publish.js";

async function release(dryRun: boolean, to?: string): Promise<void> {
  await buildAnew(root, (command) => step("build", command));
  await inFolder("release", async (folder) => {
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
    if (dryRun && to !== undefined) await keep(packed, resolve(to));
    if (dryRun) return console.log("Nothing was published.");
    if (placeholder) throw new Error("Nothing was published.");
    await publishAll(packed, { cwd: folder, provenance: process.env["GITHUB_ACTIONS"] === "true" });
  });
}

/** Keeps the packages for a job that publishes them without running anything else of this repository. */
async function keep(packed: readonly Packed[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { tarball } of packed) await copyFile(tarball, join(folder, basename(tarball)));
  const order = packed.map(({ manifest, tarball }) => `${manifest.name}@${manifest.version} ${basename(tarball)}\n`);
  await writeFile(join(folder, "order.txt"), order.join(""));
}

function show(packed: readonly Packed[]): void {
  console.log("\nPackages, in publishing order:\n");
  for (const { manifest, size, files } of packed) {
    const title = `${manifest.name}@${manifest.version}`;
    console.log(`  ${title.padEnd(40)} ${String(files.length).padStart(4)} files  ${Math.ceil(size / 1024)} kB`);
  }
  console.log("\nChecked: metadata, license, README, publint, types with every module resolution.\n");
}

/** Packs a package with the packages of this repository that it needs, and says how to install them. */
async function pack(name: string, to: string): Promise<void> {
  await publishedPackages(root, name);
  await build();
  const folder = resolve(to);
  await mkdir(folder, { recursive: true });
  const packed = await packAll(root, folder, name);
  await rm(join(folder, "stage"), { recursive: true });
  const files = packed.map(({ tarball }) => relative(process.cwd(), tarball));
  console.log(`\nPacked:\n${files.map((file) => `  ${file}`).join("\n")}\n`);
  console.log(`In your project: npm install ${packed.map(({ tarball }) => tarball).join(" ")}`);
}

await run(async () => {
  const { values, words } = readArguments({
    command: "release",
    options: {
      "dry-run": { type: "boolean" },
      complete: { type: "boolean" },
      to: { type: "string" },
    },
    words: "any",
  });
  const [command, name] = words;
  if (command === "pack" && name !== undefined && words.length === 2) await pack(name, values.to ?? "packed");
  else if (command === "pack" && name === undefined)
    throw new UsageError(`Name the package to pack.\n\n${readHelp("release")}`);
  else if (command !== undefined) throw new UsageError(`Unknown: ${words.join(" ")}\n\n${readHelp("release")}`);
  else if (values.complete) await completePackages(root);
  else await release(values["dry-run"] ?? false, values.to);
});
