import type { RecordView } from "@metadata-service/server-rules";
import type { Located, SchemaObject } from "@metadata-service/spec-tools";
import { FIRST_ADDED, type RowContent, type StoredRows } from "../memory/stored-rows.js";
import type { ValueMaker } from "../values/value.js";
import { completeValue } from "./complete-value.js";
import { documentRows, MOST_DOCUMENTED } from "./document-rows.js";
import { type Changes, createDrift } from "./drift.js";
import { hash, hashText } from "./hash.js";
import { createRowMatcher, type RowFilter } from "./match-rows.js";
import { createRecordReader, type Present } from "./read-record.js";
import { type IdentityPlaces, type MemberKey, type RecordMember, recordMembers } from "./record-members.js";
import { repeatedRows } from "./repeated-rows.js";
import { createRowOrder, rowsExcept } from "./row-order.js";
import { createRowValues, identityOf, type RowValues } from "./row-values.js";
import { createTimeline } from "./timeline.js";
import { createWholeRows } from "./whole-rows.js";

/**
 * The records of one collection. Generated records are computed on demand from the seed and their row number, so a
 * million of them cost nothing until they are read. Only changes are stored.
 */
export interface Collection {
  readonly name: string;
  /** How many rows match. */
  count(filter: RowFilter): number;
  /** Returns matching rows in order, in the format of a view. */
  read(
    view: RecordView,
    filter: RowFilter,
    page: { readonly offset: number; readonly limit: number },
    present?: Present,
  ): unknown[];
  /** The place of the record with an identity among the matching rows; -1 if it is none of them. */
  placeOf(identity: unknown, filter: RowFilter): number;
  /** The record of a row; undefined if no valid one can be generated. */
  record(view: RecordView, row: number, present?: Present): unknown;
  /** The row of the record with an identity. */
  find(identity: unknown): number | undefined;
  /**
   * The generated row whose values are used for an identity that no record has; undefined if a record with that
   * identity was deleted.
   */
  templateRowFor(identity: unknown): number | undefined;
  /** A row for a value that cannot be an identity, such as a name in the place of a number; always the same one. */
  rowForOther(value: unknown): number | undefined;
  /** The identity of a new record. */
  nextIdentity(): unknown;
  /** All values of a row, by field key. */
  content(row: number): RowContent;
  /** Adds what is missing in a value of a row, as its schema requires; see `completeValue`. */
  complete(place: Located<SchemaObject>, row: number, value: unknown): unknown;
  /** Whether clients or the user stored the row, and it was not generated. */
  isStored(row: number): boolean;
  /** Stores a record in its row or in a new one; returns the row number. Throws MemoryFull. */
  put(row: number | undefined, content: RowContent, now: number): number;
  /** Throws MemoryFull. */
  remove(row: number, anyIdentityExists?: boolean): void;
  /** Computes in chunks when each row was last changed; yields the number of rows in each chunk. */
  index(): Iterable<number>;
  /** Adds, changes and removes rows, chosen by the seed and dated by a clock. */
  drift(changes: Changes, now: () => number): void;
}

export interface CollectionOptions {
  readonly name: string;
  /** How many rows are generated. */
  readonly size: number;
  readonly seed: number;
  readonly stored: StoredRows;
  /** The number after which identities of new records begin, regardless of the size in the scenario. */
  readonly firstIdentity: number;
  /** Fields that have the same value in every generated record. */
  readonly fixed?: RowContent;
  /** Records that take the place of the first generated ones. */
  readonly documented?: readonly RowContent[];
  /** Fields by whose values a record is found, too. */
  readonly alternatives?: readonly MemberKey[];
  /** Where the identity of a record is used besides the record. */
  readonly identityPlaces?: IdentityPlaces;
  /** The fullest format of a record. If its fields are not valid together, records are generated in it as a whole. */
  readonly mainView?: RecordView;
}

