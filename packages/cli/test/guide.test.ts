// About this API: its guide for warehouses.
/** Runs the commands and the query of the guide "Into a warehouse" verbatim. */
import { execFile } from "node:child_process";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { startMock } from "@metadata-service/mock";
import { startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { expect, test } from "vitest";
import { rowsOf } from "./support/contents.js";
import { bin, newFolder } from "./support/run.js";

const guide = await readFile(fileURLToPath(new URL("../../docs/guides/11-warehouse.md", import.meta.url)), "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, text = ""]) => text);

test("every command of the guide runs, and so does its query", async () => {
  const folder = await newFolder();
  const [mock, postgres] = await Promise.all([startMock({ size: 60 }), startPostgres()]);
  try {
    const programs = join(folder, "bin");
    await mkdir(programs);
    await symlink(bin, join(programs, "metadata"));
    const url = await postgres.createDatabase();
    const env = {
      ...process.env,
      PATH: `${programs}${delimiter}${process.env["PATH"]}`,
      DATABASE_URL: url,
      HOME: folder,
    };
    const script = blocks("sh").join("").replaceAll("http://localhost:4010", mock.url);
    expect(script.match(/^metadata /gm)?.length).toBeGreaterThan(8);
    await promisify(execFile)("sh", ["-euc", script], { cwd: folder, env });
    const targets = ["reports.parquet", "reports.csv", "warehouse.duckdb", "warehouse.sqlite", "current.parquet"];
    for (const target of [...targets.map((name) => join(folder, name)), url])
      expect(await rowsOf(target), target).toHaveLength(60);

    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const query = blocks("sql")
      .join("")
      .replace("'reports.parquet'", `'${join(folder, "reports.parquet")}'`);
    const rows = (await connection.runAndReadAll(query)).getRowObjectsJson();
    expect(rows.reduce((sum, { reports }) => sum + Number(reports), 0)).toBe(60);
    connection.closeSync();
  } finally {
    await Promise.all([mock.stop(), postgres.stop()]);
  }
});
