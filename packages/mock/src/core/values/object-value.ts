import { own, pointerTo, propertiesOf, requiredNames, type SchemaObject } from "@metadata-service/spec-tools";
import { hash } from "../data/hash.js";
import { type FullSchema, isDeep, type Propose, partOf, type ValueMaker } from "./value.js";

/**
 * Generates objects with every property for which a value can be generated, including those declared in `allOf`,
 * required ones first.
 */
export function objectValue(schema: FullSchema, pointer: string, maker: ValueMaker): Propose {
  const members = membersOf(schema, pointer, maker);
  const extra = extraMembers(schema, pointer, maker);
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema;
  return (row, trusted) => {
    if (trusted.length > 0) return trusted[hash(row.stream, row.row) % trusted.length];
    const value = new Map<string, unknown>();
    const put = (name: string, made: unknown) => {
      if (made !== undefined && !value.has(name)) value.set(name, made);
    };
    const isWanted = ({ required }: Member) => required || !(isDeep(row) || value.size >= maxProperties);
    for (const member of members) {
      if (!isWanted(member)) continue;
      const made = member.generate(partOf(row, hash(row.stream, member.index)));
      // No other property helps, and each may take as long as this one.
      if (made === undefined && member.required) return undefined;
      put(member.name, made);
    }
    for (let n = 0; value.size < minProperties && n < 2 * minProperties + 10; n++) {
      const context = partOf(row, hash(row.stream, 1000 + n));
      put(extra.name(n, context), extra.value(context));
    }
    return Object.fromEntries(value);
  };
}

interface Member {
  readonly name: string;
  readonly index: number;
  readonly required: boolean;
  readonly generate: ReturnType<ValueMaker["at"]>;
}

function membersOf(schema: FullSchema, pointer: string, maker: ValueMaker): Member[] {
  const place = { node: schema as SchemaObject, pointer };
  const required = requiredOf(schema, requiredNames(maker.document, place));
  const declared = propertiesOf(maker.document, place);
  const names = [...declared.keys(), ...[...required].filter((name) => !declared.has(name))];
  const members = names.map((name, index) => {
    const place = declared.get(name);
    // If `allOf` declares a property more than once, only the whole object is validated.
    const generate = place ? maker.at(place.pointer, place.node) : anyValue;
    return { name, index, required: required.has(name), generate };
  });
  return [...members.filter((one) => one.required), ...members.filter((one) => !one.required)];
}

const anyValue = () => "text";

/** Returns the required names with those in `dependentRequired`. */
function requiredOf(schema: FullSchema, required: Set<string>): Set<string> {
  for (const name of required) for (const more of own(schema.dependentRequired, name) ?? []) required.add(more);
  return required;
}

/**
 * Generates undeclared properties if the schema requires more: named by the first `patternProperties` pattern, by
 * `propertyNames`, or `key1`, `key2` and so on.
 */
function extraMembers(schema: FullSchema, pointer: string, maker: ValueMaker) {
  const [pattern] = Object.entries(schema.patternProperties ?? {});
  const names = schema.propertyNames as FullSchema | undefined;
  const nameBy = pattern ? maker.forPattern(pattern[0]) : names && maker.at(pointerTo(pointer, "propertyNames"), names);
  const valueAt = pattern
    ? maker.at(pointerTo(pointer, "patternProperties", pattern[0]), pattern[1])
    : typeof schema.additionalProperties === "object"
      ? maker.at(pointerTo(pointer, "additionalProperties"), schema.additionalProperties)
      : anyValue;
  return {
    name: (n: number, row: Parameters<typeof valueAt>[0]) =>
      String(nameBy?.({ ...row, row: row.row + n }) ?? `key${n + 1}`),
    value: valueAt,
  };
}
