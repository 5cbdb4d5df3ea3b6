import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database.js";
import { type FieldFilter, inWindow, type PageRequest, type RunStatement } from "../lists/page-request.js";
import { AS_IMPORTED, atOnce, type PagePart, type StoredPage, statementRunner } from "../lists/stored-page.js";
import { bytesOfString, stringOfBytes } from "../sql/string-bytes.js";
import { timestampText } from "../sql/timestamp-text.js";
import { lastBeforeMore, type SizedRow, upToSize } from "../sql/up-to-size.js";
import type { StoredJson } from "../stored-json.js";
import type { RecordStore } from "./record-store.js";

/**
 * The number of records that a statement counts: what takes a few milliseconds where a statement blocks the process, and
 * else what stays far below the time limit of statements.
 */
const [STEP, LARGE_STEP] = [5_000, 200_000];
/** The number of records that a statement reads to compare their fields. */
const LOOK = 200;

/** A place in the order of a namespace. */
interface Place {
  readonly at: string;
  readonly uid: Uint8Array;
}

const START: Place = { at: "-infinity", uid: new Uint8Array() };

interface Row extends Place, SizedRow {
  readonly items: string;
  readonly created: string;
  readonly updated: string;
}

interface Step extends Place {
  readonly size: string | number | bigint;
  readonly matches: string | number | bigint;
}

/** Properties of the database. */
export interface MetadataPagesOptions {
  /** Whether a statement blocks the whole process, as on an embedded database. */
  readonly holdsThread: boolean;
  readonly json: StoredJson;
}

/**
 * Reads pages of the metadata of a namespace, in the order of their creation. A create request must not wait for others,
 * so there are no zones as for imported lists: the records before the page are counted in an index, in
 * several statements if there are many. A record that is created or removed in the meantime may be counted or not.
 */
export function metadataPages(db: Database, { holdsThread, json }: MetadataPagesOptions): RecordStore["page"] {
  const size = holdsThread ? STEP : LARGE_STEP;
  return async (request, runPart = atOnce) => {
    const run = statementRunner(db, runPart);
    const others = request.filters.filter(({ member }) => member !== "uid");
    return others.length > 0 ? filteredPage(run, request, { filters: others, json }) : countedPage(run, request, size);
  };
}

async function countedPage(run: RunStatement, request: PageRequest, size: number): Promise<StoredPage> {
  const { offset, limit } = request;
  let total = 0;
  let found: PagePart[] | undefined;
  let place: Place | undefined = START;
  while (place) {
    const after: Place = place;
    const step = await run((one) => countStep(one, request, after, size));
    const skipped = offset - total;
    total += Number(step?.matches ?? 0);
    if (!found && total > offset) found = await readParts(run, request, { after, offset: skipped, limit });
    place = step && Number(step.size) === size ? step : undefined;
  }
  return { parts: found ?? [], total };
}

async function countStep(db: Database, request: PageRequest, after: Place, size: number): Promise<Step | undefined> {
  const { rows } = await sql<Step>`
    with step as materialized (
      select created_at, uid, updated_at from metadata
      where namespace = ${request.collection} and ${hasUid(request)} and ${isAfter(after)}
      order by created_at, uid limit ${size}
    )
    select created_at::text as at, uid, (select count(*) from step) as size,
      (select count(*) from step where ${inWindow(request)}) as matches
    from step order by step.created_at desc, step.uid desc limit 1`.execute(db);
  return rows[0];
}

interface Range {
  readonly after: Place;
  readonly offset: number;
  readonly limit: number;
}

/** Reads the records of a page, with a statement for each part of some size. */
async function readParts(run: RunStatement, request: PageRequest, range: Range): Promise<PagePart[]> {
  const parts: PagePart[] = [];
  let rest: Range | undefined = range;
  while (rest && rest.limit > 0) {
    const wanted: Range = rest;
    const { rows, next } = await run((one) => readRows(one, request, wanted));
    if (rows.length > 0) parts.push(partOf(rows));
    rest = next && { after: next, offset: 0, limit: wanted.limit - rows.length };
  }
  return parts;
}

/** Reads rows up to a number and a size, at least one, and returns the place after which there may be more. */
async function readRows(
  db: Database,
  request: PageRequest,
  { after, offset, limit }: Range,
): Promise<{ readonly rows: readonly Row[]; readonly next: Place | undefined }> {
  const selected = sql`
    select created_at, created_at::text as at, uid, items, ${timestampText(sql.ref("created_at"))} as created,
      ${timestampText(sql.ref("updated_at"))} as updated
    from metadata
    where namespace = ${request.collection} and ${hasUid(request)} and ${inWindow(request)} and ${isAfter(after)}
    order by metadata.created_at, metadata.uid offset ${offset} limit ${limit}`;
  const { rows } = await upToSize<Row>(selected, "items", ["created_at", "uid"]).execute(db);
  return { rows, next: lastBeforeMore(rows, limit) };
}

/** Reads a page of the records whose other fields have the given values, by looking at all of them. */
async function filteredPage(
  run: RunStatement,
  request: PageRequest,
  { filters, json }: { readonly filters: readonly FieldFilter[]; readonly json: StoredJson },
): Promise<StoredPage> {
  const found: Row[] = [];
  let total = 0;
  let place: Place | undefined = START;
  while (place) {
    const after: Place = place;
    const { rows, next } = await run((one) => readRows(one, request, { after, offset: 0, limit: LOOK }));
    for (const row of rows) {
      const content = json.parse(row.items) as Record<string, unknown>;
      if (!filters.every(({ member, value }) => content[member] === value)) continue;
      if (++total > request.offset && found.length < request.limit) found.push(row);
    }
    place = next;
  }
  return { parts: found.map((row) => partOf([row])), total };
}

function isAfter({ at, uid }: Place): RawBuilder<boolean> {
  return sql`(created_at, uid) > (${at}::timestamptz, ${uid}::bytea)`;
}

function hasUid({ filters }: PageRequest): RawBuilder<boolean> {
  const uids = filters.flatMap(({ member, value }) => (member === "uid" ? [String(value)] : []));
  if (uids.length === 0) return sql`true`;
  return sql.join(
    uids.map((uid) => sql`uid = ${bytesOfString(uid)}`),
    sql` and `,
  ) as RawBuilder<boolean>;
}

function partOf(rows: readonly Row[]): PagePart {
  const records = rows.map(
    ({ uid, items, created, updated }) =>
      `{"uid":${JSON.stringify(stringOfBytes(uid))},"content":${items},"createdDate":"${created}","updatedDate":"${updated}"}`,
  );
  return { records: records.join(), marks: AS_IMPORTED.repeat(rows.length) };
}
