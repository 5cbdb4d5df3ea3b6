import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { checkedText } from "./checked-text.js";
import type { Database } from "./database.js";
import { partsOf, type RecordVersion, readVersions } from "./page-parts.js";
import { PREPARED } from "./prepared.js";

/** Which records of a collection a page shows. */
export interface PageRequest {
  readonly collection: string;
  readonly limit: number;
  readonly offset: number;
  /** Literals of `sqlMoment`: from inclusive, to exclusive. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
  /** Each of them must hold. */
  readonly filters: readonly FieldFilter[];
  readonly text: ShownText;
}

/** Which of the texts of a record an operation shows (decision 0103). */
export interface ShownText {
  /** The rules of now. A record that was checked against others at its import has no text that can be used as it is. */
  readonly rules: string;
  /** Its place among the texts with other names; none for the text as imported. */
  readonly renamed: number | undefined;
}

/** Keeps the records in which a field has a value: a string, a number or a boolean. */
export interface FieldFilter {
  /** The name of the field in records as they are kept. */
  readonly member: string;
  readonly value: unknown;
}

/** One page, and how many records match over all pages, both of one and the same moment. */
export interface StoredPage {
  /** The records in order, a large page in several parts; empty if there is no record. */
  readonly parts: readonly PagePart[];
  readonly total: number;
}

/** Records that were read at once, at least one. */
export interface PagePart {
  /** As JSON texts, separated by commas. */
  readonly records: string;
  /** A letter for each of them: {@link AS_SHOWN} or {@link AS_IMPORTED}. */
  readonly marks: string;
}

/** Of a record whose text is as the operation shows it, and was checked at its import. */
export const AS_SHOWN = "s";
/** Of a record whose text is as it was imported. */
export const AS_IMPORTED = "i";

/** Runs one of several statements of a page, when it is its turn. */
export type RunPart = <T>(statement: () => Promise<T>) => Promise<T>;

/** What the list operations read. */
export interface ListStore {
  /** @param runPart for a large page, which may be read in parts so that the requests of others get in between */
  page(request: PageRequest, runPart?: RunPart): Promise<StoredPage>;
  /** Every record of a collection as a JSON text, in the order of the lists, in bounded memory. */
  readAll(collection: string): AsyncIterable<string>;
}

/** Up to this many matches of a window are found by the index on the window and sorted; more are found by zones. */
const FEW_MATCHES = 10_000;

/** What a database is like that pages are read from. */
export interface ListStoreOptions {
  /** Whether a statement holds up the whole process, as on an embedded database. Then large pages are read in parts. */
  readonly holdsThread: boolean;
}

interface VersionsRow {
  readonly total: string | number | bigint;
  readonly versions: string | null;
}

/** What {@link joinedTexts} selects. */
interface Texts {
  readonly records: string | null;
  readonly marks: string | null;
}

interface PageRow extends Texts {
  readonly total: string | number | bigint;
}

/**
 * Reads pages out of a database, far ones as fast as near ones (decision 0062): the zones of a collection tell how many
 * records lie before a key, so that a page is reached by a sum over zones and a walk within one. What is counted and what
 * is shown comes from one statement, hence from one snapshot.
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

/** How many records an export reads at a time. */
const READ_BATCH = 500;

/** So many records are looked at in one go. */
const LOOK = 200;

/**
 * A page of the records that pass filters. No index helps, since any field may be asked for: the database finds the records
 * whose text has the field with its value anywhere, and each of them is then read. All batches come from one snapshot.
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

/** Stand for what each request asks for, in a statement that is built once. */
const PLACEHOLDERS = { limit: -1, offset: -2 };

/** The statements of pages without a window, each built once: that takes longer than to send it. */
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

/** Only chooses the way; what the page shows is read, whole, by the statement that is chosen. */
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

/** Zones with all their records. */
function zonesOf({ collection }: PageRequest): RawBuilder<unknown> {
  return sql`select lowest_at, lowest_uid, row_count::bigint as matches from list_zones where collection = ${collection}`;
}

/** Zones with the records in the window: all or none by the bounds of a zone, counted only where a zone lies across. */
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
  // How a window is found best depends on what it holds; without one, there is only one way.
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

/** Ends the statement of a page: what it returns of the records in `shown`, and of their total number. */
type ShowPage<Row> = (total: RawBuilder<unknown>) => RawBuilder<Row>;

/** One row: the total, and the texts of `shown` in one. Only now is the table itself touched. */
function shownRecords({ collection, text }: PageRequest): ShowPage<PageRow> {
  return (total) => sql`
    select (${total}) as total, page.records, page.marks from (
      select ${joinedTexts(text, sql`shown.created_at, shown.uid`)}
      from shown join list_records on list_records.collection = ${collection} and list_records.uid = shown.uid
    ) as page`;
}

/** One row: the total, and which records, in which version, `shown` has. */
function shownVersions({ collection }: PageRequest): ShowPage<VersionsRow> {
  return (total) => sql`
    select (${total}) as total, (
      select string_agg(encode(shown.uid, 'hex') || ' ' || list_records.xmin || ' ' || octet_length(document), ','
        order by shown.created_at, shown.uid)
      from shown join list_records on list_records.collection = ${collection} and list_records.uid = shown.uid
    ) as versions`;
}

/** The texts of these records, less those that are no longer in the version that is asked for. */
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

/** Two columns: the texts of records in one, and their marks. */
function joinedTexts({ rules, renamed }: ShownText, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const isAsShown = sql`checked = ${checkedText(rules)}`;
  // Arrays of PostgreSQL begin at 1.
  const text =
    renamed === undefined
      ? sql`document`
      : sql`case when ${isAsShown} then renamed[${sql.lit(renamed + 1)}] else document end`;
  return sql`string_agg(${text}, ',' order by ${order}) as records,
    string_agg(case when ${isAsShown} then ${sql.lit(AS_SHOWN)} else ${sql.lit(AS_IMPORTED)} end, ''
      order by ${order}) as marks`;
}
