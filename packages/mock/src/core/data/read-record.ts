import { memberKey, type RecordView } from "@metadata-service/server-rules";
import { describedProperties, isObject, own, requiredNames, type SchemaObject } from "@metadata-service/spec-tools";
import { type RowContent, type StoredRows, UNDECLARED } from "../memory/stored-rows.js";
import type { ValueMaker } from "../values/value.js";
import { completeValue } from "./complete-value.js";
import type { MemberKey, RecordMember } from "./record-members.js";
import type { RowValues } from "./row-values.js";
import { isWriteOnly, writeOnlyRemover } from "./without-write-only.js";

/** Converts the value of a field from the format in which it is stored to that of responses. */
export type Present = (key: MemberKey, value: unknown) => unknown;

/** The maximum number of cached generated records. */
const MOST_RECORDS_KEPT = 20_000;

type Entries = readonly (readonly [name: string, member: RecordMember])[];

/** Creates records from rows in the format of a view, and caches the most recent ones. */
export function createRecordReader(
  maker: ValueMaker,
  members: readonly RecordMember[],
  values: RowValues,
  stored: StoredRows,
) {
  const views = new Map<RecordView, Entries>();
  const records = new Map<string, unknown>();
  const withoutWriteOnly = writeOnlyRemover(maker);
  const fieldsOfBranches = branchReader(maker);

  /** Returns the fields of a view, by their names in that view. */
  function entriesOf(view: RecordView): Entries {
    const known = views.get(view);
    if (known) return known;
    const entries = [...view.members].flatMap(([property, { node }]) => {
      const member = members.find(({ key }) => key === memberKey(view, property));
      return member && !isWriteOnly(node) ? [[property, member] as const] : [];
    });
    views.set(view, entries);
    return entries;
  }

  /**
   * A generated record. If its fields are not valid together, because they depend on each other or another operation shows
   * them otherwise, the record is generated as a whole, with as many of them as are valid.
   */
  function generated(view: RecordView, row: number, present: Present | undefined): unknown {
    const entries = entriesOf(view);
    const known = recordOf(entries, row, presented(values.memberValue, present));
    const record = firstValid(maker, view, [() => ({ ...known, ...undeclaredIn(values.wholeOf(row)) }), () => known]);
    if (record !== undefined) return record;
    const whole = maker.at(view.pointer, view.schema)(values.contextOf(row));
    if (!isObject(whole)) return whole;
    const candidates = [
      () => ({ ...whole, ...fittingMembers(maker, view, known) }),
      () => ({ ...whole, ...recordOf(entries.filter(isNamed), row, values.memberValue) }),
    ];
    return firstValid(maker, view, candidates) ?? whole;
  }

  /** A record sent by a client, completed with fields that the view requires. */
  function sent(view: RecordView, row: number, content: RowContent, present: Present | undefined): unknown {
    const entries = entriesOf(view);
    // The user's records are in the format of responses.
    const isShown = stored.moments(row)?.isPreset === true;
    const known = recordOf(entries, row, presented(values.memberValue, isShown ? undefined : present));
    const record = { ...known, ...fieldsOfBranches(view, content), ...undeclaredIn(content) };
    const required = requiredNames(maker.document, placeOf(view));
    const context = values.contextOf(row);
    const needed = entries.filter(([name]) => required.has(name) && !Object.hasOwn(record, name));
    const completed = (given: object) =>
      completeValue(maker, placeOf(view), { ...recordOf(needed, row, values.generated), ...given }, context);
    const whole = () => maker.at(view.pointer, view.schema)(context);
    const candidates = [
      () => record,
      () => known,
      () => completed(record),
      () => completed(known),
      () => ({ ...recordOf(entries, row, values.generated), ...known }),
      ...[record, known].map((given) => () => ({ ...Object(whole()), ...given })),
      // The request schema may accept values that the response schema does not.
      () => ({ ...recordOf(entries, row, values.generated), ...fittingMembers(maker, view, known) }),
      whole,
    ];
    return firstValid(maker, view, candidates) ?? record;
  }

  return {
    read(view: RecordView, row: number, present?: Present): unknown {
      const content = stored.content(row);
      const make = () => (content ? sent(view, row, content, present) : generated(view, row, present));
      // What is presented may depend on the request.
      if (content || present) return withoutWriteOnly(placeOf(view), make());
      const key = `${view.pointer} ${view.identity} ${row}`;
      if (records.has(key)) return records.get(key);
      const record = withoutWriteOnly(placeOf(view), make());
      if (records.size >= MOST_RECORDS_KEPT) records.clear();
      records.set(key, record);
      return record;
    },
    clear: () => records.clear(),
  };
}

const recordOf = (entries: Entries, row: number, valueAt: RowValues["memberValue"]) =>
  Object.fromEntries(
    entries.map(([name, member]) => [name, valueAt(member, row)] as const).filter(([, value]) => value !== undefined),
  );

/** Returns the fields that only some branches of a view describe; a request may describe them for all records. */
function branchReader({ document }: ValueMaker) {
  const known = new Map<RecordView, readonly string[]>();
  return (view: RecordView, content: RowContent): object => {
    const names =
      known.get(view) ??
      [...describedProperties(document, placeOf(view))].flatMap(([name, properties]) =>
        view.members.has(name) || properties.some(({ node }) => isWriteOnly(node)) ? [] : [name],
      );
    known.set(view, names);
    const sent = names.map((name) => [name, own(content, memberKey(view, name))] as const);
    return Object.fromEntries(sent.filter(([, value]) => value !== undefined));
  };
}

/** Whether a field is the identity or a timestamp. */
const isNamed = ([, { key }]: Entries[number]): boolean => key.startsWith("@");

/** The fields that no format of a record declares, by their names. */
function undeclaredIn(content: RowContent = {}): object {
  const others = Object.entries(content).filter(([key]) => key.startsWith(UNDECLARED));
  return Object.fromEntries(others.map(([key, value]) => [key.slice(UNDECLARED.length), value]));
}

const presented = (valueAt: RowValues["memberValue"], present: Present | undefined): RowValues["memberValue"] =>
  present ? (member, row) => present(member.key, valueAt(member, row)) : valueAt;

/** Returns the first valid candidate; each is only generated if all previous ones are invalid. */
function firstValid(maker: ValueMaker, view: RecordView, candidates: readonly (() => unknown)[]): unknown {
  for (const make of candidates) {
    const made = make();
    if (maker.fits(view.pointer, made)) return made;
  }
  return undefined;
}

const placeOf = ({ pointer, schema }: RecordView) => ({ pointer, node: schema as SchemaObject });

/** Returns the fields of a record that are valid in a view. */
function fittingMembers(maker: ValueMaker, view: RecordView, record: object): object {
  const entries = Object.entries(record).filter(([name, value]) => {
    const place = view.members.get(name);
    return place && maker.fits(place.pointer, value);
  });
  return Object.fromEntries(entries);
}
