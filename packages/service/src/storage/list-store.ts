import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { checkedText } from "./checked-text.js";
import type { Database } from "./database.js";
import { partsOf, type RecordVersion, readVersions } from "./page-parts.js";
import { PREPARED } from "./prepared.js";

/** The collection, window and position of a page. */
export interface PageRequest {
  readonly collection: string;
  readonly limit: number;
  readonly offset: number;
  /** Literals of `sqlMoment`: from is inclusive, to is exclusive. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
  /** All filters must match. */
  readonly filters: readonly FieldFilter[];
  readonly text: ShownText;
}

/** The stored text of a record that an operation returns (decision 0103). */
export interface ShownText {
  /**
   * The current rules. The texts of a record that was validated against other rules at its import cannot be used
   * unchanged.
   */
  readonly rules: string;
  /** The index among the texts with other field names; undefined for the imported text. */
  readonly renamed: number | undefined;
}

/** Selects the records in which a field has a value: a string, a number or a boolean. */
export interface FieldFilter {
  /** The name of the field in stored records. */
  readonly member: string;
  readonly value: unknown;
}

/** One page, and the total number of matching records, from the same snapshot. */
export interface StoredPage {
  /** The records in order, in several parts for a large page; empty if there are none. */
  readonly parts: readonly PagePart[];
  readonly total: number;
}

/** One or more records that were read together. */
export interface PagePart {
  /** JSON texts, separated by commas. */
  readonly records: string;
  /** A letter for each record: {@link AS_SHOWN} or {@link AS_IMPORTED}. */
  readonly marks: string;
}

/** Marks a record whose stored text can be returned unchanged. */
export const AS_SHOWN = "s";
/** The mark of a record with its imported text, which must be converted. */
export const AS_IMPORTED = "i";

/** Runs one of several statements of a page when it is its turn. */
export type RunPart = <T>(statement: () => Promise<T>) => Promise<T>;

/** Reads the records of lists. */
export interface ListStore {
  /**
   * @param runPart for a large page, which may be read in parts, so that requests of other callers can run in between
   */
  page(request: PageRequest, runPart?: RunPart): Promise<StoredPage>;
  /** Returns every record of a collection as a JSON text, in list order, with limited memory. */
  readAll(collection: string): AsyncIterable<string>;
}

/** Up to this number of matches, a window is read from its index and sorted; above it, zones are used. */
const FEW_MATCHES = 10_000;

/** Properties of the database. */
export interface ListStoreOptions {
  /** Whether a statement blocks the whole process, as on an embedded database. Then large pages are read in parts. */
  readonly holdsThread: boolean;
}

interface VersionsRow {
  readonly total: string | number | bigint;
  readonly versions: string | null;
}

/** The columns of {@link joinedTexts}. */
interface Texts {
  readonly records: string | null;
  readonly marks: string | null;
}

interface PageRow extends Texts {
  readonly total: string | number | bigint;
}

/**
 * Reads pages from a database; a page at a high offset is as fast as the first one (decision 0062). Zones store how
 * many records precede a key, so finding a page takes a sum over zones and a scan within one. The total and the records
 * come from one statement, and thus from one snapshot.
 */
export function createListStore(db: Database, { holdsThread }: ListStoreOptions): ListStore {
  const withoutWindow = compiledPages(db);
  const inOneStatement = async (request: PageRequest): Promise<StoredPage> => {
    const { rows } = hasWindow(request)
      ? await (await statementForWindow(db, request, shownRecords(request))).execute(db)
      : await db.executeQuery(withoutWindow(request));
    const [row] = rows;
    return { parts: partOf(row), total: Number(row?.total ?? 0) };
  };
  return {
    async page(request, runPart = atOnce) {
      if (request.filters.length > 0) return runPart(() => filteredPage(db, request));
      const page = holdsThread && runPart !== atOnce ? await pageInParts(db, request, runPart) : undefined;
      return page ?? runPart(() => inOneStatement(request));
    },
    async *readAll(collection) {
      let after: Pick<LookedAt, "at" | "uid"> | undefined = { at: "-infinity", uid: new Uint8Array() };
      while (after) {
        const { rows }: { rows: LookedAt[] } = await sql<LookedAt>`
          select created_at::text as at, uid, document from list_records
          where collection = ${collection} and (created_at, uid) > (${after.at}::timestamptz, ${after.uid})
          order by created_at, uid limit ${READ_BATCH}`.execute(db);
        for (const { document } of rows) yield document;
        after = rows.length < READ_BATCH ? undefined : rows.at(-1);
      }
    },
  };
}

const atOnce: RunPart = (statement) => statement();

/** Reads a page in parts; undefined if one of its records has changed between two of them (decision 0138). */
async function pageInParts(db: Database, request: PageRequest, runPart: RunPart): Promise<StoredPage | undefined> {
  const { rows } = await runPart(async () => (await statementForVersions(db, request)).execute(db));
  const versions = readVersions(rows[0]?.versions ?? "");
  const parts: PagePart[] = [];
  for (const wanted of partsOf(versions)) {
    const { rows } = await runPart(() => textsOfVersions(request, wanted).execute(db));
    const [part] = partOf(rows[0]);
    if (part?.marks.length !== wanted.length) return undefined;
    parts.push(part);
  }
  return { parts, total: Number(rows[0]?.total ?? 0) };
}

