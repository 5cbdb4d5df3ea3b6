import { isDateTime, MAX_BODY_BYTES, type OperationRules } from "@metadata-service/server-rules";
import type { ResourceRecords } from "../handlers/record-format.js";
import { isValid, makeKey, NO_LIMITS } from "../keys/api-key.js";
import type { KeyRing } from "../keys/key-ring.js";
import type { KeySeal } from "../keys/key-seal.js";
import type { KeyUses } from "../keys/key-uses.js";
import type { KeyLimits, KeyStore } from "../keys/stored-key.js";
import type { Collection } from "../lists/collection.js";
import { cutterOf } from "../lists/import-formats.js";
import { type ImportCounts, importRecords, MAX_RECORD_BYTES, type Reject } from "../lists/import-records.js";
import { createMetadataReader, exportedNames } from "../lists/read-metadata.js";
import { createRecordReader } from "../lists/read-record.js";
import type { ImportLog } from "../storage/lists/import-log.js";
import type { ListStore } from "../storage/lists/list-store.js";
import type { ListWriter } from "../storage/lists/list-writer.js";
import type { MetadataStore } from "../storage/records/metadata-store.js";
import { sqlMoment } from "../storage/sql/sql-moment.js";
import type { StoredJson } from "../storage/stored-json.js";
import { type Administration, AdministrationError, type ImportReports } from "./administration.js";

/** The dependencies of the administration. */
export interface AdministrationParts {
  readonly keys: KeyStore;
  readonly seal: KeySeal;
  readonly metadata: MetadataStore;
  readonly metadataWriter: ListWriter;
  /** The operation that creates metadata records, and how these are stored, if the spec has one. */
  readonly create: OperationRules | undefined;
  readonly records: ResourceRecords | undefined;
  readonly lists: ListStore;
  backup(): AsyncIterable<string>;
  readonly json: StoredJson;
  readonly writer: ListWriter;
  readonly imports: Pick<ImportLog, "watch">;
  readonly collections: ReadonlyMap<string, Collection>;
  /** The namespaces of the document. */
  readonly namespaces: readonly string[];
  /** Whether a key with these limits gives access to any operation. */
  opensAnything(limits: KeyLimits): boolean;
  /** The key ring of the service in this process, if there is one. */
  readonly serving?: { readonly keyRing: KeyRing; readonly uses: KeyUses };
  /** Whether requests wait for the statements of an operator, as on an embedded database that is served. */
  readonly sharesConnection?: boolean;
}

const LONGEST_LABEL = 200;

/** The time that a batch of an import takes on an embedded database that is served, in ms. */
const BATCH_TIME = 100;

const OPENS_NOTHING =
  "A key with this --namespace and --scope could not call any operation; choose a wider --scope, or leave out --namespace";

/** Creates the administration of a database that this process has open. */
export function createLocalAdministration(parts: AdministrationParts): Administration {
  const { metadata, writer, imports, lists, collections, namespaces } = parts;
  const batchTime = parts.sharesConnection ? BATCH_TIME : undefined;
  const requireNamespace = (namespace: string) => checkNamespace(namespace, namespaces);
  const collectionNamed = (name: string) => {
    const collection = collections.get(name);
    if (collection) return collection;
    throw new AdministrationError(`Unknown collection ${name}; known: ${[...collections.keys()].join(", ")}`);
  };
  return {
    ...createKeyAdministration(parts),
    collections: async () => [...collections.keys()],
    async importRecords(name, source, reports) {
      const collection = collectionNamed(name);
      const members = collection.kept.pagination?.members;
      // Of a record without described fields, any is as good as another.
      const undescribed = members?.size ? new Set<string>() : undefined;
      return imports.watch(name, (onProgress) =>
        importRecords(source, {
          ...partsOf(reports, onProgress, (field) => members?.get(field)?.node),
          collection: name,
          read: createRecordReader(collection, undescribed),
          undescribed,
          maxBytes: MAX_RECORD_BYTES,
          replaces: true,
          writer,
          batchTime,
        }),
      );
    },
    async importMetadata(namespace, source, reports) {
      requireNamespace(namespace);
      const records = required(parts.records);
      const { schema, limits } = required(parts.create?.body);
      return imports.watch(`metadata/${namespace}`, (onProgress) =>
        importRecords(source, {
          ...partsOf(reports, onProgress, (field) => schema.properties?.[field]),
          collection: namespace,
          read: createMetadataReader(records, limits, parts.json),
          // An exported record has timestamps in addition to the body of a create request, so it may be larger.
          maxBytes: 2 * MAX_BODY_BYTES,
          replaces: false,
          writer: parts.metadataWriter,
          batchTime,
        }),
      );
    },
    async *exportMetadata(namespace) {
      requireNamespace(namespace);
      const { unpack, kept } = required(parts.records);
      const { createdAt, updatedAt } = exportedNames(kept);
      for await (const { uid, items: content, ...times } of metadata.readAll(namespace)) {
        const moments = { [createdAt]: times.createdDate, [updatedAt]: times.updatedDate };
        yield parts.json.write(JSON.stringify({ ...unpack(uid, { content, ...times }), ...moments }));
      }
    },
    async *exportRecords(name) {
      collectionNamed(name);
      yield* lists.readAll(name);
    },
    backup: parts.backup,
  };
}

