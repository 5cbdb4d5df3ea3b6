import type { ImportCounts } from "../lists/import-records.js";
import type { Administration, ImportReports } from "./administration.js";

/** An import in progress. */
export interface ImportUnderWay {
  /** A list, or the namespace of metadata records. */
  readonly into: string;
  readonly startedAt: Date;
  /** The counts after the last stored batch; undefined before the first. */
  readonly counts: Readonly<ImportCounts> | undefined;
}

/** Wraps an administration, and tracks the imports in progress. */
export function watchImports(administration: Administration): {
  readonly administration: Administration;
  /** Returns the imports in progress, the oldest first. */
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
