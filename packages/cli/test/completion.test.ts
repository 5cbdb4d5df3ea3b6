// About this API: the names that are completed.
/** Tests the completion scripts in every supported shell that is installed. */
import { execFile, spawnSync } from "node:child_process";
import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bin, newFolder } from "./support/run.js";

/**
 * Creates a folder with a fake `metadata` command: it runs the real program for completion, and otherwise prints its
 * arguments.
 */
async function newPath(): Promise<string> {
  const folder = await newFolder();
  const program = join(folder, "metadata");
  const real = `exec "${process.execPath}" "${bin}" "$@"`;
  await writeFile(program, `#!/bin/sh\ncase "$1" in __complete | completion) ${real} ;; *) echo "RAN:$*:" ;; esac\n`);
  await chmod(program, 0o755);
  return folder;
}

const runShell = async (shell: string, args: readonly string[]) => (await runIn(await newPath(), shell, args)).stdout;

function runIn(folder: string, shell: string, args: readonly string[]) {
  const env = { PATH: `${folder}:${process.env["PATH"]}`, HOME: folder, TERM: "dumb", LC_ALL: "C.UTF-8" };
  return promisify(execFile)(shell, args, { env, cwd: folder });
}

/** Defines a test that is skipped if its shell is not installed; the test name then gives the reason. */
function testIn(shell: string, run: () => Promise<void>, what = "completes commands, flags and values"): void {
  const isMissing = spawnSync(shell, ["--version"]).status !== 0;
  const reason = isMissing ? ` (skipped: ${shell} is not installed)` : "";
  test.skipIf(isMissing)(`${shell} ${what}${reason}`, run);
}

/** Calls the completion function as bash does when a user types these words and presses Tab. */
const BASH = `
eval "$(metadata completion bash)"
type_and_tab() {
  COMP_WORDS=(metadata "$@")
  COMP_CWORD=$#
  COMPREPLY=()
  "$(complete -p metadata | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
  echo "\${COMPREPLY[*]}"
}
type_and_tab rep
type_and_tab reports ''
type_and_tab reports list --format ''
type_and_tab reports list --form
type_and_tab reports pull --to ''
`;

testIn("bash", async () => {
  expect((await runShell("bash", ["--norc", "-c", BASH])).split("\n")).toEqual([
    "reports",
    "list pull sync",
    "table ndjson csv json",
    "--format",
    "",
    "",
  ]);
});

/** Starts an interactive zsh on a pseudo-terminal, types into it, and waits for its output. */
const ZSH = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'autoload -Uz compinit && compinit -u -D; eval "$(metadata completion zsh)"; print READY''!'
zpty -r shell output '*READY!*'
zpty -w -n shell $'metadata rep\\tl\\t--form\\tnd\\t\\n'
zpty -r shell output '*RAN:*:*'
print -r -- "$output"
`;

testIn("zsh", async () => {
  expect(await runShell("zsh", ["-f", "-c", ZSH])).toContain("RAN:reports list --format ndjson:");
});

const FISH = `
metadata completion fish | source
for line in "metadata rep" "metadata reports " "metadata reports list --format " "metadata reports list --form" \\
    "metadata reports pull --to "
  string join -- " " (complete -C $line)
end
# That one word is joined is no failure.
true
`;

testIn("fish", async () => {
  const lines = (await runShell("fish", ["--no-config", "-c", FISH])).trimEnd().split("\n");
  expect(lines.map((line) => line.split(" ").sort().join(" "))).toEqual([
    "reports",
    "list pull sync",
    "csv json ndjson table",
    "--format",
    // The completion falls back to file names: `metadata` is the only file in this folder.
    expect.stringContaining("metadata"),
  ]);
});

/** Values of parameters that mean something to a shell, all with the same beginning. */
const HOSTILE = [
  "v$(touch RAN)",
  "v`touch RAN`",
  "v; touch RAN",
  "v'; touch RAN; '",
  'v" touch RAN',
  "v two  words *",
  "v\\ \u0024{HOME} !! ~",
  "v|x&y<z>",
];

/** A program that completes every word with these values, and otherwise writes its last argument into a file. */
async function hostilePath(values: readonly string[]): Promise<string> {
  const folder = await newPath();
  await writeFile(join(folder, "values"), values.map((value) => `${value}\n`).join(""));
  const real = await readFile(join(folder, "metadata"), "utf8");
  const program = real.replace(
    "__complete | completion)",
    `__complete) cat '${join(folder, "values")}' ;; completion)`,
  );
  await writeFile(join(folder, "metadata"), program);
  return folder;
}

const BASH_HOSTILE = `
eval "$(metadata completion bash)"
COMP_WORDS=(metadata reports v)
COMP_CWORD=2
_metadata
for word in "\${COMPREPLY[@]}"; do
  # As if the word had been inserted into the command line, and run.
  eval "set -- $word"
  printf '%s\\n' "$#:$1"
done
`;

testIn(
  "bash",
  async () => {
    const folder = await hostilePath(HOSTILE);
    const { stdout } = await runIn(folder, "bash", ["--norc", "-c", BASH_HOSTILE]);
    expect(stdout.trimEnd().split("\n")).toEqual(HOSTILE.map((value) => `1:${value}`));
    expect(await readdir(folder)).not.toContain("RAN");
  },
  "keeps hostile values as they are",
);

testIn(
  "fish",
  async () => {
    const folder = await hostilePath(HOSTILE);
    const script = 'metadata completion fish | source\ncomplete -C "metadata reports v"\ntrue';
    const { stdout } = await runIn(folder, "fish", ["--no-config", "-c", script]);
    expect(stdout.trimEnd().split("\n").sort()).toEqual([...HOSTILE].sort());
    expect(await readdir(folder)).not.toContain("RAN");
  },
  "keeps hostile values as they are",
);

const zshHostile = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'autoload -Uz compinit && compinit -u -D; eval "$(metadata completion zsh)"; print READY''!'
zpty -r shell output '*READY!*'
zpty -w -n shell $'metadata reports v\\t\\n'
zpty -r shell output '*RAN:*:*'
print -r -- "$output"
`;

testIn(
  "zsh",
  async () => {
    const shown: string[] = [];
    for (const value of HOSTILE.slice(0, 3)) {
      const folder = await hostilePath([value]);
      const { stdout } = await runIn(folder, "zsh", ["-f", "-c", zshHostile]);
      shown.push(/RAN:reports (.*?) ?:\s/s.exec(stdout)?.[1] ?? stdout);
      expect(await readdir(folder)).not.toContain("RAN");
    }
    expect(shown).toEqual(HOSTILE.slice(0, 3));
  },
  "keeps hostile values as they are",
);
