import type { Case } from "../../../case.js";
import { sampled } from "../../../effort.js";
import { nearMissesOf } from "../../../values/near-misses.js";
import { dotted, type Site, sitesOf } from "../../../values/sites.js";
import { variantsOf } from "../../../values/variants.js";
import { choicesOf } from "../../choices.js";
import { checkEach, testCase } from "../../test-case.js";
import { type Creator, type Item, type ItemType, refuse } from "./creator.js";
import { placesOf } from "./places.js";
import { createAndRepeat } from "./same-record.js";
import { chunks } from "./texts.js";

const RULE = "item rules";

/** Every rule of the document for an item of each type, in every place of a record where such an item is allowed. */
export function itemRuleCases(creator: Creator): Case[] {
  const { validator } = creator;
  return creator.itemTypes.flatMap((itemType) => [
    ...sitesOfItemType(creator, itemType).flatMap((site) =>
      nearMissesOf(validator, site)
        .filter(({ value }) => !validator.accepts(itemType.pointer, site.build(value)))
        .map((miss, i) => brokenEverywhere(creator, itemType, site, miss, i)),
    ),
    validEverywhere(creator, itemType),
  ]);
}

/** Returns items of a type that break one rule each. */
export function brokenItems(creator: Creator, itemType: ItemType): { about: string; item: Item }[] {
  return sitesOfItemType(creator, itemType).flatMap((site) =>
    nearMissesOf(creator.validator, site)
      .map(({ keyword, detail, value }) => ({
        about: `${itemType.type}: ${dotted(site.path)} ${keyword} ${detail}`,
        item: site.build(value) as Item,
      }))
      .filter(({ item }) => !creator.validator.accepts(itemType.pointer, item)),
  );
}

/** Returns the sites of rules in one branch of the union, without nested items, which belong to other branches. */
function sitesOfItemType({ document }: Creator, { pointer, schema, holdsItems }: ItemType): Site[] {
  return sitesOf(document, { node: schema, pointer }).filter(({ path }) => !holdsItems || path.length < 2);
}

function brokenEverywhere(
  creator: Creator,
  itemType: ItemType,
  site: Site,
  { keyword, detail, value, name }: ReturnType<typeof nearMissesOf>[number],
  number: number,
): Case {
  const spaces = choicesOf(creator.operation);
  const within = dotted(site.path);
  const what = `${within && `${within} `}${keyword} ${detail}`;
  return testCase(creator.operation, {
    rule: RULE,
    name: `${itemType.type}: ${what} is rejected in every place`,
    status: "400",
    branch: itemType.type,
    run: (context) => {
      const item = site.build(value) as Item;
      const tried = placesFor(creator, itemType).map((place, i) => ({
        ...place,
        space: spaces[(number + i + context.round) % spaces.length],
      }));
      return checkEach(
        sampled(tried, context.effort, 3),
        (place) => `${place.name}${place.space?.name}`,
        ({ wrap, at, space }) => {
          const items = wrap(item);
          const named = [within === "" ? at : `${at}${within.startsWith("[") ? "" : "."}${within}`];
          const wanted = name !== undefined && /^\w+$/.test(name) ? [at, name] : named;
          return refuse(context, creator, { body: { uid: context.uid(), items }, path: space?.path }, wanted);
        },
      );
    },
  });
}

/** Returns the places where an item fits; below an item with nested items there must be one more level. */
const placesFor = (creator: Creator, { holdsItems }: ItemType) => placesOf(creator, holdsItems ? 7 : 8);

/** Valid values at each limit of the document, such as empty ones, in every place. */
function validEverywhere(creator: Creator, itemType: ItemType): Case {
  return testCase(creator.operation, {
    rule: RULE,
    name: `${itemType.type}: values at each limit are accepted and returned in every place`,
    branch: itemType.type,
    run: (context) => {
      const values = sitesOfItemType(creator, itemType)
        .flatMap((site) => variantsOf(creator.validator, site).map(({ value }) => site.build(value)))
        .filter((item) => creator.validator.accepts(itemType.pointer, item)) as Item[];
      const items = [...new Map(values.map((item) => [JSON.stringify(item), item])).values()];
      return checkEach(
        sampled(placesFor(creator, itemType), context.effort, 6),
        ({ name }) => name,
        ({ wrap }) =>
          checkEach(
            chunks(items, 30),
            (part) => JSON.stringify(part[0]?.value).slice(0, 40),
            (part) => createAndRepeat(context, creator, part.flatMap(wrap)),
          ),
      );
    },
  });
}