function partOf(row: Texts | undefined): PagePart[] {
  return row?.records && row.marks ? [{ records: row.records, marks: row.marks }] : [];
}

async function statementForVersions(db: Database, request: PageRequest): Promise<RawBuilder<VersionsRow>> {
  const versions = shownVersions(request);
  return hasWindow(request)
    ? statementForWindow(db, request, versions)
    : pageByZones(request, zonesOf(request), versions);
}

/** The number of records that an export reads at a time. */
const READ_BATCH = 500;

/** The number of candidate records that are examined per batch, for a page with filters. */
const LOOK = 200;

/**
 * Reads a page of the records that match filters. No index helps, because any field may be used as a filter. The
 * database searches the records' text for the field and value, and each match is then parsed and checked. All batches
 * come from one snapshot.
 */
function filteredPage(db: Database, request: PageRequest): Promise<StoredPage> {
  const { collection, limit, offset, filters } = request;
  const mayPass = sql.join(
    filters.map(
      ({ member, value }) => sql`strpos(document, ${`${JSON.stringify(member)}:${JSON.stringify(value)}`}) > 0`,
    ),
    sql` and `,
  );
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (snapshot) => {
      const documents: string[] = [];
      let total = 0;
      let after: Pick<LookedAt, "at" | "uid"> | undefined = { at: "-infinity", uid: new Uint8Array() };
      while (after) {
        const { rows }: { rows: LookedAt[] } = await sql<LookedAt>`
          select created_at::text as at, uid, document from list_records
          where collection = ${collection} and ${inWindow(request)} and ${mayPass}
            and (created_at, uid) > (${after.at}::timestamptz, ${after.uid})
          order by created_at, uid limit ${LOOK}`.execute(snapshot);
        for (const { document } of rows.filter((row) => passes(row.document, filters)))
          if (++total > offset && documents.length < limit) documents.push(document);
        after = rows.length < LOOK ? undefined : rows.at(-1);
      }
      return { parts: partOf({ records: documents.join(), marks: AS_IMPORTED.repeat(documents.length) }), total };
    });
}

interface LookedAt {
  readonly at: string;
  readonly uid: Uint8Array;
  readonly document: string;
}

function passes(document: string, filters: readonly FieldFilter[]): boolean {
  const record = JSON.parse(document) as Record<string, unknown>;
  return filters.every(({ member, value }) => record[member] === value);
}

/** Placeholders for the parameters of a request, in a statement that is built once. */
const PLACEHOLDERS = { limit: -1, offset: -2 };

/** Builds each statement of pages without a window once, because building takes longer than sending. */
function compiledPages(db: Database): (request: PageRequest) => CompiledQuery<PageRow> {
  const compiled = new Map<string, CompiledQuery<PageRow>>();
  return (request) => {
    const { collection, limit, offset, text } = request;
    const name = `${collection} ${text.rules} ${text.renamed}`;
    const statement =
      compiled.get(name) ??
      pageByZones({ ...request, ...PLACEHOLDERS }, zonesOf(request), shownRecords(request)).compile(db);
    compiled.set(name, statement);
    const values = new Map<unknown, number>([
      [PLACEHOLDERS.limit, limit],
      [PLACEHOLDERS.offset, offset],
    ]);
    return { ...statement, parameters: statement.parameters.map((value) => values.get(value) ?? value) };
  };
}

async function statementForWindow<Row>(
  db: Database,
  request: PageRequest,
  show: ShowPage<Row>,
): Promise<RawBuilder<Row>> {
  return (await matchesFew(db, request))
    ? pageByWindow(request, show)
    : pageByZones(request, zonesInWindow(request), show);
}

/** Whether a window has few matches, to choose the statement that reads the page. */
async function matchesFew(db: Database, request: PageRequest): Promise<boolean> {
  const { rows } = await sql<{ few: boolean }>`
    select count(*) <= ${FEW_MATCHES}::int as few from (
      select 1 from list_records where collection = ${request.collection} and ${inWindow(request)} limit ${FEW_MATCHES + 1}
    ) as matching`.execute(db);
  return rows[0]?.few === true;
}

function hasWindow({ updatedFrom, updatedTo }: PageRequest): boolean {
  return updatedFrom !== undefined || updatedTo !== undefined;
}

function inWindow({ updatedFrom = "-infinity", updatedTo = "infinity" }: PageRequest): RawBuilder<boolean> {
  return sql`updated_at >= ${updatedFrom}::timestamptz and updated_at < ${updatedTo}::timestamptz`;
}

/** Selects the zones with the numbers of all their records. */
function zonesOf({ collection }: PageRequest): RawBuilder<unknown> {
  return sql`select lowest_at, lowest_uid, row_count::bigint as matches from list_zones where collection = ${collection}`;
}

/**
 * Selects the zones with the numbers of records in the window: all or none by the bounds of a zone, counted only if it
 * overlaps.
 */
