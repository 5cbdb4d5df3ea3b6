import { makeKey } from "../keys/api-key.js";
import type { KeyRing } from "../keys/key-ring.js";
import type { Collection } from "../lists/collection.js";
import { importRecords } from "../lists/import-records.js";
import { createRecordReader } from "../lists/read-record.js";
import type { KeyStore } from "../storage/key-store.js";
import type { ListWriter } from "../storage/list-writer.js";
import type { MetadataStore } from "../storage/metadata-store.js";
import { sqlMoment } from "../storage/sql-moment.js";
import { type Administration, AdministrationError } from "./administration.js";

/** What administration works on. */
export interface AdministrationParts {
  readonly keys: KeyStore;
  readonly metadata: MetadataStore;
  readonly writer: ListWriter;
  readonly collections: ReadonlyMap<string, Collection>;
  /** The namespaces of the document. */
  readonly namespaces: readonly string[];
  /** Of the service in this process, if there is one. */
  readonly keyRing?: KeyRing;
}

const LONGEST_LABEL = 200;

/** Administration on a database that this process has open. */
export function createLocalAdministration(parts: AdministrationParts): Administration {
  const { keys, metadata, writer, collections, namespaces, keyRing } = parts;
  return {
    async createKey(label, expiresDate) {
      if (label === "" || label.length > LONGEST_LABEL || /\p{C}/u.test(label))
        throw new AdministrationError(`A label must have 1 to ${LONGEST_LABEL} printable characters`);
      return makeKey(keys, { label, expiresDate: expiresDate === null ? null : expiry(expiresDate) });
    },
    listKeys: () => keys.list(),
    async revokeKey(id) {
      const found = await keys.revoke(id);
      keyRing?.forget();
      return found;
    },
    collections: async () => [...collections.keys()],
    async importRecords(name, source, reports) {
      const collection = collections.get(name);
      if (!collection)
        throw new AdministrationError(
          `There is no collection ${name}; there are ${[...collections.keys()].join(", ")}`,
        );
      return importRecords(source, {
        collection: name,
        read: createRecordReader(collection),
        writer,
        onReject: (reject) => reports.onReject(reject),
        onProgress: (counts) => reports.onProgress?.(counts),
      });
    },
    async *exportMetadata(namespace) {
      if (!namespaces.includes(namespace))
        throw new AdministrationError(`There is no namespace ${namespace}; there are ${namespaces.join(", ")}`);
      for await (const record of metadata.readAll(namespace)) yield JSON.stringify(record);
    },
  };
}

function expiry(text: string): string {
  if (!isDateTime(text))
    throw new AdministrationError(`The expiry must be an RFC 3339 date-time, as 2027-01-31T00:00:00Z, not ${text}`);
  return sqlMoment(text);
}

/** `Date` takes the 30th of February for the 2nd of March; a date-time that comes back is one of the calendar. */
function isDateTime(text: string): boolean {
  const [, date, time] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? [];
  const moment = new Date(`${date}T${time}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${date}T${time}`);
}
