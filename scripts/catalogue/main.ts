/** `npm run extra -- catalogue [-- PATTERN]`: runs the catalogue of edits, or those whose name matches, and prints the result of each. */
import { run, UsageError } from "@metadata-service/spec-tools/run";
import { readArguments } from "../lib/arguments.js";
import { copyRepo } from "../test/copy-repo.js";
import { edits } from "./edits.js";
import { isExpected, type Outcome, runEdits } from "./run-edits.js";

/** Indents a text; of a long one, the beginning and the end, which often has the verdict. */
function indented(text: string, most = 1500): string {
  const shown = text.length > most ? `${text.slice(0, most * 0.7)}\n...\n${text.slice(-most * 0.3)}` : text;
  return `\n    ${shown.replaceAll("\n", "\n    ")}`;
}

await run(async () => {
  const { words } = readArguments({ command: "extra", words: "any" });
  const pattern = new RegExp(words[0] ?? "", "i");
  const chosen = edits.filter(({ name }) => pattern.test(name));
  if (chosen.length === 0) throw new UsageError(`No name of an edit matches ${pattern}`);
  const copy = await copyRepo({ built: true });
  const outcomes: Outcome[] = [];
  const seconds = new Map<string, number>();
  try {
    await runEdits(copy, chosen, {
      outcome(outcome) {
        outcomes.push(outcome);
        const details = outcome.result === "works" ? [] : outcome.details.slice(0, 6).map((text) => indented(text));
        const note = outcome.edit.untested ? ` (own tests not run: ${outcome.edit.untested})` : "";
        console.log(`${outcome.result.padEnd(8)} ${outcome.edit.name}${note}${details.join("")}`);
      },
      step: (name, took) => seconds.set(name, (seconds.get(name) ?? 0) + took / 1000),
      tests: (count, output) =>
        console.log(`         the copy's own tests, with ${count} edits:${indented(output, 20_000)}`),
      split: (count, why) => console.log(`         ${count} edits, in halves:${indented(why)}`),
    });
  } finally {
    await copy.remove();
  }
  const wrong = outcomes.filter((outcome) => !isExpected(outcome));
  const steps = [...seconds].map(([name, took]) => `${name} ${took.toFixed(0)} s`);
  console.log(`\n${steps.join(", ")}`);
  console.log(`${outcomes.length} edits, ${wrong.length} with an unexpected result`);
  if (wrong.length > 0) process.exitCode = 1;
});
