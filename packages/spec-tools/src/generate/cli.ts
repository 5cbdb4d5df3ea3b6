/** Writes packages/cli/src/generated from the bundled spec. */
import { inRepo } from "../in-repo.js";
import { readDocument } from "../read-document.js";
import { run } from "../run.js";
import { commandTableFile } from "./cli/command-table.js";
import { writeGenerated } from "./write-generated.js";

await run(async () => {
  await writeGenerated(inRepo("packages/cli/src/generated"), {
    "command-table.ts": commandTableFile(await readDocument()),
  });
});
