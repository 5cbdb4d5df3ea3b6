import { relative } from "node:path";
import type { LoadedDocument } from "@metadata-service/spec-tools/load-document";
import type { RunningMock } from "../start-mock.js";
import { watchFiles } from "./watch-files.js";

/** The result of reloading a changed spec. */
export interface SpecReload {
  /** The files that changed, relative to the working folder. */
  readonly files: readonly string[];
  /** How long it took to serve the new version, in milliseconds. */
  readonly took?: number;
  /** The reason why the new version cannot be served; the mock keeps serving the previous one. */
  readonly problem?: string;
}

/**
 * Makes a mock serve each new version of its spec. If a version cannot be served, the mock reports that and keeps the
 * previous one.
 *
 * @param load loads the spec
 * @returns a function that stops it
 */
export function serveSpec(
  mock: RunningMock,
  load: () => Promise<LoadedDocument>,
  { files, problems }: Pick<LoadedDocument, "files" | "problems">,
  tell: (news: SpecReload) => void,
): () => void {
  /** A version with a bad schema is a mistake, unless the first one had some, too. */
  const isSound = problems.length === 0;
  /** The files of the served version; undefined if something is wrong with it, which any file may repair. */
  let own = isSound ? files : undefined;
  /** Loads changed versions one after the other, so the last one wins. */
  let turn = Promise.resolve();
  const watch = watchFiles(files, (paths) => {
    // A reload discards the records of clients, so it is not for the other files of a folder, such as package.json.
    const changed = paths.filter((path) => own?.includes(path) ?? true).map((path) => relative(process.cwd(), path));
    if (changed.length === 0) return;
    turn = turn.then(async () => {
      const start = performance.now();
      own = undefined;
      try {
        const spec = await load();
        if (isSound && spec.problems.length > 0) throw new Error(spec.problems.join("\n"));
        await mock.replaceDocument(spec.document);
        watch.add(spec.files);
        if (spec.problems.length === 0) own = spec.files;
        tell({ files: changed, took: Math.round(performance.now() - start) });
      } catch (error) {
        tell({ files: changed, problem: error instanceof Error ? error.message : String(error) });
      }
    });
  });
  return watch.close;
}
