/** Writes packages/mcp/src/generated from the bundled spec. */
import { inRepo } from "../in-repo.js";
import { readDocument } from "../read-document.js";
import { run } from "../run.js";
import { toolTableFile } from "./mcp/tool-table.js";
import { writeGenerated } from "./write-generated.js";

await run(async () => {
  await writeGenerated(inRepo("packages/mcp/src/generated"), {
    "tool-table.ts": toolTableFile(await readDocument()),
  });
});
