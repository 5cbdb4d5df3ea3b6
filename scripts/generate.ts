/** `npm run generate`: generates everything that follows from the spec, and says what changed for people. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "./lib/arguments.js";
import { buildAlone } from "./lib/build-lock.js";
import { execute, root, turbo } from "./lib/repo.js";

/**
 * Generates, and compiles the tools for assistants, with what they import, client and command, and what compares two specs. As one
 * run, because the compiler of the client then works beside the generators of the others.
 */
const TASKS = ["run", "generate", "@metadata-service/mcp#compile", "@metadata-service/spec-diff#build"];

/** The end of a compiler that failed: what is generated does not fit what is written by hand. */
const NOT_BUILT = /#(?:build|compile): +(?:ERROR +)?command /;

/** Lines of npm and turbo, which say nothing about the spec. */
const TOOLS =
  /^\s*(?:> |• |npm (?:error|warn|notice)|(?:Tasks|Cached|Time|Failed): |ERROR +run failed|WARNING |@?[\w/-]+#\w+: +(?:ERROR +)?command |cache \w+, )/;

/** Returns what the generators themselves printed. */
const messagesOf = (output: string) =>
  output
    .split("\n")
    .filter((line) => !TOOLS.test(stripVTControlCharacters(line)))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

const read = (path: string) => readFile(join(root, path), "utf8").catch(() => "");

/** What is compared before and after. */
async function surfaces() {
  const methods = await read("packages/client/src/generated/methods.ts");
  const [, body = ""] = methods.split(/^export interface Methods\b.*$/m);
  return {
    methods: new Set([...body.matchAll(/^ {2}([\w$]+)[<(]/gm)].map(([, name = ""]) => `${name}()`)),
    bundle: await read("openapi/generated/openapi.json"),
  };
}
type Surfaces = Awaited<ReturnType<typeof surfaces>>;

/** The names, or the first ones of many. */
const shown = (names: readonly string[], most = 8): string =>
  names.length <= most + 2 ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;

/** Says what changed in the client, and what follows without a step of its own. */
function changes(before: Surfaces, after: Surfaces): string {
  if (before.bundle === after.bundle) return "Nothing changed: what is generated is up to date with the spec.\n";
  const differences = [
    ["+", [...after.methods].filter((name) => !before.methods.has(name))],
    ["-", [...before.methods].filter((name) => !after.methods.has(name))],
  ] as const;
  const named = differences.filter(([, names]) => names.length > 0).map(([sign, names]) => `${sign} ${shown(names)}`);
  return (
    `client: ${named.join("; ") || "no method came or went; its types follow the spec"}\n` +
    "mock, docs, service, command, tools for assistants, connectors and contract suite follow.\n"
  );
}

await run(async () => {
  readArguments({ command: "generate" });
  const before = await surfaces();
  const verdict = await buildAlone(async () => {
    const flags = ["--output-logs=new-only", "--log-prefix=none", "--log-order=grouped"];
    const generated = await execute(turbo(...TASKS, ...flags));
    const messages = messagesOf(generated.output);
    if (!generated.ok) {
      const isBuild = NOT_BUILT.test(stripVTControlCharacters(generated.output));
      const what = isBuild ? "The generated client or command could not be built:\n" : "";
      throw new Error(what + (messages || generated.output.trim()));
    }
    if (messages) console.log(`${messages}\n`);
    // Imported only now, because it may not have been built before.
    const { followSpec } = await import("./spec/changelog.js");
    return followSpec();
  });
  console.log(changes(before, await surfaces()));
  if (verdict) console.log(`${verdict} openapi/CHANGELOG.md lists what changed; npm run spec -- diff does, too.`);
});
