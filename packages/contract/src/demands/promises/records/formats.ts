import type { Case } from "../../../cases/case.js";
import { DATES, EVERY_DAY, INVALID_DATES } from "../../../grammar/date.js";
import { DATE_TIME_PRODUCTS, DATE_TIMES, INVALID_DATE_TIMES } from "../../../grammar/date-time.js";
import { distinct, type Form, form } from "../../../grammar/form.js";
import { INVALID_UUIDS, UUIDS } from "../../../grammar/uuid.js";
import {
  type Creator,
  chunks,
  type Item,
  type ItemType,
  itemTypesOfFormat,
  rejectsEach,
  returnsEach,
} from "./creator.js";
import { placesOf, wrongValues } from "./places.js";

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
export const formatCases = (creator: Creator): Case[] =>
  GRAMMARS.flatMap(({ format, valid, broken }) => {
    const itemTypes = itemTypesOfFormat(creator, format);
    if (itemTypes.length === 0) return [];
    return [
      ...placesOf(creator).map(({ name, wrap }) =>
        returnsEach(creator, `${format} grammar`, `every valid form, ${name}`, () =>
          chunks(
            itemTypes.flatMap((itemType) => validItems(itemType, valid)),
            45,
          ).map((part) => part.flatMap(wrap)),
        ),
      ),
      ...broken.map(({ text, about }, i) =>
        rejectsEach(
          creator,
          `${format} grammar`,
          `${JSON.stringify(text)} is rejected`,
          (context) =>
            wrongValues(creator, itemTypes, context, i, {
              value: text,
              valid: () => valid[0]?.text,
              spaces: creator.spaces,
            }),
          { wire: false, why: about },
        ),
      ),
    ];
  });

/** Returns one item for each form, or an array of all forms, or several of them if it cannot have so many. */
function validItems({ type, element, most }: ItemType, forms: Form[]): Item[] {
  const texts = forms.map(({ text }) => text);
  if (element) return chunks(texts, Math.min(most, texts.length)).map((value) => ({ key: type, type, value }));
  return forms.map(({ text, about }) => ({ key: about.slice(0, 90), type, value: text }));
}
