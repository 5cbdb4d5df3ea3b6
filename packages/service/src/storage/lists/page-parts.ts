import { MOST_BYTES } from "../sql/up-to-size.js";

export interface RecordVersion {
  /** The uid, in hexadecimal. */
  readonly uid: string;
  /** The transaction that wrote this version; every change of a row writes a new one. */
  readonly transaction: string;
  readonly bytes: number;
}

/** Parses `uid transaction bytes,uid transaction bytes`. */
export function readVersions(text: string): RecordVersion[] {
  if (text === "") return [];
  return text.split(",").map((version) => {
    const [uid = "", transaction = "", bytes = ""] = version.split(" ");
    return { uid, transaction, bytes: Number(bytes) };
  });
}

/** Groups the records of a page into parts, each of which is read by one statement. */
export function partsOf(versions: readonly RecordVersion[]): RecordVersion[][] {
  const parts: RecordVersion[][] = [];
  let room = 0;
  for (const version of versions) {
    room -= version.bytes;
    const last = parts.at(-1);
    if (last && room >= 0) last.push(version);
    else {
      parts.push([version]);
      room = MOST_BYTES - version.bytes;
    }
  }
  return parts;
}
