/** Checks the licences and the install scripts of all installed packages, as npm lists them. */
import { readFile } from "node:fs/promises";
import { run } from "@metadata-service/spec-tools/run";
import { dependencyProblems, type InstalledPackage } from "./lib/dependency-problems.js";
import { execute, root } from "./lib/repo.js";

await run(async () => {
  const { ok, output } = await execute(["npm", "query", "*", "--loglevel=silent"]);
  if (!ok) throw new Error(`npm cannot list the installed packages; run npm ci\n${output}`);
  const { allowScripts } = JSON.parse(await readFile(`${root}package.json`, "utf8")) as {
    allowScripts: Record<string, boolean>;
  };
  const packages = JSON.parse(output.slice(output.indexOf("["))) as InstalledPackage[];
  const problems = dependencyProblems(packages, allowScripts);
  if (packages.length === 0) throw new Error("npm lists no packages; run npm ci");
  if (problems.length > 0) throw new Error(problems.join("\n"));
});
