/** The bundle, the guides and the samples -> packages/docs/dist/site: the whole site as static files. */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { run } from "../../../scripts/lib/run.js";
import { bundleFiles } from "./bundle.js";
import { siteOf } from "./site.js";
import { writeSite } from "./write-site.js";

await run(async () => {
  const { values } = parseArgs({ options: { api: { type: "string", multiple: true } } });
  const bundle = JSON.parse(await readFile(bundleFiles.json, "utf8"));
  await writeSite(await siteOf(bundle, values.api));
});
