import { realpath } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import {
  BaseResolver,
  type Config,
  type Document,
  getLineColLocation,
  parseYaml,
  Source,
  YamlParseError,
} from "@redocly/openapi-core";
import { withPointers } from "../document/anchored-references.js";
import { fileProblem, TOO_DEEP } from "../document/bounds.js";
import { decoded } from "../document/pointer.js";
import { withExactNames } from "./exact-names.js";
import { hasExactNumbers, markNumbers } from "./exact-numbers.js";
import { indentedBrackets } from "./indented-brackets.js";
import { withMarkedNames } from "./inherited-names.js";
import { readSpecFile } from "./read-spec-file.js";
import { withoutSlips } from "./without-slips.js";

const URL_START = /^https?:\/\//i;

interface ResolverOptions {
  /** The folder that all files must be in; that of the root file by default. */
  readonly folder?: string | undefined;
  /** Reads a file, from the disk by default. */
  readonly read?: ((path: string) => Promise<string>) | undefined;
  /** The option of the command with which its user can set the folder. */
  readonly option?: string | undefined;
  /** Whether texts stand for the numbers that a 64-bit float would change. */
  readonly isExact?: boolean | undefined;
}

/**
 * Reads only files below a folder. A spec must not change its meaning, or become invalid, when somebody else's server
 * changes or is down, and must not publish other files of the machine that reads it.
 */
export class LocalResolver extends BaseResolver {
  private readonly folder: string;
  private readonly read: (path: string) => Promise<string>;

  /** @param root the root file of the spec */
  constructor(
    config: Config["resolve"],
    private readonly root: string,
    private readonly options: ResolverOptions = {},
  ) {
    super(config);
    this.folder = options.folder ?? dirname(root);
    this.read = options.read ?? readSpecFile;
  }

  override async loadExternalRef(path: string): Promise<Source> {
    // Every parser accepts this; an empty text would count as missing. The reference itself is reported later.
    if (URL_START.test(path)) return new Source(path, "{}", "application/json");
    // A symbolic link may lead out of the folder.
    const real = await realpath(path).catch(() => undefined);
    const folder = real === undefined ? this.folder : await this.realFolder();
    if (path !== this.root && !isBelow(real ?? path, folder))
      throw new Error(
        `${relative(folder, real ?? path)} is outside of the folder of the spec, ${folder}; copy it into this folder${this.options.option ? `, or name a folder that contains both with ${this.options.option}` : ""}`,
      );
    return new Source(path, (await this.read(path)).replaceAll("\r\n", "\n"));
  }

  private realFolder(): Promise<string> {
    return realpath(this.folder).catch((cause: Error) => {
      const remedy = this.options.option ? `check ${this.options.option}` : "check its path";
      throw new Error(`There is no folder ${this.folder}; ${remedy}.`, { cause });
    });
  }

  /** A `$ref` is a URI reference, so a space in the name of a file is `%20` there. */
  override resolveExternalRef(base: string | null, ref: string): string {
    const isEncoded = !URL_START.test(ref) && /%[0-9a-f]{2}/i.test(ref);
    return super.resolveExternalRef(base, isEncoded ? decoded(ref) : ref);
  }

  override parseDocument(written: Source, isRoot = false): Document {
    const parse = (source: Source) => super.parseDocument(source, isRoot) as Document;
    const document = parsedJson(written) ?? parsed(written, parse);
    const { source } = document;
    const problem = fileProblem(document.parsed);
    if (problem) {
      const { line, col } = getLineColLocation({ source, pointer: problem.pointer }).start;
      throw new YamlParseError(new Error(`${problem.message} in "${source.absoluteRef}" (${line}:${col})`), source);
    }
    const read = (text: string) => parseYaml(text);
    if (this.options.isExact) markNumbers(source.body, document.parsed, read);
    const exact = withExactNames(source.body, document.parsed, read);
    return { ...document, parsed: withMarkedNames(withPointers(withoutSlips(exact, isJson(source.body)))) };
  }
}

/**
 * Parses strict JSON, in a fraction of the time that the parser of YAML takes. Undefined if it is something else, or has what
 * only the other parser reports or reads in its way: a field that is there twice, a number that no 64-bit float can be.
 */
function parsedJson(source: Source): Document | undefined {
  const { body } = source;
  if (!isJson(body) || hasExactNumbers(body)) return undefined;
  try {
    let fields = 0;
    const document = { source, parsed: JSON.parse(body) };
    const count = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      if (!Array.isArray(node)) fields += Object.keys(node).length;
      for (const child of Object.values(node)) count(child);
    };
    count(document.parsed);
    const names = body.match(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g)?.filter((text) => text.endsWith(":"));
    return fields === (names?.length ?? 0) ? document : undefined;
  } catch {
    return undefined;
  }
}

const isJson = (text: string) => /^\s*\{/.test(text);

const isBelow = (file: string, folder: string) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Parses a file. The parser names its option where a file is too deep. */
function parsed(source: Source, parse: (source: Source) => Document): Document {
  try {
    return parse(source);
  } catch (error) {
    if (!(error instanceof YamlParseError)) throw error;
    const { message } = error;
    const indented = message.startsWith("deficient indentation") ? indentedBrackets(source.body) : source.body;
    if (indented !== source.body) return parsed(new Source(source.absoluteRef, indented), parse);
    throw new YamlParseError(new Error(message.replace(/^nesting exceeded maxDepth \(\d+\)/, TOO_DEEP)), source);
  }
}
