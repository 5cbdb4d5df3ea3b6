/** A record as one transaction has left it. */
export interface RecordVersion {
  /** In hexadecimal. */
  readonly uid: string;
  /** The transaction that wrote it: PostgreSQL writes a new version of a row whenever it changes. */
  readonly transaction: string;
  readonly bytes: number;
}

/** A part of a page has at most so many bytes, or one record: to read it takes a few milliseconds. */
const PART_BYTES = 512 * 1024;

/** Reads `uid transaction bytes,uid transaction bytes`. */
export function readVersions(text: string): RecordVersion[] {
  if (text === "") return [];
  return text.split(",").map((version) => {
    const [uid = "", transaction = "", bytes = ""] = version.split(" ");
    return { uid, transaction, bytes: Number(bytes) };
  });
}

/** Divides the records of a page into parts that are read at once. */
export function partsOf(versions: readonly RecordVersion[]): RecordVersion[][] {
  const parts: RecordVersion[][] = [];
  let room = 0;
  for (const version of versions) {
    room -= version.bytes;
    const last = parts.at(-1);
    if (last && room >= 0) last.push(version);
    else {
      parts.push([version]);
      room = PART_BYTES - version.bytes;
    }
  }
  return parts;
}
