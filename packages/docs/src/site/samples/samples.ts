import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inDocs } from "../paths.js";
import type { ApiOperation, DocsApi } from "../reference/operations.js";
import { defaultSamples } from "./default-samples.js";
import { type Sample, WAYS } from "./sample.js";

/** The folder with the samples that are written by hand: one folder per operation, with one folder per error status. */
export const samplesFolder = inDocs("samples");

/** Returns the samples of an operation: those written by hand, or those generated from the spec if there are none. */
export async function samplesOf(api: DocsApi, operation: ApiOperation): Promise<Sample[]> {
  const written = await readSamples(join(samplesFolder, operation.shape.name), operation.id);
  if (written.some((sample) => !sample.status)) return written;
  return [...defaultSamples(api, operation), ...written];
}

/** Returns the recorded output of a program; the tests check that none is missing. */
async function recorded(path: string): Promise<{ output?: string }> {
  const output = await readFile(path, "utf8").catch(() => undefined);
  return output === undefined ? {} : { output };
}

/** A program that a guide shows in addition to the samples of operations. */
export interface Program {
  name: string;
  file: string;
  language: "typescript" | "shell";
  source: string;
  output?: string;
}

/** Reads the programs shown in guides, by name. */
export async function readPrograms(): Promise<Map<string, Program>> {
  const folder = join(samplesFolder, "programs");
  const files = (await readdir(folder)).filter((file) => /\.(ts|sh)$/.test(file));
  const programs = await Promise.all(
    files.sort().map(async (file): Promise<[string, Program]> => {
      const source = await readFile(join(folder, file), "utf8");
      const [name = "", extension] = file.split(".");
      const language = extension === "sh" ? "shell" : "typescript";
      return [name, { name, file, language, source, ...(await recorded(join(folder, `${name}.out`))) }];
    }),
  );
  return new Map(programs);
}

/** Reads the samples in a folder, and those in the folders of its error statuses. */
export async function readSamples(folder: string, operationId: string, status?: string): Promise<Sample[]> {
  const names: string[] = await readdir(folder).catch(() => []);
  const samples: Sample[] = [];
  for (const { way, file } of WAYS) {
    if (!names.includes(file)) continue;
    samples.push({
      operationId,
      ...(status && { status }),
      way,
      source: await readFile(join(folder, file), "utf8"),
      ...(await recorded(join(folder, `${way}.out`))),
    });
  }
  if (status) return samples;
  const errors = names.filter((name) => /^[45]\d\d$/.test(name)).sort();
  return [
    ...samples,
    ...(await Promise.all(errors.map((name) => readSamples(join(folder, name), operationId, name)))).flat(),
  ];
}
