import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { relative } from "node:path";
import { describeFileError } from "@metadata-service/spec-tools";
import { readTextFile } from "@metadata-service/spec-tools/input";
import type { Config } from "@redocly/openapi-core";

/** A loaded spec, and the files that it consists of. */
export interface LoadedSpec {
  /** A single OpenAPI document without external references. */
  readonly document: object;
  /** Absolute paths: the file itself and every file that it refers to. */
  readonly files: readonly string[];
}

/** Declared by hand, because TypeScript takes seconds to infer Redocly's configuration type. */
type CreateConfig = (text: string) => Promise<Config>;

/**
 * Loads a spec and bundles everything that it refers to into one document. A JSON file without external references,
 * such as the project's bundle, is loaded unchanged.
 *
 * @throws Error with file, line and reason for each problem, if the spec cannot be loaded
 */
export async function loadSpec(path: string): Promise<LoadedSpec> {
  const unreadable = (error: Error): never => {
    throw describeFileError(error, path);
  };
  if (path.endsWith(".json")) {
    const text = await readTextFile(path).catch(unreadable);
    if (!/"\$ref"\s*:\s*"(?!#)/.test(text)) return { document: parse(text, path), files: [path] };
  }
  await access(path, constants.R_OK).catch(unreadable);
  // Loaded on demand: it is a megabyte of code that only authors of a spec need.
  const { bundle, createConfig, getLineColLocation } = await import("@redocly/openapi-core");
  const config = await (createConfig as unknown as CreateConfig)("{}");
  const { bundle: result, problems, fileDependencies } = await bundle({ ref: path, config });
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const lines = errors.map((problem) => {
      const [location] = problem.location.map((one) => getLineColLocation(one));
      const file = relative(process.cwd(), location?.source.absoluteRef ?? path);
      return `${file}:${location?.start.line ?? 1}:${location?.start.col ?? 1}: ${problem.message}`;
    });
    throw new Error(lines.join("\n"));
  }
  const files = [path, ...fileDependencies];
  // The bundler replaces what is not UTF-8.
  for (const file of files.filter((one) => !/^https?:/.test(one))) await readTextFile(file);
  return { document: result.parsed as object, files };
}

function parse(text: string, path: string): object {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`);
  }
}
