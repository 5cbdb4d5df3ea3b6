import { demand } from "./refusal.js";
import { compareInstants, readInstant, timestamp } from "./times.js";

const START = Date.UTC(2026, 0, 1);
const dates = (i) => ({
  createdDate: timestamp(new Date(START + i * 3_600_000)),
  updatedDate: timestamp(new Date(START + i * 5_400_000 + i)),
});
const number = (i) => String(i + 1).padStart(6, "0");

/** The records; in a real server, these are tables, ordered by creation and uid. */
export const orders = Array.from({ length: 230 }, (_, i) => ({
  uid: `po-${number(i)}`,
  poNumber: `PO-2026-${number(i)}`,
  poStatus: ["open", "confirmed", "shipped"][i % 3],
  totalQuantity: 10 * i,
  ...dates(i),
}));
export const reports = Array.from({ length: 120 }, (_, i) => ({
  uid: `report-${number(i)}`,
  caseNumber: `CN-2026-${number(i)}`,
  country: ["VN", "BD", "TR"][i % 3],
  ...dates(i),
}));

const V3_NAMES = { createdDate: "created_at", updatedDate: "updated_at" };
const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts a purchase order to the field names of version 3. */
export const toV3 = (order) =>
  Object.fromEntries(Object.entries(order).map(([name, value]) => [V3_NAMES[name] ?? snakeCase(name), value]));

/** Rejects unknown query parameters: a misspelt filter that is ignored would return too many records. */
export function checkQuery(url, known) {
  const query = new URL(url).searchParams;
  for (const name of query.keys()) {
    demand(known.includes(name), `the query parameter ${name} is not known`);
    demand(query.getAll(name).length === 1, `the query parameter ${name} is duplicated`);
  }
  return query;
}

/** Reads the query of a list. */
export function readQuery(url, { most, window }) {
  const query = checkQuery(url, ["limit", "offset", ...(window ? ["updated_from", "updated_to"] : [])]);
  return {
    limit: readInteger(query, "limit", 10, 1, most),
    offset: readInteger(query, "offset", 0, 0, Number.MAX_SAFE_INTEGER),
    from: readTime(query, "updated_from"),
    to: readTime(query, "updated_to"),
  };
}

function readInteger(query, name, otherwise, least, most) {
  const text = query.get(name);
  if (text === null) return otherwise;
  const right = /^(0|[1-9]\d*)$/.test(text) && Number(text) >= least && Number(text) <= most;
  demand(right, `${name} must be an integer from ${least} to ${most}`);
  return Number(text);
}

function readTime(query, name) {
  const text = query.get(name);
  if (text === null) return undefined;
  const instant = readInstant(text);
  demand(instant, `${name} must be a date-time such as 2026-11-01T00:00:00Z`);
  return instant;
}

/** Returns one page of the records in a window; its start is inclusive, its end exclusive. */
export function readPage(records, { limit, offset, from, to }) {
  const matching = records.filter(({ updatedDate }) => {
    const updated = readInstant(updatedDate);
    return (!from || compareInstants(updated, from) >= 0) && (!to || compareInstants(updated, to) < 0);
  });
  return { total: matching.length, page: matching.slice(offset, offset + limit) };
}
