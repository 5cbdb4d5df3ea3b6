import { pointerTo } from "@metadata-service/spec-tools";
import { hash } from "../data/hash.js";
import { type FullSchema, type Generate, isDeep, type Propose, partOf, type Row, type ValueMaker } from "./value.js";

/** The maximum number of attempts to generate an element that is not in the array yet. */
const TRIES = 20;

/** Generates arrays: the elements of `prefixItems`, enough elements for `contains`, and the rest from `items`. */
export function arrayValue(schema: FullSchema, pointer: string, maker: ValueMaker): Propose {
  const prefix = (schema.prefixItems ?? []).map((one, i) => maker.at(pointerTo(pointer, "prefixItems", i), one));
  const contained =
    schema.contains === undefined ? undefined : maker.at(pointerTo(pointer, "contains"), schema.contains);
  const allowsMore = schema.items !== false;
  const item = typeof schema.items === "object" ? maker.at(pointerTo(pointer, "items"), schema.items) : undefined;
  const wanted = contained ? (schema.minContains ?? 1) : 0;
  return (row, trusted) => {
    if (trusted.length > 0) return trusted[hash(row.stream, row.row) % trusted.length];
    const elements = createElements(row, schema.uniqueItems === true);
    const { least, most } = lengthsOf(schema, row, prefix.length + wanted);
    for (const generate of [...prefix.slice(0, most), ...Array<Generate>(wanted).fill(contained ?? anyElement)])
      elements.add(generate);
    if (!allowsMore) return elements.all;
    const drawn = least + (hash(row.stream, row.row) % (Math.max(most, least) - least + 1));
    elements.fill(item ?? anyElement, item ? drawn : (schema.minItems ?? 0));
    return elements.all;
  };
}

const anyElement: Generate = ({ stream }) => `text ${stream}`;

/** The elements of an array so far. */
function createElements(row: Row, unique: boolean) {
  const all: unknown[] = [];
  const isThere = (made: unknown) => unique && all.some((one) => JSON.stringify(one) === JSON.stringify(made));
  /** Adds an element; returns false if no new one could be generated. */
  const add = (generate: Generate): boolean => {
    for (let n = 0; n < TRIES; n++) {
      const made = generate(partOf(row, hash(row.stream, all.length, n)));
      if (made === undefined) return false;
      if (!isThere(made)) return all.push(made) > 0;
    }
    return false;
  };
  return {
    all,
    add,
    fill(generate: Generate, length: number): void {
      while (all.length < length && add(generate));
    },
  };
}

/** Returns the minimum and maximum length: one to three elements, unless the schema requires more or fewer. */
function lengthsOf({ minItems = 0, maxItems = Number.POSITIVE_INFINITY }: FullSchema, row: Row, given: number) {
  const least = Math.min(Math.max(minItems, given, isDeep(row) ? 0 : 1), maxItems);
  return { least, most: Math.min(maxItems, isDeep(row) ? least : least + 2) };
}
