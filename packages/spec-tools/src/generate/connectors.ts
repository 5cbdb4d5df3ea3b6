/** Writes packages/connectors/src/generated from the bundled spec. */
import { stringifyYaml } from "@redocly/openapi-core";
import { inRepo } from "../in-repo.js";
import { readDocument } from "../read-document.js";
import { run } from "../run.js";
import { airbyteManifest } from "./connectors/airbyte-manifest.js";
import { dltSource } from "./connectors/dlt-source.js";
import { connectorShape } from "./connectors/streams.js";
import { writeGenerated } from "./write-generated.js";

await run(async () => {
  const shape = connectorShape(await readDocument());
  const yaml = stringifyYaml(airbyteManifest(shape), { noRefs: true, lineWidth: 120 });
  await writeGenerated(inRepo("packages/connectors/src/generated"), {
    "airbyte.yaml": `# Generated from openapi/ by \`npm run generate\`. Do not edit.\n${yaml}`,
    "dlt_source.py": dltSource(shape),
  });
});
