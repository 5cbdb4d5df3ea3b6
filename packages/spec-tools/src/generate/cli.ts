/** Writes packages/cli/src/generated from the bundled spec: the command's table, and the connectors. */
import { stringifyYaml } from "@redocly/openapi-core";
import { inRepo } from "../in-repo.js";
import { readDocument } from "../read-document.js";
import { run } from "../run.js";
import { commandTableFile } from "./cli/command-table.js";
import { airbyteManifest } from "./connectors/airbyte-manifest.js";
import { dltSource } from "./connectors/dlt-source.js";
import { connectorShape } from "./connectors/streams.js";
import { writeGenerated } from "./write-generated.js";

await run(async () => {
  const document = await readDocument();
  const shape = connectorShape(document);
  const manifest = stringifyYaml(airbyteManifest(shape), { noRefs: true, lineWidth: 120 });
  await writeGenerated(inRepo("packages/cli/src/generated"), {
    "command-table.ts": commandTableFile(document),
    "airbyte.yaml": `# Generated from openapi/ by \`npm run generate\`. Do not edit.\n${manifest}`,
    "dlt_source.py": dltSource(shape),
  });
});
