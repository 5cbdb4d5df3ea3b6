import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config, Document } from "@redocly/openapi-core";
import { describeFileError } from "../describe-file-error.js";
import { visitNodes, withPointers } from "../document/anchored-references.js";
import { combinationProblem, deepReference, fileProblem } from "../document/bounds.js";
import { withoutDynamicReferences } from "../document/dynamic-references.js";
import { nodeAt } from "../document/pointer.js";
import { prepareDocument } from "../document/prepare-document.js";
import { markedJson } from "../json/exact-number.js";
import { findLimitsByEffect } from "../limits/find-limits.js";
import type { Limit } from "../limits/limit.js";
import { withFloats } from "./exact-numbers.js";
import { withoutMarkedNames, withoutMarks } from "./inherited-names.js";
import { isInExtension } from "./is-in-extension.js";
import { parseHint } from "./parse-hint.js";
import { readSpecFile } from "./read-spec-file.js";
import { shown } from "./shown.js";
import { withoutSlips } from "./without-slips.js";

export { isData, isMapOf, mapNodes, visitNodes } from "../document/anchored-references.js";
export { isSchema, mapValues, type Schema } from "../document/schemas.js";
export { referenceLimits } from "../limits/reference-limits.js";

/** A loaded document, and the files that it consists of. */
export interface LoadedDocument {
  /** One OpenAPI document without references to other files, prepared. */
  readonly document: object;
  /** Absolute paths: the file itself and every file that it refers to. */
  readonly files: readonly string[];
  /** What was rewritten, and what cannot be, one sentence each. */
  readonly notes: readonly string[];
  /**
   * What is not as OpenAPI describes it, and what makes single operations impossible, with file and line; empty if
   * `loadDocument` refuses such documents.
   */
  readonly problems: readonly string[];
}

export interface LoadOptions {
  /** The folder that all files must be in; that of the root file by default. */
  readonly folder?: string;
  /** The option of a command that sets `folder`, for messages: `--root DIR`. */
  readonly option?: string;
  /** Whether texts stand for the numbers that a 64-bit float would change, which `withNumbers` writes as numbers. */
  readonly isExact?: boolean;
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
  { isTolerant = false, ...place }: LoadOptions = {},
): Promise<LoadedDocument> {
  const root = resolve(path);
  await access(root, constants.R_OK).catch((error: Error) => {
    throw describeFileError(error, path);
  });
  const source: Source = { ...place, root };
  // The files are parsed once. What cannot be parsed has a better message when it is read.
  const opened = isTolerant ? await createResolver(source) : undefined;
  const [checked] = await Promise.allSettled([opened ? mistakesIn(root, opened) : []]);
  const { document: read, files } = await readDocument(opened ? { ...source, opened } : source);
  if (checked.status === "rejected") throw checked.reason;
  const mistakes = checked.value;
  return withPlace(source, async () => {
    const { ofDocument, ofOperations } = findLimitsByEffect(withFloats(read));
    const refused = isTolerant ? ofDocument : [...ofDocument, ...ofOperations];
    if (refused.length > 0) throw new Error((await describeLimits(refused, source, files)).join("\n"));
    const problems = ofOperations.length > 0 ? await describeLimits(ofOperations, source, files) : [];
    const placeOf = (line: string) => line.split(": ")[0];
    // A mistake that OpenAPI names may be one for JSON Schema, too.
    const others = problems.filter((line) => !mistakes.some((mistake) => placeOf(mistake) === placeOf(line)));
    return { files, problems: [...mistakes, ...others], ...prepareDocument(read) };
  });
}

/** Where the files of a document are. */
export interface Source extends Omit<LoadOptions, "isTolerant"> {
  /** The absolute path of its root file. */
  readonly root: string;
  /** Reads a file, from the disk by default. */
  readonly read?: (path: string) => Promise<string>;
  /** The files that are parsed already; by default, they are read. */
  readonly opened?: Opened;
}

type Opened = Awaited<ReturnType<typeof createResolver>>;

/**
 * Reads a document of any version of OpenAPI 3, as one document without references to other files.
 *
 * @throws Error with file, line and reason for each problem
 */
export async function readDocument(source: Source): Promise<ReadFiles> {
  const alone = source.read ? undefined : await readSelfContained(source);
  const { files, document: written } = alone ?? (await withPlace(source, () => bundleFiles(source)));
  const read = { files, document: withoutDynamicReferences(written) };
  const problem = combinationProblem(read.document);
  if (problem) throw new Error((await describeLimits([problem], source, read.files)).join("\n"));
  return read;
}

/**
 * Parses one file of any version of OpenAPI, without reading what it refers to. Texts stand for the numbers that a 64-bit
 * float would change; `withNumbers` puts them back into what is written of the file.
 *
 * @throws Error with file, line and reason, if it is no YAML or JSON, or exceeds a bound
 */
