import type { Case } from "../../../cases/case.js";
import { sampled } from "../../../cases/effort.js";
import { type NearMiss, nearMissesOf } from "../../../values/near-misses.js";
import { dotted, type Site, sitesOf } from "../../../values/sites.js";
import { variantsOf } from "../../../values/variants.js";
import { type Creator, chunks, type Item, type ItemType, rejectsEach, returnsEach } from "./creator.js";
import { placesOf, wrongIn } from "./places.js";

const RULE = "item rules";

/** Every rule of the document for an item of each type, in every place of a record where such an item is allowed. */
export const itemRuleCases = (creator: Creator): Case[] =>
  creator.itemTypes.flatMap((itemType) => [
    ...sitesOfItemType(creator, itemType).flatMap((site) =>
      brokenAt(creator, itemType, site).map((broken, i) => brokenEverywhere(creator, itemType, broken, i)),
    ),
    validEverywhere(creator, itemType),
  ]);

interface Broken extends NearMiss {
  item: Item;
  about: string;
}

/** Returns items of a type that break one rule each. */
export const brokenItems = (creator: Creator, itemType: ItemType): Broken[] =>
  sitesOfItemType(creator, itemType).flatMap((site) => brokenAt(creator, itemType, site));

const brokenAt = ({ validator }: Creator, { type, pointer }: ItemType, site: Site): Broken[] =>
  nearMissesOf(validator, site)
    .map((miss) => ({
      ...miss,
      item: site.build(miss.value) as Item,
      about: `${type}: ${[dotted(site.path), miss.keyword, miss.detail].filter(Boolean).join(" ")}`,
    }))
    .filter(({ item }) => !validator.accepts(pointer, item));

/** Returns the sites of rules in one branch of the union, without nested items, which belong to other branches. */
function sitesOfItemType({ document }: Creator, { pointer, schema, holdsItems }: ItemType): Site[] {
  return sitesOf(document, { node: schema, pointer }).filter(({ path }) => !holdsItems || path.length < 2);
}

function brokenEverywhere(
  creator: Creator,
  itemType: ItemType,
  { site, about, item, name }: Broken,
  turn: number,
): Case {
  const within = dotted(site.path);
  const end = within === "" || within.startsWith("[") ? within : `.${within}`;
  const isNamed = name !== undefined && /^\w+$/.test(name);
  return rejectsEach(
    creator,
    RULE,
    `${about} is rejected in every place`,
    (context) =>
      sampled(
        wrongIn(creator.spaces, placesFor(creator, itemType), context, turn, () => ({
          item,
          named: (at) => (isNamed ? [at, name] : at + end),
        })),
        context.effort,
        3,
      ),
    { branch: itemType.type, wire: false },
  );
}

/** Returns the places where an item fits; below an item with nested items there must be one more level. */
const placesFor = (creator: Creator, { holdsItems }: ItemType) => placesOf(creator, holdsItems ? 2 : 1);

/** Valid values at each limit of the document, such as empty ones, in every place. */
const validEverywhere = (creator: Creator, itemType: ItemType): Case =>
  returnsEach(
    creator,
    RULE,
    `${itemType.type}: values at each limit are accepted and returned in every place`,
    ({ effort }) => {
      const values = sitesOfItemType(creator, itemType)
        .flatMap((site) => variantsOf(creator.validator, site).map(({ value }) => site.build(value)))
        .filter((item) => creator.validator.accepts(itemType.pointer, item)) as Item[];
      const items = [...new Map(values.map((item) => [JSON.stringify(item), item])).values()];
      return sampled(placesFor(creator, itemType), effort, 6).flatMap(({ wrap }) =>
        chunks(items, 30).map((part) => part.flatMap(wrap)),
      );
    },
    { branch: itemType.type },
  );
