import type { ImportCounts } from "../lists/import-records.js";
import type { Administration, ImportReports } from "./administration.js";

/** An import that has not ended yet. */
export interface ImportUnderWay {
  /** A list, or the namespace of metadata records. */
  readonly into: string;
  readonly startedAt: Date;
  /** As of the last batch that was stored; undefined before the first. */
  readonly counts: Readonly<ImportCounts> | undefined;
}

/** Does what another administration does, and knows which imports are under way. */
export function watchImports(administration: Administration): {
  readonly administration: Administration;
  /** The oldest first. */
  readonly imports: () => ImportUnderWay[];
} {
  const underWay = new Set<ImportUnderWay>();
  const watched = async (
    into: string,
    { onProgress, ...reports }: ImportReports,
    run: (reports: ImportReports) => Promise<ImportCounts>,
  ): Promise<ImportCounts> => {
    const one = { into, startedAt: new Date(), counts: undefined as Readonly<ImportCounts> | undefined };
    underWay.add(one);
    try {
      return await run({
        ...reports,
        onProgress(counts) {
          one.counts = { ...counts };
          onProgress?.(counts);
        },
      });
    } finally {
      underWay.delete(one);
    }
  };
  return {
    administration: {
      ...administration,
      importRecords: (collection, source, reports) =>
        watched(collection, reports, (watching) => administration.importRecords(collection, source, watching)),
      importMetadata: (namespace, source, reports) =>
        watched(`metadata/${namespace}`, reports, (watching) =>
          administration.importMetadata(namespace, source, watching),
        ),
    },
    imports: () => [...underWay],
  };
}
