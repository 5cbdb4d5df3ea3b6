import type { Case } from "../../case.js";
import { ALPHABETS, LENGTHS, longText, TEXTS } from "../../text/battery.js";
import { draft } from "../draft.js";
import { type Creator, create, each, type Item, text } from "./creator.js";
import { placesOf } from "./places.js";

/** Every class of texts comes back as it was sent: as a value, in an array, as a key, at every place; and every length. */
export function textCases(creator: Creator): Case[] {
  const values = TEXTS.map(({ text: value, about }) => text(value, about));
  const keys = TEXTS.filter(({ text: key }) => key !== "").map(({ text: key }) => text("v", key));
  const array: Item = { key: "array", type: "string-array", value: TEXTS.map(({ text: value }) => value) };
  const echo: Echo = (name, run) => draft(creator.operation, { rule: "echo", name, run });
  return [
    ...placesOf(creator).flatMap(({ name, wrap }) => [
      echo(`a text of every class as a value, ${name}`, (context) =>
        each(
          chunks(values, 45),
          (part) => part[0]?.key ?? "",
          (part) => create(context, creator, part.flatMap(wrap)),
        ),
      ),
      echo(`a text of every class as a key, ${name}`, (context) =>
        each(
          chunks(keys, 45),
          (part) => part[0]?.key ?? "",
          (part) => create(context, creator, part.flatMap(wrap)),
        ),
      ),
      echo(`a text of every class in an array, ${name}`, (context) =>
        create(context, creator, wrap(array)).then(() => {}),
      ),
    ]),
    echo("one key for all the items of a record, and their order", (context) =>
      create(
        context,
        creator,
        Array.from({ length: 150 }, (_, i) => text(String((i * 37) % 150), "same")),
      ).then(() => {}),
    ),
    echo("keys in no order that a map would keep", (context) =>
      create(
        context,
        creator,
        ["10", "9", "b", "1", "a", "01", "B", "-1", "2", "1"].map((key) => text("v", key)),
      ).then(() => {}),
    ),
    ...Object.entries(ALPHABETS).flatMap(([name, alphabet]) => lengthCases(creator, echo, name, alphabet)),
  ];
}

type Echo = (name: string, run: Case["run"]) => Case;

/** Values and keys of every length, in one alphabet. */
function lengthCases(creator: Creator, echo: Echo, name: string, alphabet: string): Case[] {
  return [
    echo(`values of every length, in characters ${name}`, (context) =>
      each(
        chunks(
          LENGTHS.filter((length) => (length * Buffer.byteLength(alphabet)) / [...alphabet].length < 200_000),
          2,
        ),
        (part) => `${part[0]} to ${part.at(-1)} characters`,
        (part) => {
          const items = part.map((length) => text(longText(length, alphabet), `${length} characters`));
          const list = items.map(({ value }) => value);
          return create(context, creator, [...items, { key: "array", type: "string-array", value: list }]);
        },
      ),
    ),
    echo(`keys of every length, in characters ${name}`, (context) =>
      create(
        context,
        creator,
        [1, 2, 31, 32, 33, 49, 50, 63, 64, 65, 99, 100].map((length) => text("v", longText(length, alphabet))),
      ).then(() => {}),
    ),
    echo(`a value of 200,000 characters ${name}`, (context) =>
      create(context, creator, [text(longText(200_000, alphabet)), text("after")]).then(() => {}),
    ),
  ];
}

/** Parts of so many values, for records that have room for no more. */
export const chunks = <T>(values: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size));
