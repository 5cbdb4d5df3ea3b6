import type { Case } from "../../case.js";
import { sampled } from "../../effort.js";
import { ALPHABETS, longText } from "../../text/battery.js";
import { nearMissesOf } from "../../values/near-misses.js";
import { dotted, type Site, sitesOf } from "../../values/sites.js";
import { draft } from "../draft.js";
import { choicesOf } from "../requests/choices.js";
import { type Creator, create, each, type Item, type Kind, refuse } from "./creator.js";
import { placesOf } from "./places.js";

const RULE = "item rules";

/** Every rule of the document for an item of each type, in every place of a record where such an item is allowed. */
export function itemRuleCases(creator: Creator): Case[] {
  const { validator } = creator;
  return creator.kinds.flatMap((kind) => [
    ...sitesOfKind(creator, kind).flatMap((site) =>
      nearMissesOf(validator, site)
        .filter(({ value }) => !validator.accepts(kind.pointer, site.build(value)))
        .map((miss, i) => brokenEverywhere(creator, kind, site, miss, i)),
    ),
    keysEverywhere(creator, kind),
  ]);
}

/** Returns the sites of rules in one branch of the union, without nested items, which belong to other branches. */
function sitesOfKind({ document }: Creator, { pointer, schema, holdsItems }: Kind): Site[] {
  return sitesOf(document, { node: schema, pointer }).filter(({ path }) => !holdsItems || path.length < 2);
}

function brokenEverywhere(
  creator: Creator,
  kind: Kind,
  site: Site,
  { keyword, detail, value, name }: ReturnType<typeof nearMissesOf>[number],
  number: number,
): Case {
  const spaces = choicesOf(creator.operation);
  const within = dotted(site.path);
  const what = `${within && `${within} `}${keyword} ${detail}`;
  return draft(creator.operation, {
    rule: RULE,
    name: `${kind.type}: ${what} is rejected in every place`,
    status: "400",
    branch: kind.type,
    run: (context) => {
      const item = site.build(value) as Item;
      const tried = placesFor(creator, kind).map((place, i) => ({
        ...place,
        space: spaces[(number + i) % spaces.length],
      }));
      return each(
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

/** Returns the places where an item fits; an item with nested items does not fit at the deepest level. */
const placesFor = (creator: Creator, { holdsItems }: Kind) =>
  placesOf(creator).filter(({ name }) => !holdsItems || name !== "at level 8");

/** Keys of the minimum and maximum length, in characters of one to four bytes, in every place. */
function keysEverywhere(creator: Creator, kind: Kind): Case {
  return draft(creator.operation, {
    rule: RULE,
    name: `${kind.type}: keys of 1 and of 100 characters are accepted in every place`,
    branch: kind.type,
    run: (context) => {
      const keys = Object.values(ALPHABETS).flatMap((alphabet) => [longText(1, alphabet), longText(100, alphabet)]);
      return each(
        placesFor(creator, kind),
        ({ name }) => name,
        ({ wrap }) =>
          create(
            context,
            creator,
            keys.flatMap((key) => wrap({ key, type: kind.type, value: kind.sample })),
          ),
      );
    },
  });
}
