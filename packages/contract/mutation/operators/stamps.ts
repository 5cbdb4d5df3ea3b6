import { create, onReturn, plain } from "../kit/create-faults.js";
import type { CreatedRecord } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { LISTS, NAMESPACES } from "../kit/spec.js";

const FAMILY = "server's stamps";
const RULE =
  "document 2.1, 0007: createdDate and updatedDate are the moments of the record, RFC 3339 with a fraction and a numeric offset";

type Stamp = (stamp: string) => string;
const shift =
  (milliseconds: number): Stamp =>
  (stamp) =>
    new Date(Date.parse(stamp) + milliseconds).toISOString().slice(0, 23) + stamp.slice(23);
const HOUR = 3_600_000;

const CHANGES: { name: string; change: Stamp }[] = [
  { name: "local time is labelled as UTC, seven hours ahead", change: shift(7 * HOUR) },
  { name: "local time is labelled as UTC, five hours behind", change: shift(-5 * HOUR) },
  { name: "local time is labelled as UTC, one hour ahead", change: shift(HOUR) },
  { name: "UTC is labelled as local time", change: (s) => s.replace("+00:00", "+07:00") },
  {
    name: "the minutes of the zone are lost",
    change: (s) => shift(5 * HOUR + 30 * 60_000)(s).replace("+00:00", "+05:00"),
  },
  { name: "a constant", change: () => "2026-11-21T06:15:00.123456+00:00" },
  { name: "the beginning of 1970", change: () => "1970-01-01T00:00:00.000000+00:00" },
  { name: "the beginning of the day", change: (s) => s.replace(/T.*$/, "T00:00:00.000000+00:00") },
  { name: "a day early", change: shift(-24 * HOUR) },
  { name: "a year late", change: shift(365 * 24 * HOUR) },
  { name: "an hour fast", change: shift(HOUR) },
  { name: "ten minutes slow", change: shift(-600_000) },
  {
    name: "on a clock of twelve hours",
    change: (s) => (Number(s.slice(11, 13)) >= 12 ? shift(-12 * HOUR)(s) : shift(12 * HOUR)(s)),
  },
  {
    name: "day and month exchanged",
    change: (s) =>
      Number(s.slice(8, 10)) <= 12
        ? `${s.slice(0, 5)}${s.slice(8, 10)}-${s.slice(5, 7)}${s.slice(10)}`
        : `${s.slice(0, 5)}01-${s.slice(5, 7)}${s.slice(10)}`,
  },
  { name: "ends in Z", change: (s) => s.replace("+00:00", "Z") },
  { name: "no fraction", change: (s) => s.replace(/\.\d+/, "") },
  { name: "an offset without a colon", change: (s) => s.replace("+00:00", "+0000") },
  { name: "an offset of hours alone", change: (s) => s.replace("+00:00", "+00") },
  { name: "no offset", change: (s) => s.replace("+00:00", "") },
  { name: "a space for T", change: (s) => s.replace("T", " ") },
  { name: "a comma before the fraction", change: (s) => s.replace(".", ",") },
  { name: "milliseconds since 1970", change: (s) => Date.parse(s) as unknown as string },
  { name: "the format of HTTP", change: (s) => new Date(Date.parse(s)).toUTCString() },
  { name: "null", change: () => null as unknown as string },
  { name: "an empty text", change: () => "" },
];

/** Both at once is the usual mistake, one alone the subtle one; a mistake in one namespace only is rarer still. */
const SCOPES: { name: string; members: (keyof CreatedRecord & `${string}Date`)[]; namespace?: string }[] = [
  { name: "both", members: ["createdDate", "updatedDate"] },
  { name: "createdDate", members: ["createdDate"] },
  { name: "updatedDate", members: ["updatedDate"] },
  { name: `both in ${NAMESPACES[0]}`, members: ["createdDate", "updatedDate"], namespace: NAMESPACES[0] },
];

