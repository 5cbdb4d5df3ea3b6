import { own, type ResourceModel } from "@metadata-service/spec-tools";
import type { ByteBudget } from "../byte-budget.js";
import { type Collection, createCollection } from "../data/create-collection.js";
import type { RecordView } from "../data/record-view.js";
import { createsOnly } from "../resources/creates-only.js";
import type { ResourceIndex } from "../resources/resource-index.js";
import type { ValueMaker } from "../values/value.js";
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
  /** Describes each resource for which no valid record can be generated. */
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

/** The maximum number of collections. There is one for each value of a parent path parameter. */
const MOST_COLLECTIONS = 500;
/** The number of generated records for lists without a limit, which return all records at once. */
const UNPAGED_ROWS = 20;
/** The template of the URL of a file in records that are only validated. */
const ANY_FILE = "https://example.com/files/{id}";

export function createCollections({ index, maker, budget, size, seed, preset }: CollectionsOptions): Collections {
  const viewsOf = (resource: ResourceModel): RecordView[] => {
    const uses = index.usesOf(resource);
    const views = [...uses.map(({ view }) => view), ...uses.map(({ requestView }) => requestView)];
    return [index.typed(resource)?.view, ...views].filter((view) => view !== undefined);
  };
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
    const options = { name, seed, stored: storedOf(resource, name, fixed), firstIdentity, fixed };
    const made = createCollection(maker, viewsOf(resource), { ...options, size: rows });
    const main = index.mainView(resource);
    // If no valid record can be generated, the list is empty; a notice was printed at startup.
    const isMade = rows === 0 || !main || made.record(main, 0, presentOf(resource)) !== undefined;
    return isMade ? made : createCollection(maker, viewsOf(resource), { ...options, size: 0 });
  }

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
    problems: () =>
      index.api.resources.flatMap((resource) => {
        const view = index.mainView(resource);
        if (!view || createsOnly(index, resource) || preset.has(resource.name)) return [];
        const options = { name: resource.name, seed, stored: createStoredRows(budget), firstIdentity: 1, size: 1 };
        const made = createCollection(maker, viewsOf(resource), options).record(view, 0, presentOf(resource));
        if (made !== undefined) return [];
        return [`No valid record of ${resource.name} can be made: ${maker.whyNot(view.pointer, view.schema)}`];
      }),
  };
}

/** Whether a record has the values required by the parent path. */
const isWithin = (content: RowContent, fixed: RowContent): boolean =>
  Object.entries(fixed).every(([key, value]) => String(own(content, key)) === String(value));

function rowsOf(index: ResourceIndex, resource: ResourceModel): number {
  const lists = index.usesOf(resource).filter(({ use }) => use.role === "list");
  const isPaged = lists.every(
    ({ use, pagination }) => pagination || Object.values(use.query ?? {}).some((one) => one.use === "limit"),
  );
  return isPaged ? Number.POSITIVE_INFINITY : UNPAGED_ROWS;
}
