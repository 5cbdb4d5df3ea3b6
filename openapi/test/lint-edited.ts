import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BaseResolver, lint, loadConfig, type NormalizedProblem, Source } from "@redocly/openapi-core";

const folder = fileURLToPath(new URL("../", import.meta.url));

/** One change of one file: the first `from` becomes `to`. A file that does not exist is empty before. */
export type Edit = [file: string, from: string, to: string];

/** Lints the real spec with edits laid over its files; the files themselves are not touched. */
export async function lintEdited(edits: Edit[]): Promise<NormalizedProblem[]> {
  const config = await loadConfig({ configPath: join(folder, "redocly.yaml") });
  const sources = new Map<string, string>();
  for (const [file, from, to] of edits) {
    const path = join(folder, file);
    const text = sources.get(path) ?? (await readFile(path, "utf8").catch(() => ""));
    if (!text.includes(from)) throw new Error(`${file} does not contain ${JSON.stringify(from)}; fix the test.`);
    sources.set(
      path,
      text.replace(from, () => to),
    );
  }
  class EditedResolver extends BaseResolver {
    override async loadExternalRef(ref: string): Promise<Source> {
      const edited = sources.get(ref);
      return edited === undefined ? super.loadExternalRef(ref) : new Source(ref, edited);
    }
  }
  return lint({ ref: join(folder, "openapi.yaml"), config, externalRefResolver: new EditedResolver(config.resolve) });
}
