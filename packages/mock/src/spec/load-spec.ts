import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { relative } from "node:path";
import { describeFileError } from "@metadata-service/spec-tools";
import type { Config } from "@redocly/openapi-core";

/** A spec that can be served, and the files that it was made from. */
export interface LoadedSpec {
  /** One OpenAPI document whose references stay within it. */
  readonly document: object;
  /** Absolute paths: the file itself and every file that it refers to. */
  readonly files: readonly string[];
}

/** Written by hand: TypeScript takes seconds to work out all that a configuration may be. */
type CreateConfig = (text: string) => Promise<Config>;

/**
 * Reads a spec and everything that it refers to into one document. A JSON file that is one document already, as the bundle
 * of the project is, is read as it is.
 *
 * @throws Error with file, line and reason for each problem, where it cannot be read
 */
export async function loadSpec(path: string): Promise<LoadedSpec> {
  const unreadable = (error: Error): never => {
    throw describeFileError(error, path);
  };
  if (path.endsWith(".json")) {
    const text = await readFile(path, "utf8").catch(unreadable);
    if (!/"\$ref"\s*:\s*"(?!#)/.test(text)) return { document: parse(text, path), files: [path] };
  }
  await access(path, constants.R_OK).catch(unreadable);
  // A megabyte of code that only those need who work on a spec.
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
  return { document: result.parsed as object, files: [path, ...fileDependencies] };
}

function parse(text: string, path: string): object {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`);
  }
}
