import { resolve } from "node:path";
import type { Rules } from "@metadata-service/server-rules";
import type { Administration } from "./admin/administration.js";
import { type AdministrationParts, createLocalAdministration } from "./admin/local-administration.js";
import { typedRecords } from "./handlers/resource-records.js";
import { namespaceParameter, permissionProblem } from "./keys/key-permission.js";
import { createKeySeal, type KeySeal } from "./keys/key-seal.js";
import type { KeyLimits, KeyStore } from "./keys/stored-key.js";
import { type Collection, collectionsOf } from "./lists/collection.js";
import { importableLists } from "./lists/list-names.js";
import type { Database } from "./storage/database.js";
import { backupLines } from "./storage/embedded/backup.js";
import type { FolderLock } from "./storage/embedded/data-folder-lock.js";
import { createKeyStore } from "./storage/key-store.js";
import { createImportLog, type ImportLog } from "./storage/lists/import-log.js";
import { createListStore, type ListStore } from "./storage/lists/list-store.js";
import { createListWriter } from "./storage/lists/list-writer.js";
import { migrate } from "./storage/migrate.js";
import { type DatabaseEvents, type OpenDatabase, openDatabase } from "./storage/open-database.js";
import { indexMetadata } from "./storage/records/metadata-order.js";
import { createMetadataStore, type MetadataStore } from "./storage/records/metadata-store.js";
import { createMetadataWriter } from "./storage/records/metadata-writer.js";
import { whyUnusable } from "./storage/server/why-unusable.js";
import { watchDisk } from "./storage/watch-disk.js";

/** An open and up-to-date database, with its stores. */
export interface Stores {
  readonly db: Database;
  readonly kind: "folder" | "server";
  /** The lock of the folder, if there is one. */
  readonly lock: FolderLock | undefined;
  /** The repairs that were necessary to open it, in sentences for operators. */
  readonly notices: readonly string[];
  /** Resolves if the database works; see {@link OpenDatabase.probe}. */
  readonly probe: OpenDatabase["probe"];
  readonly keys: KeyStore;
  readonly seal: KeySeal;
  readonly metadata: MetadataStore;
  readonly lists: ListStore;
  readonly collections: ReadonlyMap<string, Collection>;
  /** Returns a summary of the imports of all processes that use the database. */
  readonly imports: ImportLog["summary"];
  readonly connections: OpenDatabase["connections"];
  /** @param serving the keys of the service in this process, if there is one */
  administration(serving?: AdministrationParts["serving"]): Administration;
  close(): Promise<void>;
}

/** The database to open. */
export interface StoreSettings {
  readonly data: string;
  readonly databaseUrl?: string;
  readonly databaseConnections: number;
}

/** Time limits of requests for the database, in ms. */
export interface DatabaseWaits {
  /** For a connection, a turn, or the batch of a create request to start. */
  readonly beginWait?: number;
  /** For a statement of a server database. */
  readonly statementTimeout?: number;
}

/**
 * Opens a database, embedded or not, and brings its schema up to date.
 *
 * @param now a monotonic clock, in ms
 */
export async function openStores(
  { data, databaseUrl, databaseConnections }: StoreSettings,
  rules: Rules,
  options: DatabaseEvents & DatabaseWaits = {},
  now: () => number = () => performance.now(),
): Promise<Stores> {
  const { beginWait, statementTimeout, onWait } = options;
  const hasLimits = databaseUrl !== undefined && statementTimeout !== undefined;
  if (hasLimits) await migrateServer(databaseUrl, rules, onWait);
  const { db, patient, kind, lock, notices, probe, connections, close } = await openDatabase(
    databaseUrl === undefined
      ? { kind: "folder", folder: resolve(data), beginWait }
      : {
          kind: "server",
          url: databaseUrl,
          connections: databaseConnections,
          beginWait,
          statementTimeout,
        },
    options,
  );
  const keys = createKeyStore(db);
  let seal: KeySeal;
  try {
    if (!hasLimits) await upgrade(patient, rules, onWait);
    seal = createKeySeal(await keys.sealSecret());
  } catch (error) {
    await close();
    throw whyUnusable(error) ?? error;
  }
  const disk = watchDisk(now);
  const metadata = createMetadataStore(db, beginWait, { holdsThread: kind === "folder", json: rules });
  const shared = { seal, collections: collectionsOf(rules) };
  const stores = {
    ...shared,
    keys,
    metadata: {
      ...metadata,
      create: (...record: Parameters<MetadataStore["create"]>) => disk.watch(() => metadata.create(...record)),
      change: (...record: Parameters<MetadataStore["change"]>) => disk.watch(() => metadata.change(...record)),
    },
    lists: createListStore(db, rules),
  };
  return {
    ...stores,
    db,
    kind,
    lock,
    notices,
    imports: createImportLog(db).summary,
    connections,
    async probe() {
      disk.check();
      await probe();
    },
    close,
    administration: (serving) =>
      createLocalAdministration({
        ...shared,
        collections: importable(rules, shared.collections),
        keys: createKeyStore(patient),
        metadata: createMetadataStore(patient, beginWait, { holdsThread: false, json: rules }),
        lists: createListStore(patient, rules),
        writer: createListWriter(patient),
        metadataWriter: createMetadataWriter(patient),
        imports: createImportLog(patient),
        backup: () => backupLines(patient),
        json: rules,
        ...metadataParts(rules, stores.metadata),
        opensAnything: (limits) => opensAnything(rules, limits),
        serving,
        sharesConnection: kind === "folder" && serving !== undefined,
      }),
  };
}

async function upgrade(db: Database, rules: Rules, onWait: DatabaseEvents["onWait"]): Promise<void> {
  await migrate(db, onWait);
  await indexMetadata(db, rules);
}

/**
 * Migrates over a separate connection without time limits: if many processes start at once, all but one wait for it,
 * and migrating a lot of data can take a long time.
 */
async function migrateServer(url: string, rules: Rules, onWait: DatabaseEvents["onWait"]): Promise<void> {
  const { db, close } = await openDatabase({ kind: "server", url, connections: 1 });
  try {
    await upgrade(db, rules, onWait);
  } finally {
    await close();
  }
}

/** Whether a key with these limits gives access to any operation. */
function opensAnything(rules: Rules, limits: KeyLimits): boolean {
  const nameOf = namespaceParameter(rules);
  return rules.operations.some(({ id, method, path }) => {
    const namespace = path.includes(`{${nameOf(id)}}`) ? (limits.namespace ?? "") : undefined;
    return permissionProblem(limits, { method, namespace }) === undefined;
  });
}

const importable = (rules: Rules, collections: ReadonlyMap<string, Collection>): ReadonlyMap<string, Collection> => {
  const names = new Set(importableLists(rules));
  return new Map([...collections].filter(([name]) => names.has(name)));
};

/** Returns what an import and an export of metadata need to know of the spec. */
function metadataParts(rules: Rules, store: MetadataStore) {
  const create = rules.operations.find(({ method, body }) => method === "POST" && body?.itemsIn([]));
  // The namespace is the only parameter of the path.
  const [namespace, ...others] = create?.parameters.filter((parameter) => parameter.in === "path") ?? [];
  return {
    create,
    records: rules.api.resources.flatMap((one) => typedRecords(rules, one, store, "") ?? [])[0],
    namespaces: others.length > 0 ? [] : (namespace?.schema.enum ?? []).map(String),
  };
}
