/** Writes packages/client/src/generated from the bundled spec. */
import { inRepo } from "../in-repo.js";
import { readDocument } from "../read-document.js";
import { run } from "../run.js";
import { clientFiles } from "./client/client-files.js";
import { writeGenerated } from "./write-generated.js";

await run(async () => {
  await writeGenerated(inRepo("packages/client/src/generated"), await clientFiles(await readDocument()));
});
