import { describeFlags, type Flag, parseFlags, UsageError } from "@metadata-service/spec-tools/flags";
import { asSentence } from "@metadata-service/spec-tools/terminal";
import type { Change } from "./change.js";
import { diffSpecs } from "./compare/diff-specs.js";
import type { Spec } from "./compare/node.js";
import { judgeVersion, type VersionVerdict } from "./judge-version.js";
import { readSpec, SpecError, versionOf } from "./read-spec.js";
import { section } from "./report-markdown.js";
import { reportText } from "./report-text.js";

const FORMATS = ["text", "markdown", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** The options of the command. */
export const FLAGS: readonly Flag[] = [
  { name: "format", value: "FORMAT", help: FORMATS.join(", "), default: FORMATS[0] },
  { name: "verbose", help: "list changes of texts and notation, and every operation that a change concerns" },
  {
    name: "root",
    value: "DIR",
    help: "the folder that all files of a document must be in",
    default: "the folder of the document",
  },
  { name: "help", help: "show this text" },
];

const USAGE = `Usage: spec-diff OLD NEW [options]

Compares two versions of an OpenAPI document and reports which changes are breaking.

OLD and NEW are files in YAML or JSON, or REVISION:PATH for a file of a git revision:
  spec-diff v1.0.0:openapi.yaml openapi.yaml

Options:
${describeFlags(FLAGS)}
Exit code: 0 if info.version of NEW announces the changes, 1 if it does not, 2 if a file cannot be read.
`;

/**
 * Parses the command line.
 *
 * @param more additional flags that are accepted
 * @throws UsageError if it is invalid
 */
export function readArguments(args: readonly string[], more: readonly Flag[] = []) {
  const flags = parseFlags(args, [...FLAGS, ...more], true);
  const given = flags.text("format") ?? FORMATS[0];
  const format = FORMATS.find((one) => one === given);
  if (!format) throw new UsageError(`--format is ${given}. It must be one of ${FORMATS.join(", ")}.`);
  return { flags, format, help: flags.isOn("help"), files: flags.words };
}

/** The result of comparing two documents. */
export interface SpecDiff extends VersionVerdict {
  before: string;
  after: string;
  changes: Change[];
}

/** Compares two documents. */
export function compareSpecs(was: Spec, is: Spec): SpecDiff {
  const [before, after] = [versionOf(was), versionOf(is)];
  const changes = diffSpecs(was, is);
  return { before, after, changes, ...judgeVersion(changes, before, after) };
}

/** Formats the result for people or machines. */
export function formatDiff(
  { before, after, changes, passes, message }: SpecDiff,
  format: Format,
  isVerbose = false,
): string {
  if (format === "json") return JSON.stringify({ before, after, passes, message, changes }, null, 2);
  return format === "markdown"
    ? section(`Changes from ${before} to ${after}`, changes, message)
    : reportText(changes, message, isVerbose);
}

/** The command `spec-diff`. Returns its exit code. */
export async function specDiff(
  args: readonly string[],
  out: (text: string) => void,
  err: (text: string) => void,
): Promise<number> {
  try {
    const { help, format, files, flags } = readArguments(args);
    const [old, now] = files;
    if (help) {
      out(USAGE);
      return 0;
    }
    if (files.length !== 2 || old === undefined || now === undefined)
      throw new UsageError(`Expected two files, OLD and NEW, but got ${files.length}.`);
    const folder = flags.text("root");
    const diff = compareSpecs(await readSpec(old, folder), await readSpec(now, folder));
    out(`${formatDiff(diff, format, flags.isOn("verbose"))}\n`);
    return diff.passes ? 0 : 1;
  } catch (error) {
    err(`${failure(error)}\n`);
    return 2;
  }
}

function failure(error: unknown): string {
  if (error instanceof SpecError) return asSentence(error.message);
  if (error instanceof UsageError) return `${asSentence(error.message)}\nRun spec-diff --help for usage.`;
  const { message, stack } = error as Error;
  return asSentence(`The two documents cannot be compared: ${process.env["DEBUG"] ? stack : message}`);
}
