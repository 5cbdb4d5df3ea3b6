/**
 * Serves an in-memory registry with the packages of this project only: `node serve-registry.mjs FOLDER`. Prints its
 * port once it listens. It has no uplink: npm gets all other packages from its configured registry.
 */
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder = ""] = process.argv.slice(2);
const { runServer } = createRequire(new URL("tools/package.json", import.meta.url))("verdaccio");
const app = await runServer({
  self_path: folder,
  storage: join(folder, "storage"),
  auth: { htpasswd: { file: join(folder, "htpasswd") } },
  uplinks: {},
  packages: { "@metadata-service/*": { access: "$all", publish: "$all", unpublish: "$all" } },
  web: { enable: false },
  max_body_size: "50mb",
  log: { type: "stdout", level: "error", format: "json" },
});
app.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: app.address().port })));
