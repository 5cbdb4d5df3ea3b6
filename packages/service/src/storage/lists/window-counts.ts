import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database.js";
import { inWindow, type PageRequest, type RunStatement } from "./page-request.js";

/** A zone, and how many of its records are in a window. */
export interface CountedZone {
  readonly lowestAt: string;
  /** In hexadecimal. */
  readonly lowestUid: string;
  /** The transaction that changed the zone last; every change of a record changes its zone. */
  readonly version: string;
  readonly matches: number;
}

interface ZoneRow {
  readonly at: string;
  readonly uid: string;
  readonly version: string;
  readonly next_at: string;
  readonly next_uid: string;
  /** The number of matches; null if the records have to be counted. */
  readonly known: string | number | bigint | null;
}

export interface WindowCounts {
  /**
   * Counts zone by zone, so that a statement takes a few milliseconds. The result is correct if no zone has another version
   * when it is used.
   */
  zones(run: RunStatement, request: PageRequest): Promise<CountedZone[]>;
}

/** The maximum number of counts that are kept, each some hundred bytes. */
const MOST_KEPT = 10_000;

/** Creates the counts of a database, and keeps those of zones that have not changed since. */
export function createWindowCounts(): WindowCounts {
  const kept = new Map<string, number>();
  const keep = (name: string, matches: number) => {
    kept.set(name, matches);
    if (kept.size <= MOST_KEPT) return;
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  };
  return {
    async zones(run, request) {
      const rows = await run((one) => readZones(one, request));
      const counted: CountedZone[] = [];
      for (const zone of rows) {
        const { collection, updatedFrom, updatedTo } = request;
        const name = [collection, zone.at, zone.uid, zone.version, updatedFrom, updatedTo].join(" ");
        const known = zone.known === null ? kept.get(name) : Number(zone.known);
        const matches = known ?? (await run((one) => countZone(one, request, zone)));
        if (known === undefined) keep(name, matches);
        counted.push({ lowestAt: zone.at, lowestUid: zone.uid, version: zone.version, matches });
      }
      return counted;
    },
  };
}

async function readZones(db: Database, request: PageRequest): Promise<ZoneRow[]> {
  const { collection, updatedFrom = "-infinity", updatedTo = "infinity" } = request;
  const { rows } = await sql<ZoneRow>`
    select lowest_at::text as at, encode(lowest_uid, 'hex') as uid, version,
      lead(lowest_at, 1, 'infinity') over ordered::text as next_at,
      encode(lead(lowest_uid, 1, '') over ordered, 'hex') as next_uid,
      case
        when row_count = 0 or updated_max < ${updatedFrom}::timestamptz or updated_min >= ${updatedTo}::timestamptz then 0
        when updated_min >= ${updatedFrom}::timestamptz and updated_max < ${updatedTo}::timestamptz then row_count
      end as known
    from (select *, xmin::text as version from list_zones where collection = ${collection}) as zones
    window ordered as (order by lowest_at, lowest_uid)
    order by lowest_at, lowest_uid`.execute(db);
  return rows;
}

/** Counts the matches in a zone; a later check of its version finds out if it has changed. */
async function countZone(db: Database, request: PageRequest, zone: ZoneRow): Promise<number> {
  const { rows } = await sql<{ matches: string | number | bigint }>`
    select count(*) as matches from list_records
    where collection = ${request.collection} and ${inWindow(request)}
      and (created_at, uid) >= (${zone.at}::timestamptz, decode(${zone.uid}, 'hex'))
      and (created_at, uid) < (${zone.next_at}::timestamptz, decode(${zone.next_uid}, 'hex'))`.execute(db);
  return Number(rows[0]?.matches ?? 0);
}

/**
 * Selects the zones with their counts. If zones were changed, added or removed since, the number of matches is null in one
 * of the rows.
 */
export function countedZones(zones: readonly CountedZone[], collection: string): RawBuilder<unknown> {
  const joined = (name: keyof CountedZone) => zones.map((zone) => zone[name]).join();
  return sql`
    select coalesce(list_zones.lowest_at, counted.lowest_at) as lowest_at,
      coalesce(list_zones.lowest_uid, counted.lowest_uid) as lowest_uid,
      case when list_zones.xmin::text = counted.version then counted.matches end as matches
    from (
      select at::timestamptz as lowest_at, decode(uid, 'hex') as lowest_uid, version, matches::bigint as matches
      from unnest(string_to_array(${joined("lowestAt")}, ','), string_to_array(${joined("lowestUid")}, ','),
        string_to_array(${joined("version")}, ','), string_to_array(${joined("matches")}, ','))
        as sent (at, uid, version, matches)
    ) as counted
    full join (select lowest_at, lowest_uid, xmin from list_zones where collection = ${collection}) as list_zones
      on list_zones.lowest_at = counted.lowest_at and list_zones.lowest_uid = counted.lowest_uid`;
}

/** Returns a text that changes with every change of the records of a collection. */
export async function zoneVersions(db: Database, collection: string): Promise<string> {
  const { rows } = await sql<{ versions: string | null }>`
    select md5(string_agg(lowest_at::text || encode(lowest_uid, 'hex') || xmin::text, ',' order by lowest_at, lowest_uid))
      as versions
    from list_zones where collection = ${collection}`.execute(db);
  return rows[0]?.versions ?? "";
}
