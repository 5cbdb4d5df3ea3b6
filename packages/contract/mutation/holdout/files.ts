import { onRefusedItem, onReturn, onReturnedItem, onToleratedItem } from "../kit/create-faults.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { mapItems, mapLists, TOP_AND_NESTED, WHERE } from "../kit/items.js";
import { item } from "../kit/samples.js";
import { NAMESPACE_PLACES } from "../kit/spec.js";
import { send } from "./shared.js";

const FILES = "files";
const FILE_RULE = "Decision 0011: the ID of a file is a UUID, and any UUID is accepted";
const URL_RULE = "Decision 0011: the URL is built from a template, in which {id} is replaced by the ID";

const ID = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const OTHER = "0b9a7c51-2f6d-4c1e-9b38-5a4d3c2b1a09";

const VALID_IDS = [
  { name: "of version 1", wrong: /^.{14}1/, id: "6f1b2c3d-4e5f-1a6b-8c7d-9e0f1a2b3c4d" },
  { name: "of version 7", wrong: /^.{14}7/, id: "018f1b2c-3d4e-7a6b-8c7d-9e0f1a2b3c4d" },
  { name: "of zeros", wrong: /^[0-]+$/, id: "00000000-0000-0000-0000-000000000000" },
  { name: "of another variant", wrong: /^.{19}[0-7c-f]/i, id: "6f1b2c3d-4e5f-4a6b-cc7d-9e0f1a2b3c4d" },
  { name: "in upper case", wrong: /[A-F]/, id: ID.toUpperCase() },
];

const INVALID_IDS = [
  { name: "in braces", wrong: /^\{[0-9a-f-]{36}\}$/i, id: `{${ID}}` },
  { name: "without hyphens", wrong: /^[0-9a-f]{32}$/i, id: ID.replaceAll("-", "") },
  {
    name: "with hyphens in other places",
    wrong: /^(?=.{36}$)(?:[0-9a-f]{4}-?){8}$/i,
    id: "6f1b-2c3d4e5f-4a6b-8c7d-9e0f1a2b3c4d",
  },
  {
    name: "with letters after f",
    wrong: /^(?=.*[g-z])[0-9a-z]{8}(-[0-9a-z]{4}){3}-[0-9a-z]{12}$/i,
    id: `g${ID.slice(1)}`,
  },
  { name: "with a text after it", wrong: /^[0-9a-f-]{36}.+$/is, id: `${ID}.jpg` },
  { name: "with a line end", wrong: /^[0-9a-f-]{36}\n$/i, id: `${ID}\n` },
];

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const files: readonly Mutant[] = [
  ...mutantsOf(FILES, {
    name: "a valid ID is rejected",
    rule: FILE_RULE,
    places: VALID_IDS.flatMap((valid, i) =>
      i < 2
        ? [{ ...valid, where: TOP_AND_NESTED[i] ?? WHERE.top }]
        : [{ ...valid, where: i % 2 ? WHERE.array : WHERE.top }],
    ),
    fault: ({ wrong, where }) =>
      onRefusedItem(where, ({ type, value }) => type === "file" && wrong.test(String(value))),
    witness: ({ id, where }) => [send(where.wrap(item("file", id)))],
  }),
  ...mutantsOf(FILES, {
    name: "an ID in another form is accepted",
    rule: FILE_RULE,
    places: INVALID_IDS.flatMap((invalid, i) => [
      { ...invalid, where: [WHERE.top, WHERE.object, WHERE.array][i % 3] ?? WHERE.top },
    ]),
    fault: ({ wrong, where }) =>
      onToleratedItem(where, (sent) =>
        sent.type === "file" && typeof sent.value === "string" && wrong.test(sent.value) && !isUuid.test(sent.value)
          ? { ...sent, value: ID }
          : undefined,
      ),
    witness: ({ id, where }) => [send(where.wrap(item("file", id)))],
  }),
  ...mutantsOf(FILES, {
    name: "the ID is returned instead of a URL",
    rule: "Interface 4.1, rule 1: the response has a URL as value",
    places: [WHERE.array, WHERE.deep, WHERE.later],
    fault: (where) =>
      onReturnedItem(where, (one) => (one.type === "file" ? { ...one, value: String(one.value).slice(-36) } : one)),
    witness: (where) => [send(where.wrap(item("file", ID)))],
  }),
  ...mutantsOf(FILES, {
    name: "the second file of a list has the URL of the first",
    rule: URL_RULE,
    places: [
      { name: "of a record", inside: "" },
      { name: "of an object", inside: "object" },
      { name: "of an object-array", inside: "object-array" },
    ],
    fault: ({ inside }) =>
      onReturn((created) => ({
        ...created,
        items: mapLists(created.items, "returned", (list, parent) => {
          const first = list.find(({ type }) => type === "file");
          return first && parent.inside === inside
            ? list.map((one) => (one.type === "file" ? { ...one, value: first.value } : one))
            : list;
        }),
      })),
    witness: ({ inside }) => {
      const both = [item("file", ID, "a"), item("file", OTHER, "b")];
      return [send(inside === "" ? both : [item(inside, both)])];
    },
  }),
  ...mutantsOf(FILES, {
    name: "the URL is not one",
    rule: "Schema FileUrl: format uri",
    places: [
      { name: "a path", change: (url: string) => new URL(url).pathname, where: WHERE.object },
      { name: "without a scheme", change: (url: string) => url.replace(/^https?:/, ""), where: WHERE.top },
      { name: "with a space", change: (url: string) => url.replace(/([^/]+)$/, "file $1"), where: WHERE.array },
      {
        name: "with the name of the template's parameter",
        change: (url: string) => url.replace(/[^/]+$/, "{id}"),
        where: WHERE.top,
      },
    ],
    fault: ({ change, where }) =>
      onReturnedItem(where, (one) => (one.type === "file" ? { ...one, value: change(String(one.value)) } : one)),
    witness: ({ where }) => [send(where.wrap(item("file", ID)))],
  }),
  ...mutantsOf(FILES, {
    name: "the URL of a file changes with each response",
    rule: "Decision 0005: a repeated create request returns the stored record",
    places: NAMESPACE_PLACES,
    fault: (place) => {
      let responses = 0;
      return onReturn((created, { namespace }) => ({
        ...created,
        items: mapItems(created.items, "returned", (one) =>
          namespace === place.namespace && one.type === "file"
            ? { ...one, value: `${one.value}?signature=${++responses}` }
            : one,
        ),
      }));
    },
    witness: ({ namespace }) => [send([item("file", ID)], { namespace }), send([item("file", ID)], { namespace })],
  }),
];