function createKeyAdministration(
  parts: AdministrationParts,
): Pick<Administration, "createKey" | "rotateKey" | "listKeys" | "revokeKey"> {
  const { keys, seal, namespaces, serving } = parts;
  return {
    async createKey(label, expiresDate, limits = NO_LIMITS) {
      checkLabel(label);
      const { namespace, mayRead, mayWrite } = limits;
      if (namespace !== null) checkNamespace(namespace, namespaces);
      if (!parts.opensAnything(limits)) throw new AdministrationError(OPENS_NOTHING);
      const expires = expiresDate === null ? null : expiry(expiresDate);
      return makeKey(keys, seal, { label, expiresDate: expires, namespace, mayRead, mayWrite });
    },
    async rotateKey(id, expiresDate) {
      const old = (await keys.list()).find((key) => key.id === id);
      if (!old) return undefined;
      if (old.revokedDate !== null)
        throw new AdministrationError(`The key ${id} is already revoked; create a new one with keys create`);
      const { label, namespace, mayRead, mayWrite } = old;
      if (expiresDate === null && !isValid(old, Date.now()))
        throw new AdministrationError(
          `The key ${id} expired at ${old.expiresDate}; say with --expires how long the new one is valid, or create one with keys create`,
        );
      const expires = expiresDate === null ? old.expiresDate : expiry(expiresDate);
      return makeKey(keys, seal, { label, expiresDate: expires, namespace, mayRead, mayWrite });
    },
    async listKeys() {
      await serving?.uses.flush();
      return keys.list();
    },
    async revokeKey(id) {
      const found = await keys.revoke(id);
      serving?.keyRing.forget();
      return found;
    },
  };
}

function required<T>(ofCreate: T | undefined): T {
  if (ofCreate !== undefined) return ofCreate;
  throw new AdministrationError("The spec has no operation that creates metadata records");
}

function checkNamespace(namespace: string, namespaces: readonly string[]): void {
  if (!namespaces.includes(namespace))
    throw new AdministrationError(`Unknown namespace ${namespace}; known: ${namespaces.join(", ")}`);
}

function checkLabel(label: string): void {
  if (label === "" || label.length > LONGEST_LABEL || /\p{C}/u.test(label))
    throw new AdministrationError(
      `--label must have 1 to ${LONGEST_LABEL} printable characters, not ${JSON.stringify(label)}`,
    );
}

/** Returns the settings that all imports have in common. */
function partsOf(
  reports: ImportReports,
  onProgress: (counts: Readonly<ImportCounts>) => void,
  schemaOf: Parameters<typeof cutterOf>[1],
) {
  const { format = "ndjson", separator } = reports;
  return {
    cut: cutterOf(format, schemaOf, separator),
    onReject: (reject: Reject) => reports.onReject(reject),
    onProgress(counts: Readonly<ImportCounts>) {
      onProgress(counts);
      reports.onProgress?.(counts);
    },
  };
}

function expiry(text: string): string {
  // A date without a time means its start in UTC.
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  if (!isDateTime(moment))
    throw new AdministrationError(
      `The expiry must be a date such as 2027-01-31, or a date and time such as 2027-01-31T18:00:00Z, not ${text}`,
    );
  // A leap second is no number.
  if (!(Date.parse(moment) > Date.now()))
    throw new AdministrationError(`The expiry ${text} is in the past; it must be in the future`);
  return sqlMoment(moment);
}
