import { memberKey, type RecordView } from "@metadata-service/server-rules";
import { own, type ResourceModel } from "@metadata-service/spec-tools";
import type { ByteBudget } from "../byte-budget.js";
import { type Collection, createCollection } from "../data/create-collection.js";
import type { IdentityPlaces } from "../data/record-members.js";
import { createsOnly } from "../resources/creates-only.js";
import type { ResourceIndex } from "../resources/resource-index.js";
import type { ValueMaker } from "../values/value.js";
import { documentedRecords } from "./documented-records.js";
import type { PresetRow } from "./preset-rows.js";
import { createStoredRows, type RowContent, type StoredRows } from "./stored-rows.js";

/** The records of each resource, created on first use. */
export interface Collections {
  /**
   * The collection of a resource.
   *
   * @param mode the list size set by the scenario
   * @param place the collection's key, and the fields whose values are set by the parent path
   */
  of(resource: ResourceModel, mode: { readonly size?: number }, place?: CollectionPlace): Collection;
  /** Regenerates the lists; keeps what clients changed. */
  relist(): void;
  /** Regenerates the lists, and discards what clients changed. */
  forget(): void;
  /** The number of records that clients created and did not delete. */
  created(): number;
  /** Explains why no valid record of a resource can be generated; undefined if one can. */
  problemOf(resource: ResourceModel): string | undefined;
  /** Describes each resource for which no valid record can be generated; none if there are too many to check them all. */
  problems(): string[];
}

export interface CollectionPlace {
  readonly key: string;
  readonly fixed: RowContent;
}

interface CollectionsOptions {
  readonly index: ResourceIndex;
  readonly maker: ValueMaker;
  readonly budget: ByteBudget;
  readonly size: number;
  readonly seed: number;
  /** The user's records by resource name, which replace generated ones. */
  readonly preset: ReadonlyMap<string, readonly PresetRow[]>;
}

/** The most resources that are checked at startup. With more, it would take seconds; a request then gets the reason. */
const MOST_CHECKED = 50;
/** The maximum number of collections. There is one for each value of a parent path parameter. */
const MOST_COLLECTIONS = 500;
/** The number of generated records for lists without a limit, which return all records at once. */
const UNPAGED_ROWS = 20;
/** The template of the URL of a file in records that are only validated. */
const ANY_FILE = "https://example.com/files/{id}";

export function createCollections({ index, maker, budget, size, seed, preset }: CollectionsOptions): Collections {
  const presentOf = (resource: ResourceModel) => index.typed(resource)?.present(ANY_FILE);
  const collections = new Map<string, Collection>();
  const stored = new Map<string, StoredRows>();

  function storedOf({ name: resource }: ResourceModel, name: string, fixed: RowContent): StoredRows {
    const known = stored.get(name);
    if (known) return known;
    const rows = createStoredRows(budget);
    for (const { content, ...moments } of preset.get(resource) ?? [])
      if (isWithin(content, fixed)) rows.put(rows.nextRow(), content, { ...moments, isPreset: true });
    stored.set(name, rows);
    return rows;
  }

  function make(resource: ResourceModel, name: string, rows: number, fixed: RowContent): Collection {
    const firstIdentity = Math.min(size, rowsOf(index, resource));
    const main = index.mainView(resource);
    const documented = preset.has(resource.name)
      ? []
      : documentedOf(resource).filter((one) => isWithin(one, fixed, true));
    const options = {
      ...{ name, seed, stored: storedOf(resource, name, fixed), firstIdentity, fixed },
      ...{ documented, identityPlaces: identityPlaces(index, maker, resource) },
      alternatives: alternativesOf(index, resource),
      // Typed items are stored in the format of requests.
      ...(main && !index.typed(resource) && { mainView: main }),
    };
    const made = createCollection(maker, viewsOf(index, resource), { ...options, size: rows });
    // If no valid record can be generated, the list is empty; a notice was printed at startup.
    const isMade = rows === 0 || !main || made.record(main, 0, presentOf(resource)) !== undefined;
    return isMade ? made : createCollection(maker, viewsOf(index, resource), { ...options, size: 0 });
  }

  const documentedOf = remembered((resource) => documentedRecords(index, maker, resource));

  const problemOf = remembered((resource) => {
    const view = index.mainView(resource);
    if (!view || createsOnly(index, resource) || preset.has(resource.name)) return undefined;
    const options = {
      ...{ name: resource.name, seed, stored: createStoredRows(budget), firstIdentity: 1, size: 1 },
      identityPlaces: identityPlaces(index, maker, resource),
    };
    const why = reasonOf(() => {
      const made = createCollection(maker, viewsOf(index, resource), options).record(view, 0, presentOf(resource));
      return made === undefined ? maker.whyNot(view.pointer, view.schema) : undefined;
    });
    return why === undefined ? undefined : `No valid record of ${resource.name} can be made: ${why}`;
  });

  return {
    of(resource, { size: wanted = size }, { key: scope, fixed } = { key: "", fixed: {} }) {
      const name = scope === "" ? resource.name : `${resource.name} ${scope}`;
      const key = JSON.stringify([name, wanted]);
      const known = collections.get(key);
      if (known) return known;
      if (collections.size >= MOST_COLLECTIONS) collections.clear();
      const most = createsOnly(index, resource) ? 0 : Math.min(wanted, rowsOf(index, resource));
      const rows = resource.kind === "singleton" ? 1 : most;
      const collection = make(resource, name, preset.has(resource.name) ? 0 : rows, fixed);
      collections.set(key, collection);
      return collection;
    },
    relist: () => collections.clear(),
    forget() {
      for (const rows of stored.values()) rows.clear();
      stored.clear();
      collections.clear();
    },
    created: () => [...stored.values()].reduce((sum, rows) => sum + rows.created, 0),
    problemOf,
    problems() {
      const { resources } = index.api;
      return resources.length > MOST_CHECKED ? [] : resources.flatMap((resource) => problemOf(resource) ?? []);
    },
  };
}

