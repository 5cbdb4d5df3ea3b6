import { create, onRefusedItem, onReturn, onReturnedItems, onToleratedValue } from "../kit/create-faults.js";
import type { Item } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { EVERYWHERE, mapItems, type Spot, TOP_AND_NESTED, type Where } from "../kit/items.js";
import { NAMESPACE_PLACES } from "../kit/spec.js";

const FAMILY = "files";
const URLS =
  "document 4.1, rule 1: the response returns the same item with a URL as value; 0011: from a template in which {id} stands for the identifier";
const IDS = "0011: a file identifier is a UUID; any UUID is accepted";

const ID = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const OTHER = "0b9a7c51-2f6d-4c1e-9b38-5a4d3c2b1a09";
const NEAR = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4e";
const file = (value: string): Item => ({ key: "photo", type: "file", value });

const URL_CHANGES: { name: string; make(): (url: string, spot: Spot) => string; ids?: string[] }[] = [
  { name: "the identifier", make: () => (url) => url.split("/").at(-1) as string },
  { name: "the URL of the first file of the record", make: first },
  { name: "the URL of the first file there ever was", make: first },
  { name: "a constant", make: () => (url) => url.replace(/[^/]*$/, "file") },
  { name: "relative", make: () => (url) => new URL(url).pathname },
  { name: "without a scheme", make: () => (url) => url.replace(/^https?:/, "") },
  { name: "without the last character of the identifier", make: () => (url) => url.slice(0, -1), ids: [ID, NEAR] },
  {
    name: "without hyphens in the identifier",
    make: () => (url) => url.replace(/[^/]*$/, (id) => id.replaceAll("-", "x")),
    ids: [ID, OTHER],
  },
  {
    name: "the first part of the identifier",
    make: () => (url) => url.replace(/[^/]*$/, (id) => id.slice(0, 8)),
    ids: [ID, NEAR],
  },
  {
    name: "an index in the record",
    make:
      () =>
      (url, { index }) =>
        url.replace(/[^/]*$/, String(index)),
  },
  { name: "an identifier of another file", make: () => (url) => url.replace(ID, OTHER), ids: [ID, OTHER] },
  { name: "with a space", make: () => (url) => url.replace(/\/(?=[^/]*$)/, "/ ") },
  { name: "another one at each time", make: counting },
  { name: "null", make: () => () => null as unknown as string },
  { name: "an object", make: () => (url) => ({ url }) as unknown as string },
  { name: "an empty text", make: () => () => "" },
  { name: "the template", make: () => (url) => url.replace(/[^/]*$/, "{id}") },
];
function first(): (url: string) => string {
  let kept: string | undefined;
  return (url) => (kept ??= url);
}
function counting(): (url: string) => string {
  let number = 0;
  return (url) => `${url}?n=${++number}`;
}

const perRecord = (name: string) => name.endsWith("of the record");

function onUrls(where: Where, make: () => (url: string, spot: Spot) => string, fresh: boolean): Fault {
  let change = make();
  return onReturnedItems((items) => {
    if (fresh) change = make();
    return mapItems(items, "returned", (item, spot) =>
      item.type === "file" && where.holds(spot) ? { ...item, value: change(String(item.value), spot) } : item,
    );
  });
}

const urls = mutantsOf(FAMILY, {
  name: "the URL is another",
  rule: URLS,
  places: URL_CHANGES.flatMap((each) =>
    EVERYWHERE.map((where) => ({ ...each, where, name: `${each.name}, ${where.name}` })),
  ),
  fault: ({ name, where, make }) => onUrls(where, make, perRecord(name.split(",")[0] as string)),
  witness: ({ where, ids = [ID, OTHER] }) => [
    create({ uid: "files", items: ids.flatMap((id) => where.wrap(file(id))) }),
    create({ uid: "more files", items: ids.flatMap((id) => where.wrap(file(id))) }),
  ],
});

const onlyOne = mutantsOf(FAMILY, {
  name: "the identifier comes back in one namespace",
  rule: URLS,
  places: NAMESPACE_PLACES,
  fault: ({ namespace }) =>
    onReturn((record, exchange) =>
      exchange.namespace === namespace
        ? {
            ...record,
            items: mapItems(record.items, "returned", (item) =>
              item.type === "file" ? { ...item, value: String(item.value).split("/").at(-1) as string } : item,
            ),
          }
        : record,
    ),
  witness: ({ namespace }) => [create({ uid: "files", items: [file(ID)] }, { namespace })],
});

