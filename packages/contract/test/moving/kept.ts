import type { Row } from "./moving-service.js";

/** A batch of a sync. */
interface Batch {
  records: readonly { uid: string; caseNumber?: string; po_number?: string }[];
  checkpoint: string;
}

/** The data that the caller of a sync stores: the versions of the records by uid, and the last checkpoint. */
export class Kept {
  readonly versions = new Map<string, number>();
  checkpoint = "";

  /**
   * Stores batches until there are no more, or until a number of them had records.
   *
   * @returns the uids in the order in which they arrived
   */
  async take(batches: AsyncIterable<Batch>, most = Number.POSITIVE_INFINITY): Promise<string[]> {
    const seen: string[] = [];
    let filled = 0;
    for await (const { records, checkpoint } of batches) {
      for (const { uid, caseNumber, po_number } of records) {
        this.versions.set(uid, Math.max(Number(caseNumber ?? po_number), this.versions.get(uid) ?? 0));
        seen.push(uid);
      }
      this.checkpoint = checkpoint;
      // Batches may be empty: their records were updated in the meantime, and appear in the next window.
      if (records.length > 0 && ++filled >= most) break;
    }
    return seen;
  }

  /** Whether a record has changed since it was stored. */
  isStale({ uid, version }: Row): boolean {
    return this.versions.get(uid) !== version;
  }
}
