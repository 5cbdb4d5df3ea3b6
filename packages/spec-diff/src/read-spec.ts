import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { decodeText } from "@metadata-service/spec-tools/input";
import { exactJson, parseExactJson } from "@metadata-service/spec-tools/json";
import { readDocument, referenceLimits } from "@metadata-service/spec-tools/load-document";
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
 * @param folder the folder that all its files must be in; that of the document by default
 * @throws SpecError if the file does not exist or is not an OpenAPI 3 document
 * @example
 * ```ts
 * const released = await readSpec("v1.0.0:openapi/openapi.yaml");
 * ```
 */
export async function readSpec(source: string, folder?: string): Promise<Spec> {
  const isFile = await access(source).then(
    () => true,
    () => false,
  );
  const revision = isFile ? undefined : revisionOf(source);
  if (!isFile && !revision)
    throw new SpecError(`There is no file ${source}. Give a path, or REVISION:PATH for a file of a git revision.`);
  const spec = await read(revision?.path ?? source, revision?.revision, folder);
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

async function read(path: string, revision: string | undefined, folder: string | undefined): Promise<Spec> {
  try {
    const { document } = await readDocument({
      root: resolve(path),
      ...(folder !== undefined && { folder }),
      option: "--root DIR",
      isExact: true,
      ...(revision !== undefined && { read: (file) => contentAt(revision, file) }),
    });
    if (!isNode(document)) throw new Error("it is empty");
    const [outside] = referenceLimits(document);
    if (outside) throw new Error(`${outside.pointer}: ${outside.message}`);
    // References between files are references within the document now; everything else is a plain value.
    return parseExactJson(exactJson(document)) as Spec;
  } catch (error) {
    if (error instanceof SpecError) throw error;
    const { message, code } = error as Error & { code?: unknown };
    if (code === "ERR_MODULE_NOT_FOUND")
      throw new SpecError("Reading a spec needs the package @redocly/openapi-core: npm install @redocly/openapi-core", {
        cause: error,
      });
    if (message === "Unsupported specification")
      throw new SpecError(`${path} is not an OpenAPI 3 document: it has no field "openapi".`, { cause: error });
    throw new SpecError(`${path} cannot be read: ${message}`, { cause: error });
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
