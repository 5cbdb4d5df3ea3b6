import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Database } from "../database.js";
import { checkedText } from "../sql/checked-text.js";
import { PREPARED } from "../sql/prepared.js";
import { lastBeforeMore, type SizedRow, upToSize } from "../sql/up-to-size.js";
import { PLAIN_JSON, type StoredJson } from "../stored-json.js";
import { partsOf, type RecordVersion, readVersions } from "./page-parts.js";
import { type FieldFilter, inWindow, type PageRequest, type RunStatement, type ShownText } from "./page-request.js";
import {
  AS_IMPORTED,
  AS_SHOWN,
  atOnce,
  type PagePart,
  type RunPart,
  type StoredPage,
  statementRunner,
} from "./stored-page.js";
import { countedZones, createWindowCounts, type WindowCounts, zoneVersions } from "./window-counts.js";

/** Reads the records of lists. */
export interface ListStore {
  /**
   * @param runPart runs each statement, so that requests of other callers can run in between
   * @param isLarge whether the records of the page may be read in parts, too
   */
  page(request: PageRequest, runPart?: RunPart, isLarge?: boolean): Promise<StoredPage>;
  /** Returns every record of a collection as a JSON text, in list order, with limited memory. */
  readAll(collection: string): AsyncIterable<string>;
}

/** Up to this number of matches, a window is read from its index and sorted; above it, zones are used. */
const FEW_MATCHES = 10_000;

interface VersionsRow {
  readonly total: string | number | bigint | null;
  readonly versions: string | null;
}

/** The columns of {@link joinedTexts}. */
interface Texts {
  readonly records: string | null;
  readonly marks: string | null;
}

interface PageRow extends Texts {
  /** Null if the numbers of matches are no longer correct. */
  readonly total: string | number | bigint | null;
}

/**
 * Reads pages from a database; a page at a high offset is as fast as the first one. Zones store how
 * many records precede a key, so finding a page takes a sum over zones and a scan within one. The total and the records
 * come from one statement, and thus from one snapshot.
 */
export function createListStore(db: Database, json: StoredJson = PLAIN_JSON): ListStore {
  const withoutWindow = compiledPages(db);
  const counts = createWindowCounts();
  const inOneStatement = async (one: Database, request: PageRequest): Promise<StoredPage> => {
    const { rows } = hasWindow(request)
      ? await (await statementForWindow(one, request, shownRecords(request))).execute(one)
      : await one.executeQuery(withoutWindow(request));
    const [row] = rows;
    return { parts: partOf(row), total: Number(row?.total ?? 0) };
  };
  /** Undefined if records change in the meantime, again and again. */
  const inSteps = async (run: RunStatement, request: PageRequest, isLarge: boolean) => {
    if (request.filters.length > 0) return filteredPageInSteps(run, request, json);
    if (!isLarge && !hasWindow(request)) return undefined;
    const read = isLarge ? pageInParts : pageInOnePart;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const page = await read(run, request, await pageStatement(run, request, counts));
      if (page) return page;
    }
    return undefined;
  };
  return {
    async page(request, runPart = atOnce, isLarge = false) {
      const run = statementRunner(db, runPart);
      const page = runPart === atOnce ? undefined : await inSteps(run, request, isLarge);
      if (page) return page;
      return request.filters.length > 0
        ? run((one) => filteredPage(one, request, json))
        : run((one) => inOneStatement(one, request));
    },
    async *readAll(collection) {
      let after: Pick<LookedAt, "at" | "uid"> | undefined = { at: "-infinity", uid: new Uint8Array() };
      while (after) {
        const from: Pick<LookedAt, "at" | "uid"> = after;
        const selected = sql`
          select created_at, created_at::text as at, uid, document from list_records
          where collection = ${collection} and (created_at, uid) > (${from.at}::timestamptz, ${from.uid})
          order by created_at, uid limit ${READ_BATCH}`;
        const statement = upToSize<LookedAt & SizedRow>(selected, "document", ["created_at", "uid"]);
        const { rows }: { rows: (LookedAt & SizedRow)[] } = await statement.execute(db);
        for (const { document } of rows) yield document;
        after = lastBeforeMore(rows, READ_BATCH);
      }
    },
  };
}

/** How often to read a page in steps, if records change in the meantime. */
const ATTEMPTS = 3;

type PageStatement = <Row>(show: ShowPage<Row>) => RawBuilder<Row>;

/** Returns the statement that reads a page in a few milliseconds; the matches of a large window are counted before. */
async function pageStatement(run: RunStatement, request: PageRequest, counts: WindowCounts): Promise<PageStatement> {
  if (!hasWindow(request)) return (show) => pageByZones(request, zonesOf(request), show);
  if (await run((one) => matchesFew(one, request))) return (show) => pageByWindow(request, show);
  const zones = countedZones(await counts.zones(run, request), request.collection);
  return (show) => pageByZones(request, zones, show);
}

