/**
 * `npm run check -- types`: checks the types of all packages and tests. If `openapi/` describes another API, code about the one
 * that this repository was written for may have errors: it uses methods that are not there. Flags are those of turbo.
 */
import { run } from "@metadata-service/spec-tools/run";
import { execute, root, SHOWN, turbo } from "./lib/repo.js";
import { ASIDE } from "./lib/step.js";
import { otherApi } from "./lib/this-api.js";
import { workspaces } from "./lib/workspaces.js";

const CHECK = ["run", "types", "--output-logs=errors-only", "--concurrency=100%", ...process.argv.slice(2)];

await run(async () => {
  const other = otherApi();
  const { ok, output } = await execute(turbo(...CHECK, ...(other ? ["--continue"] : [])), other ? {} : SHOWN);
  if (ok) return;
  const wrong = await filesIn(output);
  const ours = wrong.filter((file) => !other?.aside.has(file));
  if (!other || wrong.length === 0 || ours.length > 0) {
    if (other) console.log(output);
    throw new Error(`The types of ${ours.length > 0 ? ours.join(", ") : "a package"} are wrong; see above.`);
  }
  console.log(`${ASIDE}${wrong.length} files are about another API than ${other.title}.`);
});

/** The files with errors, relative to the repository. */
async function filesIn(output: string): Promise<string[]> {
  const folders = new Map((await workspaces(root)).map(({ name, folder }) => [name, folder]));
  const errors = [...output.matchAll(/^(\S+?):types: (\S+)\(\d+,\d+\): error /gm)];
  return [
    ...new Set(
      errors.map(([, name = "", file = ""]) => new URL(file, `file:///${folders.get(name)}/`).pathname.slice(1)),
    ),
  ];
}
