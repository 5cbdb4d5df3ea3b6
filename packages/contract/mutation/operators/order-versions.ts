import type { WireResponse } from "../../src/index.js";
import { create, onReturn } from "../kit/create-faults.js";
import { type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { type Listed, onRecord } from "../kit/list-faults.js";
import { everyPage } from "../kit/list-witnesses.js";
import { item, record } from "../kit/samples.js";
import { ITEM_TYPES, LISTS } from "../kit/spec.js";

const FAMILY = "versions of an order";
const RULE = "Decision 0010: versions 1 and 3 return the same orders; a server stores them once";

const VERSIONS = LISTS.filter(({ path }) => path.endsWith("/purchase-orders"));

/** A field in the spelling of a version. */
const FIELDS = VERSIONS.map((list) => {
  const spelled = (camel: string): string =>
    list.members.includes(camel) ? camel : camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { list, spelled };
});

/** A field that one version shows in another way. */
const shown = (
  name: string,
  field: string,
  change: (value: Listed[string], row: number, one: Listed) => Listed[string] | undefined,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule: RULE,
    places: FIELDS.map((each) => ({ ...each, name: each.list.id })),
    fault: ({ list, spelled }) => {
      const own = field === "updatedDate" ? list.updatedAt : spelled(field);
      return onRecord(list, (one, row) => {
        if (!Object.hasOwn(one, own)) return one;
        const value = change(one[own] ?? null, row, one);
        if (value !== undefined) return { ...one, [own]: value };
        const { [own]: _, ...rest } = one;
        return rest;
      });
    },
    witness: ({ list }) => everyPage(list),
  });

const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

const bodyOf = (response: WireResponse | undefined) => JSON.parse(response?.body ?? "{}").data ?? {};

export const orderVersions: readonly Mutant[] = [
  ...shown("numbers in names lose their zeros", "factoryId", (value) => String(value).replace(/-0+(?=\d)/, "-")),
  ...shown("the first days of a month are the last of the one before", "deliveryDate", (value) =>
    String(value).endsWith("-01") ? dayBefore(String(value)) : value,
  ),
  ...shown("hyphens become underscores", "poStatus", (value) => String(value).replaceAll("-", "_")),
  ...shown("quantities end at 16 bits", "totalQuantity", (value) => Math.min(Number(value), 32_767)),
  ...shown("updates have milliseconds", "updatedDate", (value) => String(value).replace(/(\.\d{3})\d{3}/, "$1000")),
  ...shown("closed orders have no delivery date", "deliveryDate", (value, _, one) =>
    Object.values(one).includes("closed") ? undefined : value,
  ),
  ...shown("from row 500 on, a quantity is a text", "totalQuantity", (value, row) =>
    row >= 500 ? String(value) : value,
  ),
  ...shown("the last record has no buyer", "clientId", (value, row) => (row === 999 ? undefined : value)),
];

const STAMPS = "times of a record";

export const stampsOfRecords: readonly Mutant[] = [
  ...mutantsOf(STAMPS, {
    name: "the offset is that of another zone, the time is not",
    rule: "Decision 0007: timestamps of the service are in RFC 3339 format; schema Metadata: when the record was created",
    places: ITEM_TYPES.filter((type) => ["file", "object", "datetime"].includes(type)).map((name) => ({ name })),
    fault: ({ name }) =>
      onReturn((created) =>
        created.items.some(({ type }) => type === name)
          ? {
              ...created,
              createdDate: created.createdDate.replace("+00:00", "+07:00"),
              updatedDate: created.updatedDate.replace("+00:00", "+07:00"),
            }
          : undefined,
      ),
    witness: ({ name }) => ({
      steps: [create(record("zone", [item(name, SAMPLE[name])]))],
      view: ([response]) => String(bodyOf(response).createdDate).slice(26),
    }),
  }),
  ...mutantsOf(STAMPS, {
    name: "the update of a large record is later than its creation",
    rule: "Decision 0007: if a record was never changed, its updatedDate is its createdDate",
    places: [20, 100].map((count) => ({ name: `${count} items`, count })),
    fault: ({ count }) =>
      onReturn((created) =>
        created.items.length > count
          ? {
              ...created,
              updatedDate: created.createdDate.replace(/\d(?=\+)/, (digit) => String((Number(digit) + 1) % 10)),
            }
          : undefined,
      ),
    witness: ({ count }) => ({
      steps: [
        create(
          record(
            "large",
            Array.from({ length: count + 1 }, (_, i) => item("number", i)),
          ),
        ),
      ],
      view: ([response]) => bodyOf(response).createdDate === bodyOf(response).updatedDate,
    }),
  }),
  ...mutantsOf(STAMPS, {
    name: "the update of a repeated record is the time of the repetition",
    rule: "Decision 0005: the stored record, including its original timestamps",
    places: ONE_PLACE,
    fault: () => {
      const counts = new Map<string, number>();
      return onReturn((created, { namespace }) => {
        const name = `${namespace}\n${created.uid}`;
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        if (count < 3) return undefined;
        return { ...created, updatedDate: `${new Date().toISOString().slice(0, -1)}001+00:00` };
      });
    },
    witness: () => ({
      steps: Array.from({ length: 3 }, () => create(record("thrice", [item("string", "x")]))),
      view: (responses) => new Set(responses.map((response) => bodyOf(response).updatedDate)).size,
    }),
  }),
];

const SAMPLE: Record<string, unknown> = {
  file: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
  object: [item("string", "x")],
  datetime: "2026-11-21T06:15:00Z",
};
