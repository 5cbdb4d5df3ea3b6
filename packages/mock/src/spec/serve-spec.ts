import { relative } from "node:path";
import { loadDocument } from "@metadata-service/spec-tools/load-document";
import type { RunningMock } from "../start-mock.js";
import { watchFiles } from "./watch-files.js";

/** The result of reloading a changed spec. */
export interface SpecReload {
  /** The file that changed, relative to the working folder. */
  readonly file: string;
  /** How long it took to serve the new version, in milliseconds. */
  readonly took?: number;
  /** What makes single operations of the new version impossible. */
  readonly problems?: readonly string[];
  /** The reason why the new version cannot be served; the mock keeps serving the previous one. */
  readonly problem?: string;
}

/**
 * Makes a mock serve each new version of its spec. If a version cannot be served, the mock reports that and keeps the
 * previous one.
 *
 * @returns a function that stops it
 */
export function serveSpec(
  mock: RunningMock,
  path: string,
  files: readonly string[],
  tell: (news: SpecReload) => void,
): () => void {
  /** Loads changed versions one after the other, so the last one wins. */
  let turn = Promise.resolve();
  const watch = watchFiles(files, (changed) => {
    const file = relative(process.cwd(), changed);
    turn = turn.then(async () => {
      const start = performance.now();
      try {
        const spec = await loadDocument(path, { isTolerant: true });
        await mock.replaceDocument(spec.document);
        watch.add(spec.files);
        tell({ file, took: Math.round(performance.now() - start), problems: spec.problems });
      } catch (error) {
        tell({ file, problem: error instanceof Error ? error.message : String(error) });
      }
    });
  });
  return watch.close;
}
