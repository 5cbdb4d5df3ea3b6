import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Config, Document } from "@redocly/openapi-core";
import { describeFileError } from "../describe-file-error.js";
import { prepareDocument } from "../document/prepare-document.js";
import { readTextFile } from "../input/decode-text.js";
import { findLimitsByEffect } from "../limits/find-limits.js";
import type { Limit } from "../limits/limit.js";
import { withoutMarkedNames, withoutMarks } from "./inherited-names.js";
import { isInExtension } from "./is-in-extension.js";

/** A loaded document, and the files that it consists of. */
export interface LoadedDocument {
  /** One OpenAPI document without references to other files, prepared. */
  readonly document: object;
  /** Absolute paths: the file itself and every file that it refers to. */
  readonly files: readonly string[];
  /** What was rewritten, and what cannot be, one sentence each. */
  readonly notes: readonly string[];
  /** What makes single operations impossible, with file and line; empty if `loadDocument` refuses them. */
  readonly problems: readonly string[];
}

export interface LoadOptions {
  /** The folder that all files must be in; that of the root file by default. */
  readonly folder?: string;
  /** Whether problems of single operations are reported in `problems`. By default, the document is refused. */
  readonly isTolerant?: boolean;
}

/** What `loadDocument` reads from files. */
type ReadFiles = Pick<LoadedDocument, "document" | "files">;

/** Declared by hand, because TypeScript takes seconds to infer Redocly's configuration type. */
type CreateConfig = (text: string) => Promise<Config>;

/**
 * Loads an OpenAPI 3.1 document as `npm run generate` does: bundles everything that it refers to into one document,
 * refuses what no package supports, and prepares it.
 *
 * @param path the root file, in JSON or YAML
 * @throws Error with file, line and reason for each problem
 * @example
 * const { document, notes } = await loadDocument("openapi/openapi.yaml");
 */
export async function loadDocument(
  path: string,
  { folder, isTolerant = false }: LoadOptions = {},
): Promise<LoadedDocument> {
  const root = resolve(path);
  await access(root, constants.R_OK).catch((error: Error) => {
    throw describeFileError(error, path);
  });
  const { document, files } = (await readSelfContained(root)) ?? (await bundleFiles(root, folder));
  const { ofDocument, ofOperations } = findLimitsByEffect(document, !isTolerant);
  const describe = (limits: readonly Limit[]) => describeLimits(limits, root, files, folder);
  const refused = isTolerant ? ofDocument : [...ofDocument, ...ofOperations];
  if (refused.length > 0) throw new Error((await describe(refused)).join("\n"));
  const problems = ofOperations.length > 0 ? await describe(ofOperations) : [];
  return { files, problems, ...prepareDocument(document) };
}

/** Reads a JSON file without references to other files: this takes a tenth of the time, and no other package. */
async function readSelfContained(path: string): Promise<ReadFiles | undefined> {
  if (!path.endsWith(".json")) return undefined;
  const text = await readTextFile(path);
  if (/"\$ref"\s*:\s*"(?!#)/.test(text)) return undefined;
  try {
    return { document: JSON.parse(text), files: [path] };
  } catch {
    // The other parser reports the line.
    return undefined;
  }
}

async function bundleFiles(root: string, folder: string | undefined): Promise<ReadFiles> {
  const { bundle } = await import("@redocly/openapi-core");
  const { config, resolver } = await createResolver(root, folder);
  const result = await bundle({ ref: root, config, externalRefResolver: resolver, keepUrlRefs: true }).catch(
    (error: Error) => {
      throw parseError(error);
    },
  );
  const errors = result.problems.filter((problem) => problem.severity === "error" && !isInExtension(problem));
  if (errors.length > 0) throw new Error((await Promise.all(errors.map(describeProblem))).join("\n"));
  // A reference in an extension may lead to a file that is not there.
  const read = [...result.fileDependencies].filter((file) => /^https?:/i.test(file) || existsSync(file));
  const files = [...new Set([root, ...read])];
  // The bundler replaces what is not UTF-8.
  for (const file of files.filter((one) => !/^https?:/i.test(one))) await readTextFile(file);
  return { document: withoutMarkedNames(result.bundle.parsed as object), files };
}

async function createResolver(root: string, folder: string | undefined) {
  // Loaded on demand: it is a megabyte of code that only authors of a spec need.
  const { createConfig } = await import("@redocly/openapi-core");
  const { LocalResolver } = await import("./local-resolver.js");
  const config = await (createConfig as unknown as CreateConfig)("{}");
  return { config, resolver: new LocalResolver(config.resolve, root, folder) };
}

/** Finds the places of limits in the files. */
async function describeLimits(
  limits: readonly Limit[],
  root: string,
  files: readonly string[],
  folder: string | undefined,
): Promise<string[]> {
  const { SourcePlaces } = await import("./source-places.js");
  const { resolver } = await createResolver(root, folder);
  const document = await resolver.resolveDocument(null, root, true);
  if (document instanceof Error) return limits.map(({ message }) => `${shown(root)}: ${message}`);
  const places = new SourcePlaces(document as Document, resolver, new Set(files));
  return Promise.all(
    limits.map(async ({ message, pointer }) =>
      describeProblem({ message, location: [await places.locate(pointer)] } as Parameters<typeof describeProblem>[0]),
    ),
  );
}

async function describeProblem({
  message,
  location: [at],
}: {
  readonly message: string;
  readonly location: readonly Parameters<typeof import("@redocly/openapi-core")["getLineColLocation"]>[0][];
}): Promise<string> {
  const { getLineColLocation } = await import("@redocly/openapi-core");
  if (!at) return message;
  const { source, start } = getLineColLocation(at);
  return `${shown(source.absoluteRef)}:${start.line}:${start.col}: ${withoutMarks(message)}`;
}

/** Puts the place first, as in all other messages: `bad indentation in "openapi.yaml" (3:1)`. */
function parseError(error: Error): Error {
  const [, reason, file = "", line, column] = /^(.*) in "(.*)" \((\d+):(\d+)\)$/s.exec(error.message) ?? [];
  return reason === undefined ? error : new Error(`${shown(file)}:${line}:${column}: ${reason}`, { cause: error });
}

/** A path as it is printed: relative to the working folder if it is below it. */
function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}
