import type { Creator, Item, ItemType } from "./creator.js";

/** Returns the items of a record with every item type, also nested. All keys and values are different. */
export function allItemTypes(creator: Creator): Item[] {
  const plain = creator.itemTypes.filter(({ holdsItems }) => !holdsItems);
  const nests = creator.itemTypes.filter(({ holdsItems }) => holdsItems);
  const deepest = Math.min(3, (creator.limits.levels ?? 4) - 1);
  const level = (depth: number): Item[] => [
    ...plain.map((itemType, i) => ({
      key: `${itemType.type} ${depth}`,
      type: itemType.type,
      value: sampleOf(itemType, depth * 20 + i),
    })),
    ...(depth < deepest
      ? nests.map(({ type }, i) => ({ key: `${type} ${depth}`, type, value: level(depth + 1 + i) }))
      : []),
  ];
  return level(0);
}

/** Returns a valid value of a type without nested items, which depends on the seed. */
export function sampleOf({ value, element, sample, accepts }: ItemType, seed: number): unknown {
  const made = element
    ? [0, 1, 2].map((i) => scalar(element.format ?? String(element.type), seed * 3 + i))
    : scalar(value.format ?? String(value.type), seed);
  return accepts(made) ? made : sample;
}

/** Undefined for a type whose values only its schema describes. */
function scalar(type: string, seed: number): unknown {
  const date = new Date(Date.UTC(2026, 0, 1 + (seed % 300), 6, seed % 60));
  switch (type) {
    case "number":
      return seed + 0.25;
    case "integer":
      return seed;
    case "boolean":
      return seed % 2 === 0;
    case "date":
      return date.toISOString().slice(0, 10);
    case "date-time":
      return date.toISOString().replace("Z", seed % 2 ? "+07:00" : "Z");
    case "uuid":
      return `6f1b2c3d-4e5f-4a6b-8c7d-${String(seed).padStart(12, "0")}`;
    case "string":
      return `Text ${seed} of the record`;
    default:
      return undefined;
  }
}
