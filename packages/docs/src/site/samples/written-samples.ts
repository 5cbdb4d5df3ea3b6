import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Runnable } from "./run-sample.js";
import { runAs, WAYS } from "./sample.js";
import { readPrograms, readSamples, samplesFolder } from "./samples.js";

/** A sample that is written by hand, and the file with its recorded output. */
export interface WrittenSample extends Runnable {
  /** The path of the file in the folder of the samples. */
  name: string;
  outputFile: string;
  output?: string;
}

/** Returns all samples that are written by hand: of operations, of errors, and the programs of the guides. */
export async function writtenSamples(): Promise<WrittenSample[]> {
  const folders = (await readdir(samplesFolder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const operations = folders.map(({ name }) => name).filter((name) => name !== "programs");
  const samples = (await Promise.all(operations.sort().map((id) => readSamples(join(samplesFolder, id), id)))).flat();
  const programs = [...(await readPrograms()).values()];
  return [
    ...samples.map(({ operationId, status = "", way, source, output }): WrittenSample => {
      const folder = join(operationId, status);
      const { file } = WAYS.find((each) => each.way === way) ?? WAYS[0];
      return {
        name: join(folder, file),
        language: runAs(way),
        source,
        outputFile: join(samplesFolder, folder, `${way}.out`),
        ...(output !== undefined && { output }),
      };
    }),
    ...programs.map(
      ({ name, file, language, source, output }): WrittenSample => ({
        name: join("programs", file),
        language,
        source,
        outputFile: join(samplesFolder, "programs", `${name}.out`),
        ...(output !== undefined && { output }),
      }),
    ),
  ];
}
