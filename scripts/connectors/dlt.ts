import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { shell } from "../languages/shell.js";
import { root } from "../lib/repo.js";
import type { Engine } from "./engine.js";
import type { Environment } from "./python.js";

/** dlt with DuckDB. */
export const dlt = ({ program }: Environment): Engine => ({
  name: "dlt",
  detectsIgnoredOffset: true,
  checks: () => ({}),
  async read({ url, apiKey }, folder) {
    await mkdir(folder, { recursive: true });
    const { ok, output } = await shell(join(root, "scripts/connectors/run_dlt.sh"), folder, {
      PYTHON: program("python"),
      SCRIPT: join(root, "scripts/connectors/run_dlt.py"),
      SOURCE: join(root, "packages/cli/src/generated"),
      FOLDER: folder,
      BASE_URL: url,
      API_KEY: apiKey,
      RUNTIME__DLTHUB_TELEMETRY: "false",
    });
    const line = output.split("\n").find((each) => each.startsWith("RESULT "));
    if (!ok || !line) throw new Error(output.slice(-2000));
    const result = Object.entries(
      JSON.parse(line.slice("RESULT ".length)) as Record<string, { loaded: number; uids: string[] }>,
    );
    return {
      loaded: new Map(result.map(([name, { loaded }]) => [name, loaded])),
      stored: new Map(result.map(([name, { uids }]) => [name, uids])),
    };
  },
});
