import type { Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get, onRecord } from "../kit/list-faults.js";
import { LISTS, type ListOperation } from "../kit/spec.js";

/** A change of one field; undefined removes it. */
interface Change {
  name: string;
  change(value: Json, row: number): Json | undefined;
}

const OF_ANY_REQUIRED: Change[] = [
  { name: "is missing", change: () => undefined },
  { name: "is null", change: () => null },
  { name: "is missing in one record", change: (value, row) => (row === 3 ? undefined : value) },
];
const OF_STAMPS: Change[] = [
  { name: "ends in Z", change: (value) => String(value).replace("+00:00", "Z") },
  { name: "has no fraction", change: (value) => String(value).replace(/\.\d+/, "") },
  { name: "has no zone", change: (value) => String(value).replace("+00:00", "") },
  { name: "has a space for T", change: (value) => String(value).replace("T", " ") },
  { name: "is in milliseconds", change: (value) => Date.parse(String(value)) },
  {
    name: "has a year of two digits in one record",
    change: (value, row) => (row === 7 ? String(value).slice(2) : value),
  },
];
const OF_OTHERS: Change[] = [
  { name: "is null", change: () => null },
  { name: "is an object", change: () => ({}) },
  { name: "is a boolean in one record", change: (value, row) => (row === 5 ? true : value) },
];
const OF_IDENTITY: Change[] = [
  { name: "is empty in one record", change: (value, row) => (row === 4 ? "" : value) },
  { name: "is a number", change: (_, row) => row },
  { name: "repeats", change: (value, row) => (row === 6 ? String(value).replace(/\d$/, "1") : value) },
  {
    name: "has more than 100 characters",
    change: (value, row) => (row === 8 ? String(value).padEnd(101, "x") : value),
  },
];

const placesOf = (list: ListOperation, members: string[], changes: Change[]) =>
  members.flatMap((member) =>
    changes.map((each) => ({ list, member, change: each.change, name: `${member} of ${list.id} ${each.name}` })),
  );

export const listRecords: Mutant[] = mutantsOf("records of lists", {
  name: "a field of the records is wrong",
  rule: "the spec: the schema of the records",
  places: LISTS.flatMap((list) => [
    ...placesOf(list, list.required, OF_ANY_REQUIRED),
    ...placesOf(list, [list.createdAt, list.updatedAt], OF_STAMPS),
    ...placesOf(list, list.members, OF_OTHERS),
    ...placesOf(list, [list.identity], OF_IDENTITY),
  ]),
  fault: ({ list, member, change }) =>
    onRecord(list, (record, row) => {
      const { [member]: before = null, ...rest } = record;
      const after = change(before, row);
      return after === undefined ? rest : { ...rest, [member]: after };
    }),
  witness: ({ list }) => [get(list.path, "limit=20")],
});