/** Creates the collection behind these views. */
export function createCollection(
  maker: ValueMaker,
  views: readonly RecordView[],
  options: CollectionOptions,
): Collection {
  const { name, size, stored } = options;
  const seed = hashText(options.seed, name);
  const members = recordMembers(maker, views, options.identityPlaces);
  const timeline = createTimeline(seed, size);
  const whole = options.mainView && { whole: createWholeRows(maker, options.mainView) };
  const values = createRowValues(members, timeline, { ...options, seed, fixed: options.fixed ?? {}, ...whole });
  const repeated = repeatedRows(members, values, options);
  const order = createRowOrder(size, repeated);
  const first = order.slice(0, MOST_DOCUMENTED);
  for (const row of stored.removed) if (row < size) order.remove(row);
  for (const row of stored.added) order.add(row);
  const matcher = createRowMatcher(members, order, values);
  const reader = createRecordReader(maker, members, values, stored);
  const change = createDrift(seed, { order, values, members });
  const identity = members.find(({ key }) => key === "@identity");
  const findGenerated = generatedFinder(identity, values, { size, seed, stored, repeated });
  const find = (wanted: unknown) => {
    const row = stored.find(String(wanted));
    // A smaller scenario has fewer generated rows.
    const own = row !== undefined && (row < size || row >= FIRST_ADDED) ? row : findGenerated(String(wanted));
    return own ?? matcher.first(options.alternatives ?? [], wanted);
  };
  documentRows(options, { rows: first, identity, values, findGenerated });

  return {
    name,
    count: (filter) => matcher.match(filter)?.length ?? order.length,
    read(view, filter, { offset, limit }, present) {
      const found = matcher.match(filter)?.slice(offset, offset + limit) ?? order.slice(offset, limit);
      return found.flatMap((row) => reader.read(view, row, present) ?? []);
    },
    placeOf: (wanted, filter) => matcher.placeOf(find(wanted), filter),
    record: reader.read,
    find,
    ...openRows(identity, { size, seed, stored }),
    nextIdentity() {
      if (!identity) return undefined;
      // Identities of deleted records are not reused: clients may still request them.
      for (let row = options.firstIdentity + stored.issued, tries = 0; ; row++, tries++) {
        const context = { ...values.contextOf(row), stream: hash(seed, row) };
        const made = identityOf(identity, context);
        const fitting = identity.fits(made) ? made : identity.generate(context);
        if (fitting === undefined || find(fitting) === undefined) return fitting;
        if (tries > MOST_TRIES) return undefined;
      }
    },
    content: values.contentOf,
    complete: (place, row, value) => completeValue(maker, place, value, values.contextOf(row)),
    isStored: (row) => stored.content(row) !== undefined,
    put(given, content, now) {
      const row = given ?? stored.nextRow();
      const createdAt = given === undefined ? now : values.createdAt(given);
      const isNew = given === undefined || (stored.removed.has(row) && row < size);
      stored.put(row, content, { createdAt, updatedAt: now });
      if (isNew) order.add(row);
      matcher.clear();
      return row;
    },
    remove(row, anyIdentityExists) {
      stored.remove(row, identity && String(values.memberValue(identity, row)), anyIdentityExists || undefined);
      order.remove(row);
      matcher.clear();
    },
    index: values.index,
    drift(changes, now) {
      change(changes, now);
      reader.clear();
      matcher.clear();
    },
  };
}

/** Chooses generated rows for identities that a spec leaves open. */
function openRows(
  identity: RecordMember | undefined,
  { size, seed, stored }: Pick<CollectionOptions, "size" | "seed" | "stored">,
): Pick<Collection, "templateRowFor" | "rowForOther"> {
  const chosen = (value: unknown) => (size > 0 ? hashText(seed, String(value)) % size : undefined);
  return {
    templateRowFor: (to) => (identity?.fits(to) && !stored.isRemoved(String(to)) ? chosen(to) : undefined),
    rowForOther(value) {
      const row = identity?.fits(value) === false ? chosen(value) : undefined;
      return row !== undefined && stored.removed.has(row) ? undefined : row;
    },
  };
}

interface Generated extends Pick<CollectionOptions, "size" | "seed" | "stored"> {
  /** The rows that are left out. */
  readonly repeated: ReadonlySet<number>;
}

/** Finds generated rows by identity. */
function generatedFinder(
  identity: RecordMember | undefined,
  values: RowValues,
  { size, seed, stored, repeated }: Generated,
) {
  /** Created on first use. */
  let rows: Map<string, number> | undefined;
  return (wanted: string): number | undefined => {
    if (size === 0 || stored.isRemoved(wanted)) return undefined;
    // No field identifies a record, so each identity is assigned to one of them.
    if (!identity) return hashText(seed, wanted) % size;
    rows ??= new Map(rowsExcept(size, repeated).map((row) => [String(values.generated(identity, row)), row] as const));
    const row = rows.get(wanted);
    // A documented record that took the place of the generated one has another identity.
    const own = row === undefined ? undefined : stored.content(row)?.["@identity"];
    if (own !== undefined && String(own) !== wanted) return undefined;
    return row !== undefined && !stored.removed.has(row) ? row : undefined;
  };
}

/** The maximum number of identities to try until a free one is found. */
const MOST_TRIES = 1000;
