import type { Flag } from "@metadata-service/spec-tools/flags";
import { own } from "@metadata-service/spec-tools/own";
import { type Command, findCommand, flagsOf } from "../command.js";
import { UsageError } from "../command-error.js";

/** The hidden command that the completion scripts call. */
export const COMPLETE = "__complete";

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_metadata() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local candidates candidate
  candidates="$(metadata ${COMPLETE} "\${words[@]}" 2>/dev/null)" || return
  COMPREPLY=()
  while IFS= read -r candidate; do
    if [ -n "$candidate" ]; then COMPREPLY+=("$(printf '%q' "$candidate")"); fi
  done <<<"$candidates"
}
complete -o default -F _metadata metadata
`,
  zsh: `#compdef metadata
_metadata() {
  local -a candidates
  candidates=(\${(f)"$(metadata ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#candidates} )); then
    compadd -- $candidates
  else
    _files
  fi
}
compdef _metadata metadata
`,
  fish: `function __metadata_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l candidates (metadata ${COMPLETE} $words[2..-1] 2>/dev/null)
  if test (count $candidates) -gt 0
    printf '%s\\n' $candidates
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c metadata -f -a '(__metadata_complete)'
`,
};

const INSTALL: Readonly<Record<string, string>> = {
  bash: 'eval "$(metadata completion bash)"   # in ~/.bashrc',
  zsh: 'eval "$(metadata completion zsh)"    # in ~/.zshrc, after compinit',
  fish: "metadata completion fish > ~/.config/fish/completions/metadata.fish",
};

/** `metadata completion bash`: prints a script that completes commands, flags and values. */
export const completion: Command = {
  words: ["completion"],
  summary: "Print a script that completes commands in your shell",
  usage: "<bash|zsh|fish>",
  arguments: [{ name: "shell", help: "the shell that reads the script", choices: Object.keys(SCRIPTS) }],
  flags: [],
  examples: Object.values(INSTALL),
  connects: false,
  async run({ words }, { stdout }) {
    const [shell = ""] = words;
    const script = own(SCRIPTS, shell);
    if (script === undefined || words.length > 1)
      throw new UsageError(
        `completion needs one shell: ${Object.keys(SCRIPTS).join(", ")}; got ${JSON.stringify(words.join(" "))}`,
      );
    await stdout.write(script);
    return undefined;
  },
};

/**
 * Returns completions for the word under the cursor.
 *
 * @param typed what was typed after the name of the program, the word under the cursor last
 * @returns an empty list if nothing can be suggested, for example for a file
 */
export function candidates(commands: readonly Command[], typed: readonly string[]): string[] {
  const before = typed.slice(0, -1);
  const current = typed.at(-1) ?? "";
  const command = findCommand(commands, before)?.command;
  const words = command ? ofCommand(command, before) : nextWords(commands, before);
  return words.filter(
    (word) => word.startsWith(current) && (current.startsWith("-") || !word.startsWith("-")) && !HIDDEN.test(word),
  );
}

/** What cannot be typed on a command line, or would act on the terminal that shows the choices. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const nextWords = (commands: readonly Command[], before: readonly string[]): string[] => [
  ...new Set(
    commands
      .filter(({ words }) => words.length > before.length && before.every((word, i) => words[i] === word))
      .flatMap(({ words }) => words[before.length] ?? []),
  ),
];

/**
 * Returns the values of the flag before the cursor. Otherwise, returns the flags and the values of the next argument.
 */
function ofCommand(command: Command, before: readonly string[]): string[] {
  const flags = flagsOf(command);
  const last = before.at(-1) ?? "";
  const open = flags.find(({ name, value }) => value !== undefined && last === `--${name}`);
  if (open) return [...choicesOf(open)];
  const place = before.slice(command.words.length).filter((word, i, all) => !isOfFlag(word, all[i - 1], flags)).length;
  return [...flags.map(({ name }) => `--${name}`), ...(command.arguments?.[place]?.choices ?? [])];
}

/** The values of a flag: those of a parameter, or those in `table|csv`; none for a placeholder such as `FILE`. */
const choicesOf = ({ value = "", choices = value.includes("|") ? value.split("|") : [] }: Flag): readonly string[] =>
  choices;

const isOfFlag = (word: string, before: string | undefined, flags: readonly Flag[]): boolean =>
  word.startsWith("-") || flags.some(({ name, value }) => value !== undefined && before === `--${name}`);