/** Returns what a function returns, or why a schema cannot be used. */
function reasonOf(find: () => string | undefined): string | undefined {
  try {
    return find();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The formats of a record in all operations; first that of typed items, and last those of requests. */
function viewsOf(index: ResourceIndex, resource: ResourceModel): RecordView[] {
  const uses = index.usesOf(resource);
  const views = [...uses.map(({ view }) => view), ...uses.map(({ requestView }) => requestView)];
  return [index.typed(resource)?.view, ...views].filter((view) => view !== undefined);
}

/** The keys of the fields by which a record is found, too: those of `{id_or_slug}`. */
const alternativesOf = (index: ResourceIndex, resource: ResourceModel): string[] => {
  const uses = index.usesOf(resource);
  const names = uses.flatMap(({ use }) => use.identifiedBy?.fields ?? []);
  const keys = names.flatMap((name) =>
    uses.flatMap(({ view }) => (view?.members.has(name) ? memberKey(view, name) : [])),
  );
  return [...new Set(keys)].filter((key) => key !== "@identity");
};

/** The parameters that identify a record. */
function identityPlaces(index: ResourceIndex, maker: ValueMaker, resource: ResourceModel): IdentityPlaces {
  const schemas = index.identityParameters(resource).map(({ schema }) => schema);
  return {
    generators: schemas.map(({ pointer, node }) => maker.at(pointer, node)),
    fits: (value) => schemas.every((schema) => maker.fits(schema.pointer, maker.texts.read(schema, [String(value)]))),
  };
}

/**
 * Whether a record has the values required by the parent path.
 *
 * @param isOpen whether a field may also be missing
 */
const isWithin = (content: RowContent, fixed: RowContent, isOpen = false): boolean =>
  Object.entries(fixed).every(
    ([key, value]) => (isOpen && own(content, key) === undefined) || String(own(content, key)) === String(value),
  );

function remembered<T>(make: (resource: ResourceModel) => T): (resource: ResourceModel) => T {
  const known = new Map<string, T>();
  return (resource) => {
    const made = known.get(resource.name) ?? make(resource);
    known.set(resource.name, made);
    return made;
  };
}

function rowsOf(index: ResourceIndex, resource: ResourceModel): number {
  const lists = index.usesOf(resource).filter(({ use }) => use.role === "list");
  const isPaged = lists.every(
    ({ use, pagination }) => pagination || Object.values(use.query ?? {}).some((one) => one.use === "limit"),
  );
  return isPaged ? Number.POSITIVE_INFINITY : UNPAGED_ROWS;
}
