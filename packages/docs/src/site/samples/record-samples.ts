/** Runs every sample that is written by hand against the mock, and records its output if that has changed. */
import { writeFile } from "node:fs/promises";
import { startMock } from "@metadata-service/mock";
import { run } from "@metadata-service/spec-tools/run";
import { noPython, runSample, withoutTimes } from "./run-sample.js";
import { writtenSamples } from "./written-samples.js";

await run(async () => {
  const mock = await startMock();
  try {
    for (const sample of await writtenSamples()) {
      if (sample.language === "python" && noPython) {
        console.warn(`${sample.name} was not run: ${noPython}.`);
        continue;
      }
      mock.reset();
      const output = await runSample(sample, mock.url);
      if (withoutTimes(output) === withoutTimes(sample.output ?? "")) continue;
      await writeFile(sample.outputFile, output);
      console.log(`${sample.name}\n${output}`);
    }
  } finally {
    await mock.stop();
  }
});