const stamped = mutantsOf(FAMILY, {
  name: "a timestamp is wrong",
  rule: RULE,
  places: CHANGES.flatMap((each) =>
    SCOPES.map((scope) => ({ ...each, ...scope, name: `${each.name}, ${scope.name}` })),
  ),
  fault: ({ members, namespace, change }) =>
    onReturn((record, exchange) => {
      if (namespace !== undefined && exchange.namespace !== namespace) return undefined;
      const changed = { ...record };
      for (const member of members) changed[member] = change(record[member]);
      return changed;
    }),
  witness: ({ namespace = "inspection" }) => {
    const sent = Date.now();
    return {
      steps: [create(plain("stamps"), { namespace })],
      view: ([response]) => {
        const { createdDate, updatedDate } = JSON.parse(response?.body ?? "").data as CreatedRecord;
        const right = (stamp: string) =>
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d\d:\d\d$/.test(stamp) &&
          Math.abs(Date.parse(stamp) - sent) < 60_000;
        return right(createdDate) && right(updatedDate) && createdDate === updatedDate;
      },
    };
  },
});

const missing = mutantsOf(FAMILY, {
  name: "a timestamp is missing",
  rule: RULE,
  places: (["createdDate", "updatedDate"] as const).map((member) => ({ name: member, member })),
  fault: ({ member }) =>
    onReturn((record) => {
      const { [member]: _, ...rest } = record;
      return rest as CreatedRecord;
    }),
  witness: () => ({
    steps: [create(plain("stamps"))],
    view: ([response]) => Object.keys(JSON.parse(response?.body ?? "").data),
  }),
});

const order = mutantsOf(FAMILY, {
  name: "updatedDate is another moment than createdDate",
  rule: "the spec, updatedDate: for a record that was only created, its creation",
  places: [
    { name: "a microsecond later", by: 1 },
    { name: "a second earlier", by: -1_000_000 },
    { name: "a millisecond later", by: 1000 },
  ],
  fault: ({ by }) => onReturn((record) => ({ ...record, updatedDate: movedBy(record.createdDate, by) })),
  witness: () => ({
    steps: [create(plain("stamps"))],
    view: ([response]) => {
      const { createdDate, updatedDate } = JSON.parse(response?.body ?? "").data;
      return createdDate === updatedDate;
    },
  }),
});
function movedBy(stamp: string, microseconds: number): string {
  const [, seconds = "", fraction = "", zone = ""] = /^(.{19})\.(\d+)(.*)$/.exec(stamp) ?? [];
  const moved =
    BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, "0").slice(0, 6)) + BigInt(microseconds);
  return `${new Date(Number(moved / 1000n)).toISOString().slice(0, 20)}${String(moved % 1_000_000n).padStart(6, "0")}${zone}`;
}

const clocks = mutantsOf(FAMILY, {
  name: "the clock of creates is wrong in an unusual way",
  rule: "document 2.1: createdDate is the moment of the creation",
  places: [
    { name: "it stands still after the first", stamp: (first: string) => first },
    {
      name: "it runs backwards",
      stamp: (first: string, now: string) =>
        new Date(2 * Date.parse(first) - Date.parse(now)).toISOString().replace("Z", "000+00:00"),
    },
    { name: "it is that of the create before", stamp: (_: string, __: string, before: string) => before },
  ],
  fault: ({ stamp }) => {
    let first = "";
    let before = "";
    return onReturn((record) => {
      first ||= record.createdDate;
      const at = stamp(first, record.createdDate, before || record.createdDate);
      before = record.createdDate;
      return { ...record, createdDate: at, updatedDate: at };
    });
  },
  witness: () => ({
    steps: [
      create(plain("c1")),
      ...Array.from({ length: 40 }, (_, i) => get(LISTS[0]?.path ?? "", `offset=${i}`)),
      create(plain("c2")),
    ],
    view: (responses) => {
      const [one, other] = [responses[0], responses.at(-1)].map((r) => JSON.parse(r?.body ?? "").data.createdDate);
      return other > one;
    },
  }),
});

export const stamps: Mutant[] = [...stamped, ...missing, ...order, ...clocks];
