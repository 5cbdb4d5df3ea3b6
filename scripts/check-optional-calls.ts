/** Checks that no argument of an optional call has an effect. */
import { readFile } from "node:fs/promises";
import { run } from "@metadata-service/spec-tools/run";
import { effectsInOptionalCalls } from "./lib/optional-calls.js";
import { execute, root } from "./lib/repo.js";

await run(async () => {
  const { ok, output } = await execute(["git", "ls-files", "-co", "--exclude-standard", "--deduplicate"]);
  if (!ok) throw new Error(`git cannot list the files of the repository\n${output}`);
  const files = output.split("\n").filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !name.includes("/generated/"));
  if (files.length === 0) throw new Error("git lists no source files");
  const problems = await Promise.all(
    files.map(async (file) => {
      // A file that was deleted is listed until the deletion is committed.
      const text = await readFile(`${root}${file}`, "utf8").catch(() => "");
      return effectsInOptionalCalls(file, text);
    }),
  );
  if (problems.flat().length > 0) throw new Error(problems.flat().join("\n"));
});