function zonesInWindow(request: PageRequest): RawBuilder<unknown> {
  const { collection, updatedFrom = "-infinity", updatedTo = "infinity" } = request;
  return sql`
    select lowest_at, lowest_uid, case
      when row_count = 0 or updated_max < ${updatedFrom}::timestamptz or updated_min >= ${updatedTo}::timestamptz then 0
      when updated_min >= ${updatedFrom}::timestamptz and updated_max < ${updatedTo}::timestamptz then row_count
      else (
        select count(*) from list_records
        where collection = ${collection} and ${inWindow(request)}
          and (created_at, uid) >= (bounded.lowest_at, bounded.lowest_uid)
          and (created_at, uid) < (bounded.next_at, bounded.next_uid)
      ) end as matches
    from (
      select *, lead(lowest_at, 1, 'infinity') over ordered as next_at, lead(lowest_uid, 1, '') over ordered as next_uid
      from list_zones where collection = ${collection}
      window ordered as (order by lowest_at, lowest_uid)
    ) as bounded`;
}

function pageByZones<Row>(request: PageRequest, zones: RawBuilder<unknown>, show: ShowPage<Row>): RawBuilder<Row> {
  const { collection, limit, offset } = request;
  // The best plan for a window depends on its content; without a window, there is only one plan.
  const [mark, window] = hasWindow(request) ? [sql``, sql`and ${inWindow(request)}`] : [PREPARED, sql``];
  return sql<Row>`${mark}
    with zones as materialized (${zones}),
    ranked as (
      select lowest_at, lowest_uid, sum(matches) over (order by lowest_at, lowest_uid) - matches as before from zones
    ),
    first as materialized (
      select lowest_at, lowest_uid, ${offset}::bigint - before as skipped from ranked
      where before <= ${offset}::bigint order by lowest_at desc, lowest_uid desc limit 1
    ),
    shown as materialized (
      select created_at, uid from list_records
      where collection = ${collection} ${window}
        and (created_at, uid) >= ((select lowest_at from first), (select lowest_uid from first))
      order by created_at, uid offset (select skipped from first) limit ${limit}
    )
    ${show(sql`select coalesce(sum(matches), 0) from zones`)}`;
}

function pageByWindow<Row>(request: PageRequest, show: ShowPage<Row>): RawBuilder<Row> {
  const { collection, limit, offset } = request;
  return sql<Row>`
    with matching as materialized (
      select created_at, uid from list_records where collection = ${collection} and ${inWindow(request)}
    ),
    shown as materialized (
      select created_at, uid from matching order by created_at, uid offset ${offset}::bigint limit ${limit}
    )
    ${show(sql`select count(*) from matching`)}`;
}

/** Builds the end of the statement of a page, which returns the records in `shown` and the total. */
type ShowPage<Row> = (total: RawBuilder<unknown>) => RawBuilder<Row>;

/** Returns one row: the total, and the joined texts of `shown`. Only this part reads the table itself. */
function shownRecords({ collection, text }: PageRequest): ShowPage<PageRow> {
  return (total) => sql`
    select (${total}) as total, page.records, page.marks from (
      select ${joinedTexts(text, sql`shown.created_at, shown.uid`)}
      from shown join list_records on list_records.collection = ${collection} and list_records.uid = shown.uid
    ) as page`;
}

/** Returns one row: the total, and the records in `shown` with their versions. */
function shownVersions({ collection }: PageRequest): ShowPage<VersionsRow> {
  return (total) => sql`
    select (${total}) as total, (
      select string_agg(encode(shown.uid, 'hex') || ' ' || list_records.xmin || ' ' || octet_length(document), ','
        order by shown.created_at, shown.uid)
      from shown join list_records on list_records.collection = ${collection} and list_records.uid = shown.uid
    ) as versions`;
}

/** Selects the texts of these records, without those whose version has changed. */
function textsOfVersions({ collection, text }: PageRequest, versions: readonly RecordVersion[]): RawBuilder<Texts> {
  const uids = versions.map(({ uid }) => uid).join();
  const transactions = versions.map(({ transaction }) => transaction).join();
  return sql`
    select ${joinedTexts(text, sql`wanted.place`)}
    from unnest(string_to_array(${uids}, ','), string_to_array(${transactions}, ','))
      with ordinality as wanted (uid, transaction, place)
    join list_records on list_records.collection = ${collection}
      and list_records.uid = decode(wanted.uid, 'hex') and list_records.xmin::text = wanted.transaction`;
}

/** Two columns: the joined texts of records, and their marks. */
function joinedTexts({ rules, renamed }: ShownText, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const isAsShown = sql`checked = ${checkedText(rules)}`;
  // PostgreSQL arrays start at 1.
  const text =
    renamed === undefined
      ? sql`document`
      : sql`case when ${isAsShown} then renamed[${sql.lit(renamed + 1)}] else document end`;
  return sql`string_agg(${text}, ',' order by ${order}) as records,
    string_agg(case when ${isAsShown} then ${sql.lit(AS_SHOWN)} else ${sql.lit(AS_IMPORTED)} end, ''
      order by ${order}) as marks`;
}