/** Undefined if a zone has changed since its matches were counted. */
async function pageInOnePart(
  run: RunStatement,
  request: PageRequest,
  statement: PageStatement,
): Promise<StoredPage | undefined> {
  const { rows } = await run((one) => statement(shownRecords(request)).execute(one));
  const [row] = rows;
  return row && row.total !== null ? { parts: partOf(row), total: Number(row.total) } : undefined;
}

/** Reads a page in parts; undefined if one of its records has changed between two of them. */
async function pageInParts(
  run: RunStatement,
  request: PageRequest,
  statement: PageStatement,
): Promise<StoredPage | undefined> {
  const { rows } = await run((one) => statement(shownVersions(request)).execute(one));
  if (rows[0]?.total === null) return undefined;
  const versions = readVersions(rows[0]?.versions ?? "");
  const parts: PagePart[] = [];
  for (const wanted of partsOf(versions)) {
    const { rows } = await run((one) => textsOfVersions(request, wanted).execute(one));
    const [part] = partOf(rows[0]);
    if (part?.marks.length !== wanted.length) return undefined;
    parts.push(part);
  }
  return { parts, total: Number(rows[0]?.total ?? 0) };
}

function partOf(row: Texts | undefined): PagePart[] {
  return row?.records && row.marks ? [{ records: row.records, marks: row.marks }] : [];
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
function filteredPage(db: Database, request: PageRequest, json: StoredJson): Promise<StoredPage> {
  const { collection, limit, offset, filters } = request;
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
          where collection = ${collection} and ${inWindow(request)} and ${mayPass(request, json)}
            and (created_at, uid) > (${after.at}::timestamptz, ${after.uid})
          order by created_at, uid limit ${LOOK}`.execute(snapshot);
        for (const { document } of rows.filter((row) => passes(json.parse(row.document), filters)))
          if (++total > offset && documents.length < limit) documents.push(document);
        after = rows.length < LOOK ? undefined : rows.at(-1);
      }
      return { parts: partOf({ records: documents.join(), marks: AS_IMPORTED.repeat(documents.length) }), total };
    });
}

/**
 * Reads a page with filters in steps of a few milliseconds. Undefined if records change in the meantime, again and again:
 * then all of them must be read from one snapshot.
 */
async function filteredPageInSteps(
  run: RunStatement,
  request: PageRequest,
  json: StoredJson,
): Promise<StoredPage | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await run((one) => zoneVersions(one, request.collection));
    const page = await lookThrough(run, request, json);
    if ((await run((one) => zoneVersions(one, request.collection))) === before) return page;
  }
  return undefined;
}

/** The time that a step should take, in ms. */
const STEP = 8;
/** The minimum and maximum number of records in a step; the largest have 64 KiB. */
const [SMALLEST_STEP, LARGEST_STEP] = [20, 4_000];

async function lookThrough(run: RunStatement, request: PageRequest, json: StoredJson): Promise<StoredPage> {
  const { collection, limit, offset, filters } = request;
  const documents: string[] = [];
  let total = 0;
  let size = LOOK;
  let after: Pick<LookedAt, "at" | "uid"> | undefined = { at: "-infinity", uid: new Uint8Array() };
  const step = async (one: Database, { at, uid }: Pick<LookedAt, "at" | "uid">) => {
    const began = performance.now();
    const { rows } = await sql<Pick<LookedAt, "at" | "uid"> & { document: string | null }>`
      select created_at::text as at, uid,
        case when ${inWindow(request)} and ${mayPass(request, json)} then document end as document
      from list_records where collection = ${collection} and (created_at, uid) > (${at}::timestamptz, ${uid})
      order by created_at, uid limit ${size}`.execute(one);
    for (const { document } of rows)
      if (document !== null && passes(json.parse(document), filters) && ++total > offset && documents.length < limit)
        documents.push(document);
    const next = rows.length < size ? undefined : rows.at(-1);
    const factor = Math.min(2, Math.max(0.25, STEP / (performance.now() - began)));
    size = Math.round(Math.min(LARGEST_STEP, Math.max(SMALLEST_STEP, size * factor)));
    return next;
  };
  while (after) {
    const from: Pick<LookedAt, "at" | "uid"> = after;
    after = await run((one) => step(one, from));
  }
  return { parts: partOf({ records: documents.join(), marks: AS_IMPORTED.repeat(documents.length) }), total };
}

/** Whether the text of a record may pass the filters; each match is then parsed and checked. */
function mayPass({ filters }: PageRequest, json: StoredJson): RawBuilder<boolean> {
  return sql.join(
    filters.map(
      ({ member, value }) =>
        sql`strpos(document, ${json.write(`${JSON.stringify(member)}:${JSON.stringify(value)}`)}) > 0`,
    ),
    sql` and `,
  ) as RawBuilder<boolean>;
}

interface LookedAt {
  readonly at: string;
  readonly uid: Uint8Array;
  readonly document: string;
}

function passes(record: unknown, filters: readonly FieldFilter[]): boolean {
  return filters.every(({ member, value }) => (record as Record<string, unknown>)[member] === value);
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
    ${show(sql`select case when bool_or(matches is null) then null else coalesce(sum(matches), 0) end from zones`)}`;
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
