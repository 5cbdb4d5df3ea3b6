import { execFile } from "node:child_process";
import { access, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { decodeText, readTextFile } from "@metadata-service/spec-tools/input";
import type { Config } from "@redocly/openapi-core";
import { isNode, type Spec } from "./compare/node.js";

/** A file of a git revision, as git writes it: `v1.2.0:openapi/openapi.yaml`. */
interface Revision {
  revision: string;
  path: string;
}

/** A spec that cannot be read; the message says what is wrong and what to do. */
export class SpecError extends Error {
  override readonly name = "SpecError";
}

/**
 * Reads an OpenAPI document in JSON or YAML and resolves references to other files.
 *
 * @param source a path, or `REVISION:PATH` for a file of a git revision (the path relative to the current folder)
 * @throws SpecError if the file does not exist or is not an OpenAPI 3 document
 * @example
 * ```ts
 * const released = await readSpec("v1.0.0:openapi/openapi.yaml");
 * ```
 */
export async function readSpec(source: string): Promise<Spec> {
  const isFile = await access(source).then(
    () => true,
    () => false,
  );
  const revision = isFile ? undefined : revisionOf(source);
  if (!isFile && !revision)
    throw new SpecError(`There is no file ${source}. Give a path, or REVISION:PATH for a file of a git revision.`);
  const spec = (revision ? undefined : await selfContained(source)) ?? (await bundled(source, revision));
  const version = spec["openapi"];
  if (typeof version !== "string" || !version.startsWith("3."))
    throw new SpecError(
      `${source} is not an OpenAPI 3 document: "openapi" is ${JSON.stringify(version) ?? "missing"}.`,
    );
  return spec;
}

function revisionOf(source: string): Revision | undefined {
  const [, revision, path] = /^([^:]{2,}):(.+)$/.exec(source) ?? [];
  return revision && path ? { revision, path } : undefined;
}

/** Reads a JSON document without references to other files directly; returns undefined for any other document. */
async function selfContained(path: string): Promise<Spec | undefined> {
  const text = await readTextFile(path).catch((cause: Error) => {
    throw new SpecError(cause.message, { cause });
  });
  if (!text.trimStart().startsWith("{") || /"\$ref"\s*:\s*"[^#]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // It may be YAML that begins with a brace; if not, the YAML parser reports what is wrong.
    return undefined;
  }
}

/** Declared by hand: TypeScript would take seconds to work out the type of a configuration. */
type CreateConfig = (text: string) => Promise<Config>;

async function bundled(source: string, revision: Revision | undefined): Promise<Spec> {
  const { BaseResolver, bundle, createConfig, Source } = await import("@redocly/openapi-core").catch((error) => {
    throw new SpecError("Reading a spec needs the package @redocly/openapi-core: npm install @redocly/openapi-core", {
      cause: error,
    });
  });
  const config = await (createConfig as unknown as CreateConfig)("{}");
  const root = resolve(revision?.path ?? source);
  /** The spec may be somebody else's: it must not have other files read, or anything fetched (decision 0199). */
  async function refuseOutside(absolute: string): Promise<void> {
    if (/^https?:/i.test(absolute)) throw new Error(`${absolute} is a URL; copy the file into the folder of the spec`);
    const [folder, file] = await Promise.all([dirname(root), absolute].map((one) => realpath(one).catch(() => one)));
    if (absolute !== root && !`${file}`.startsWith(`${folder}${sep}`))
      throw new Error(`${absolute} is outside of the folder of the spec, ${folder}; copy it into this folder`);
  }
  /** Reads every file from the revision instead of from the disk. */
  class RevisionResolver extends BaseResolver {
    override async loadExternalRef(absolute: string) {
      await refuseOutside(absolute);
      if (revision) return new Source(absolute, await contentAt(revision.revision, absolute));
      const source = await super.loadExternalRef(absolute);
      // It replaces what is not UTF-8.
      await readTextFile(absolute);
      return source;
    }
  }
  try {
    const result = await bundle({
      ref: root,
      config,
      externalRefResolver: new RevisionResolver(config.resolve),
    });
    const unresolved = result.problems.find(({ severity }) => severity === "error");
    if (unresolved) throw new Error(unresolved.message);
    if (!isNode(result.bundle.parsed)) throw new Error("it is empty");
    // References between files are references within the document now; everything else is a plain value.
    return JSON.parse(JSON.stringify(result.bundle.parsed));
  } catch (error) {
    if (error instanceof SpecError) throw error;
    if (error instanceof Error && error.message === "Unsupported specification")
      throw new SpecError(`${source} is not an OpenAPI 3 document: it has no field "openapi".`, { cause: error });
    throw new SpecError(`${source} cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

async function contentAt(revision: string, path: string): Promise<string> {
  const run = promisify(execFile);
  try {
    const { stdout: top } = await run("git", ["rev-parse", "--show-toplevel"]);
    const inside = relative(top.trim(), isAbsolute(path) ? path : join(process.cwd(), path)).replaceAll("\\", "/");
    const { stdout } = await run("git", ["show", `${revision}:${inside}`], {
      maxBuffer: 64 * 1024 * 1024,
      encoding: "buffer",
    });
    return decodeText(stdout);
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .split("\n")[0];
    throw new SpecError(`git cannot read ${revision}:${relative(process.cwd(), path)}: ${reason}`, { cause: error });
  }
}

export const versionOf = (spec: Spec): string => String(isNode(spec["info"]) ? spec["info"]["version"] : undefined);