const TAKEN: { name: string; repair(id: string): string | undefined; shown: string }[] = [
  { name: "an empty text", repair: (id) => (id === "" ? ID : undefined), shown: "" },
  { name: "any text", repair: (id) => (/^[a-z ]+$/.test(id) ? ID : undefined), shown: "photo" },
  { name: "braces around", repair: (id) => (/^\{.{36}\}$/.test(id) ? id.slice(1, -1) : undefined), shown: `{${ID}}` },
  { name: "urn:uuid:", repair: (id) => (/^urn:uuid:/i.test(id) ? id.slice(9) : undefined), shown: `urn:uuid:${ID}` },
  { name: "no hyphens", repair: (id) => (/^[\da-f]{32}$/i.test(id) ? ID : undefined), shown: ID.replaceAll("-", "") },
  {
    name: "hyphens elsewhere",
    repair: (id) => (/^[\da-f]{4}-[\da-f-]{31}$/i.test(id) ? ID : undefined),
    shown: "6f1b-2c3d4e5f-4a6b-8c7d-9e0f1a2b3c4d",
  },
  {
    name: "letters past f",
    repair: (id) => (/^[\da-z-]{36}$/i.test(id) && /[g-z]/i.test(id) ? ID : undefined),
    shown: ID.replace("f", "g"),
  },
  { name: "a digit less", repair: (id) => (/^[\da-f-]{35}$/i.test(id) ? ID : undefined), shown: ID.slice(0, -1) },
  { name: "a digit more", repair: (id) => (/^[\da-f-]{37}$/i.test(id) ? ID : undefined), shown: `${ID}0` },
  { name: "a space at the end", repair: (id) => (/^.{36}\s$/.test(id) ? id.trim() : undefined), shown: `${ID} ` },
  { name: "a line break at the end", repair: (id) => (/^.{36}\n$/.test(id) ? id.trim() : undefined), shown: `${ID}\n` },
  { name: "text before it", repair: (id) => (/^[xyz].*[\da-f]{12}$/i.test(id) ? ID : undefined), shown: `x${ID}` },
  {
    name: "underscores for hyphens",
    repair: (id) => (/^[\da-f_]{36}$/i.test(id) && id.includes("_") ? id.replaceAll("_", "-") : undefined),
    shown: ID.replaceAll("-", "_"),
  },
  {
    name: "full-width digits",
    repair: (id) => (/[\uff10-\uff19]/.test(id) ? id.normalize("NFKC") : undefined),
    shown: ID.replace("6", "\uff16"),
  },
  { name: "a URL", repair: (id) => (/^https?:/.test(id) ? ID : undefined), shown: `http://files/${ID}` },
];
const taken = mutantsOf(FAMILY, {
  name: "what is no UUID is taken",
  rule: "document 2.2: a file identifier has the format of a UUID; 0008: one that is no UUID is a 400",
  places: TAKEN.flatMap((each) =>
    TOP_AND_NESTED.map((where) => ({ ...each, where, name: `${each.name}, ${where.name}` })),
  ),
  fault: ({ where, repair }) =>
    onToleratedValue(where, "file", (id) => (typeof id === "string" ? repair(id) : undefined)),
  witness: ({ where, shown }) => [create({ uid: "files", items: where.wrap(file(shown)) })],
});

const REFUSED: { name: string; odd(id: string): boolean; shown: string }[] = [
  { name: "upper case", odd: (id) => /[A-F]/.test(id), shown: ID.toUpperCase() },
  { name: "the nil UUID", odd: (id) => /^[0-]+$/.test(id), shown: "00000000-0000-0000-0000-000000000000" },
  { name: "the highest UUID", odd: (id) => /^[f-]+$/i.test(id), shown: "ffffffff-ffff-ffff-ffff-ffffffffffff" },
  { name: "version 1", odd: (id) => id[14] === "1", shown: "6f1b2c3d-4e5f-1a6b-8c7d-9e0f1a2b3c4d" },
  { name: "version 7", odd: (id) => id[14] === "7", shown: "6f1b2c3d-4e5f-7a6b-8c7d-9e0f1a2b3c4d" },
  {
    name: "a version past 5",
    odd: (id) => /[6-9a-f]/i.test(id[14] ?? ""),
    shown: "6f1b2c3d-4e5f-8a6b-8c7d-9e0f1a2b3c4d",
  },
  { name: "any version but 4", odd: (id) => id[14] !== "4", shown: "6f1b2c3d-4e5f-3a6b-8c7d-9e0f1a2b3c4d" },
  {
    name: "another variant",
    odd: (id) => !/[89ab]/i.test(id[19] ?? ""),
    shown: "6f1b2c3d-4e5f-4a6b-0c7d-9e0f1a2b3c4d",
  },
  { name: "digits alone", odd: (id) => /^[\d-]+$/.test(id), shown: "12345678-1234-4234-8234-123456789012" },
];
const refused = mutantsOf(FAMILY, {
  name: "a UUID is refused",
  rule: IDS,
  places: REFUSED.flatMap((each) =>
    TOP_AND_NESTED.map((where) => ({ ...each, where, name: `${each.name}, ${where.name}` })),
  ),
  fault: ({ where, odd }) => onRefusedItem(where, (item) => item.type === "file" && odd(String(item.value))),
  witness: ({ where, shown }) => [create({ uid: "files", items: where.wrap(file(shown)) })],
});

const twice = mutantsOf(FAMILY, {
  name: "a file that is in two places is refused",
  rule: IDS,
  places: [
    { name: "twice in one record", uids: ["a"], count: 2 },
    { name: "in two records", uids: ["a", "b"], count: 1 },
  ],
  fault: ({ count }) => usedOnce(count > 1),
  witness: ({ uids, count }) =>
    uids.map((uid) => create({ uid, items: Array.from({ length: count }, () => file(ID)) })),
});

function usedOnce(inRecord: boolean): Fault {
  const owners = new Map<string, string>();
  return (exchange) => {
    const { record } = exchange;
    const ids = record?.items.filter(({ type }) => type === "file").map(({ value }) => String(value)) ?? [];
    const taken = inRecord
      ? new Set(ids).size < ids.length
      : ids.some((id) => (owners.get(id) ?? record?.uid) !== record?.uid);
    return {
      after({ status, response }) {
        if (status !== 201 || !record) return undefined;
        for (const id of ids) if (!owners.has(id)) owners.set(id, record.uid);
        return taken
          ? { ...response, status: 400, body: '{"errorCode":"Generic","message":"the file is taken"}' }
          : undefined;
      },
    };
  };
}

export const files: Mutant[] = [...urls, ...onlyOne, ...taken, ...refused, ...twice];
