import type { Case, Context } from "../../../case.js";
import { sampled } from "../../../effort.js";
import { DATES, EVERY_DAY, INVALID_DATES } from "../../../grammar/date.js";
import { DATE_TIME_PRODUCTS, DATE_TIMES, INVALID_DATE_TIMES } from "../../../grammar/date-time.js";
import { distinct, type Form, form } from "../../../grammar/form.js";
import { INVALID_UUIDS, UUIDS } from "../../../grammar/uuid.js";
import { choicesOf } from "../../choices.js";
import { checkEach, testCase } from "../../test-case.js";
import { type Creator, type Item, type ItemType, itemTypesOfFormat, refuse } from "./creator.js";
import { placesOf, type Within, within } from "./places.js";
import { createAndRepeat } from "./same-record.js";
import { chunks } from "./texts.js";

const GRAMMARS: { format: string; valid: Form[]; broken: Form[] }[] = [
  { format: "date", valid: distinct([...DATES, ...EVERY_DAY]), broken: INVALID_DATES },
  {
    format: "date-time",
    valid: distinct([
      ...DATE_TIMES,
      ...DATE_TIME_PRODUCTS,
      ...EVERY_DAY.map(({ text, about }) => form(`${text}T02:30:00Z`, about)),
    ]),
    broken: INVALID_DATE_TIMES,
  },
  { format: "uuid", valid: UUIDS, broken: INVALID_UUIDS },
];

/** The grammars of dates, date-times and UUIDs, in every place where an item contains one. */
export function formatCases(creator: Creator): Case[] {
  return GRAMMARS.flatMap(({ format, valid, broken }) => {
    const itemTypes = itemTypesOfFormat(creator, format);
    if (itemTypes.length === 0) return [];
    return [
      ...placesOf(creator).map(({ name, wrap }) =>
        testCase(creator.operation, {
          rule: `${format} grammar`,
          name: `every valid form, ${name}`,
          run: (context) => {
            const items = itemTypes.flatMap((itemType) => validItems(itemType, valid));
            const records = chunks(items, 45).map((part) => part.flatMap(wrap));
            return checkEach(
              records,
              () => name,
              (record) => createAndRepeat(context, creator, record),
            );
          },
        }),
      ),
      ...broken.map(({ text, about }, i) =>
        testCase(creator.operation, {
          rule: `${format} grammar`,
          name: `${JSON.stringify(text)} is rejected`,
          why: about,
          status: "400",
          run: (context) => refusedEverywhere(context, creator, itemTypes, text, valid[0]?.text ?? "", i),
        }),
      ),
    ];
  });
}

/** Returns one item for each form, or an array of all forms, or several of them if it cannot have so many. */
function validItems(itemType: ItemType, forms: Form[]): Item[] {
  const { type, element, most } = itemType;
  if (element)
    return chunks(forms, Math.min(most, forms.length)).map((part) => ({
      key: type,
      type,
      value: part.map(({ text }) => text),
    }));
  return forms.map(({ text, about }) => ({ key: about.slice(0, 90), type: itemType.type, value: text }));
}

interface Try {
  name: string;
  at: string;
  items: Item[];
}

/**
 * Checks that a string is rejected in every place of the given types. `number` selects the namespace and the position
 * within arrays, so that different strings cover all of them.
 */
async function refusedEverywhere(
  context: Context,
  creator: Creator,
  itemTypes: ItemType[],
  text: string,
  valid: string,
  number: number,
) {
  const spaces = choicesOf(creator.operation);
  const places = placesOf(creator);
  const tried = itemTypes.flatMap((itemType): Try[] => {
    const item = (value: unknown) => ({ key: "tried", type: itemType.type, value });
    if (!itemType.element)
      return places.map(({ name, at, wrap }) => ({
        name: `${itemType.type}, ${name}`,
        at: `${at}.value`,
        items: wrap(item(text)),
      }));
    const arrays = within(text, valid, itemType.most);
    return places.map(({ name, at, wrap }, i) => {
      const array = arrays[(i + number + context.round) % arrays.length] as Within;
      return {
        name: `${itemType.type}, ${array.name}, ${name}`,
        at: `${at}.value[${array.index}]`,
        items: wrap(item(array.array)),
      };
    });
  });
  await checkEach(
    sampled(
      tried.map((each, i) => ({ ...each, space: spaces[(i + number + context.round) % spaces.length] })),
      context.effort,
      3,
    ),
    ({ name, space }) => `${name}${space?.name}`,
    ({ items, at, space }) => refuse(context, creator, { body: { uid: context.uid(), items }, path: space?.path }, at),
  );
}