export async function parseFile(path: string): Promise<unknown> {
  const root = resolve(path);
  const { resolver } = await createResolver({ root, isExact: true });
  const { parsed } = (await resolver.resolveDocument(null, root, true).catch((error: Error) => {
    throw parseError(error);
  })) as Document;
  return withoutMarkedNames(parsed);
}

/** Says where it is too deep, if a program runs out of stack. */
async function withPlace<T>(source: Source, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { resolver } = await createResolver(source);
    const document = (await resolver.resolveDocument(null, source.root, true)) as Document;
    const limit = deepReference(withoutMarkedNames(document.parsed as object));
    throw new Error((await describeLimits([limit], source, [])).join("\n"), { cause: error });
  }
}

/** Reads a JSON file without references to other files: this takes a tenth of the time, and no other package. */
async function readSelfContained({ root: path, isExact, opened }: Source): Promise<ReadFiles | undefined> {
  if (!path.endsWith(".json")) return undefined;
  const known = await opened?.resolver.resolveDocument(null, path, true).catch((error: Error) => {
    throw parseError(error);
  });
  const file = known instanceof Error ? undefined : (known as Document | undefined);
  const text = file?.source.body ?? (await readSpecFile(path));
  if (/"\$ref"\s*:\s*"(?!#)/.test(text)) return undefined;
  if (file) {
    const document = withoutMarkedNames(file.parsed as object);
    return hasDeadReference(document) ? undefined : { document, files: [path] };
  }
  try {
    const document = JSON.parse(isExact ? markedJson(text) : text);
    // The other parser reports the line.
    return fileProblem(document) || hasDeadReference(document)
      ? undefined
      : { document: withPointers(withoutSlips(document, true)) as object, files: [path] };
  } catch {
    return undefined;
  }
}

/** Whether a reference leads to a place of the document where nothing is. */
function hasDeadReference(document: object): boolean {
  let isDead = false;
  visitNodes(document, "#", ({ $ref }) => {
    isDead ||= typeof $ref === "string" && $ref.startsWith("#/") && nodeAt(document, $ref) === undefined;
  });
  return isDead;
}

async function bundleFiles(source: Source): Promise<ReadFiles> {
  const { root } = source;
  const { bundle } = await import("@redocly/openapi-core");
  const { config, resolver } = source.opened ?? (await createResolver(source));
  const result = await bundle({ ref: root, config, externalRefResolver: resolver, keepUrlRefs: true }).catch(
    (error: Error) => {
      throw parseError(error);
    },
  );
  const errors = result.problems.filter((problem) => problem.severity === "error" && !isInExtension(problem));
  if (errors.length > 0) {
    const { readableMessage } = await import("../generate/spec/readable-message.js");
    const readable = errors.map((problem) => ({ ...problem, ...readableMessage(problem, process.cwd()) }));
    throw new Error([...new Set(await Promise.all(readable.map(describeProblem)))].join("\n"));
  }
  // A reference in an extension may lead to a file that is not there.
  const read = [...result.fileDependencies].filter((file) => /^https?:/i.test(file) || existsSync(file));
  const files = [...new Set([root, ...read])];
  return { document: withoutMarkedNames(result.bundle.parsed as object), files };
}

async function createResolver({ root, folder, read, option, isExact }: Source) {
  // Loaded on demand: it is a megabyte of code that only authors of a spec need.
  const { createConfig } = await import("@redocly/openapi-core");
  const { LocalResolver } = await import("./local-resolver.js");
  const config = await (createConfig as unknown as CreateConfig)("{}");
  return {
    config,
    resolver: new LocalResolver(config.resolve, root, { folder: folder && resolve(folder), read, option, isExact }),
  };
}

/** Lists where the files are not what OpenAPI describes. */
async function mistakesIn(root: string, { config, resolver }: Opened): Promise<string[]> {
  const { structureOf } = await import("./structure.js");
  return Promise.all((await structureOf(root, config, resolver)).map(describeProblem));
}

/** Finds the places of limits in the files. */
async function describeLimits(limits: readonly Limit[], source: Source, files: readonly string[]): Promise<string[]> {
  const { root } = source;
  const { SourcePlaces } = await import("./source-places.js");
  const { resolver } = await createResolver(source);
  const document = await resolver.resolveDocument(null, root, true);
  if (document instanceof Error) return limits.map(({ message }) => `${shown(process.cwd(), root)}: ${message}`);
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
  return `${shown(process.cwd(), source.absoluteRef)}:${start.line}:${start.col}: ${withoutMarks(message)}`;
}

/**
 * Puts the place first, as in all other messages: `bad indentation in "openapi.yaml" (3:1)`.
 *
 * @param folder what printed paths are relative to
 */
export function parseError(error: Error & { source?: { body: string } }, folder = process.cwd()): Error {
  const [, reason, file = "", line, column] = /^(.*) in "(.*)" \((\d+):(\d+)\)$/s.exec(error.message) ?? [];
  if (reason === undefined) return error;
  const hint = parseHint(reason, error.source?.body, Number(line));
  return new Error(`${shown(folder, file)}:${line}:${column}: ${reason}. ${hint}`, { cause: error });
}
