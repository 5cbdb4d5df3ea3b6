import {
  itemsOf,
  type Located,
  pointerTo,
  propertiesOf,
  type SchemaObject,
  sampleValue,
  schemaAt,
  typesOf,
} from "@metadata-service/spec-tools";

/** One step from a value to a value inside it. A branch goes no deeper, but only values of that branch take it. */
type Step =
  | { readonly field: string }
  | { readonly element: "every" | number }
  | { readonly others: ReadonlySet<string> }
  | { readonly branch: (value: unknown) => boolean; readonly tag: string | undefined };

/** A schema inside another one, and how to reach the values to which it applies. */
export interface SchemaPlace {
  readonly steps: readonly Step[];
  readonly schema: SchemaObject;
  readonly pointer: string;
  /** Where the values are, for people: `items[].value`. */
  readonly name: string;
}

/** A value inside another one, which can be replaced. */
export interface Slot {
  readonly value: unknown;
  set(value: unknown): void;
  /** Removes it from its object or array. */
  remove(): void;
}

/** How often a schema may occur inside itself, and how deep values are. */
const DEPTH = 2;
const STEPS = 14;

/** A schema directly inside another one: its keyword and name, the schema, the steps to its values, and their name. */
type Part = readonly [keyword: readonly (string | number)[], part: unknown, steps: readonly Step[], label: string];

/** Lists the schemas inside a schema: those of fields, elements and branches, with references followed. */
export function placesIn(document: object, root: Located<SchemaObject>, name = ""): SchemaPlace[] {
  const visit = (
    node: unknown,
    at: string,
    steps: readonly Step[],
    label: string,
    within: readonly string[],
  ): SchemaPlace[] => {
    const located = schemaAt(document, node, at);
    const { node: schema, pointer } = located;
    if (within.filter((one) => one === pointer).length >= DEPTH || steps.length > STEPS) return [];
    const last = steps.at(-1);
    const tag = last && "branch" in last ? last.tag : undefined;
    const inner = partsOf(document, located).flatMap(([keyword, part, more, text]) => {
      // With another tag, it is no value of this branch.
      if (tag !== undefined && keyword[1] === tag) return [];
      const inside = label ? label + text : text.replace(/^\./, "");
      return visit(part, pointerTo(pointer, ...keyword), [...steps, ...more], inside, [...within, pointer]);
    });
    return [{ steps, schema, pointer, name: label }, ...inner];
  };
  return visit(root.node, root.pointer, [], name, []);
}

function partsOf(document: object, { node: schema, pointer }: Located<SchemaObject>): Part[] {
  const { properties = {}, items, additionalProperties: others, allOf = [] } = schema;
  const { prefixItems = [] } = schema as { prefixItems?: unknown[] };
  return [
    ...Object.entries(properties).map(([field, part]): Part => [["properties", field], part, [{ field }], `.${field}`]),
    ...(items ? [[["items"], items, [{ element: "every" }], "[]"] as Part] : []),
    ...prefixItems.map((part, i): Part => [["prefixItems", i], part, [{ element: i }], `[${i}]`]),
    ...(typeof others === "object"
      ? [[["additionalProperties"], others, [{ others: new Set(Object.keys(properties)) }], ".*"] as Part]
      : []),
    ...allOf.map((part, i): Part => [["allOf", i], part, [], ""]),
    ...branchesIn(document, { node: schema, pointer }).map(
      ({ keyword, part, tag, name, takes }): Part => [keyword, part.node, [{ branch: takes, tag }], name],
    ),
  ];
}

interface Branch {
  readonly keyword: readonly (string | number)[];
  readonly part: Located<SchemaObject>;
  readonly name: string;
  /** The field that tells its values from those of other branches. */
  readonly tag?: string;
  readonly takes: (value: unknown) => boolean;
}

/** The branches of a schema that can be told by a field that only they have as a constant, or by their type. */
export function branchesIn(document: object, { node, pointer }: Located<SchemaObject>): Branch[] {
  return (["oneOf", "anyOf"] as const).flatMap((kind) => {
    const parts = (node[kind] ?? []).map((part, i) => schemaAt(document, part, pointerTo(pointer, kind, i)));
    const types = parts.map((part) => typesOf(part.node)[0] ?? "null");
    return parts.flatMap((part, i): Branch[] => {
      const keyword = [kind, i];
      const constants = [...propertiesOf(document, part)].map(
        ([
          name,
          {
            node: { const: only, enum: values },
          },
        ]) => [name, only ?? (values?.length === 1 ? values[0] : undefined)] as const,
      );
      const [tag, value] = constants.find(([, only]) => only !== undefined) ?? [];
      if (tag !== undefined)
        return [{ keyword, part, tag, name: `(${tag}=${value})`, takes: (one) => isObject(one) && one[tag] === value }];
      const type = types[i] as string;
      if (types.filter((other) => other === type).length > 1) return [];
      const takes = (one: unknown) => typeOf(one) === type || (type === "number" && typeOf(one) === "integer");
      return [{ keyword, part, name: types.length > 2 ? `(${type})` : "", takes }];
    });
  });
}

/** The type of a value in the words of JSON Schema; whole numbers are integers. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

/** Whether a value may be any text. */
export const isFree = ({ type, enum: values, const: only, format, pattern }: SchemaObject): boolean =>
  [type].flat().includes("string") && !values && only === undefined && !format && !pattern;

export const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === "object";

/** Returns the values at a place of `root.value`. */
export function slotsAt(root: { value: unknown }, steps: readonly Step[]): Slot[] {
  let slots: Slot[] = [slotOf(root, "value")];
  for (const step of steps) slots = slots.flatMap((slot) => next(slot.value, step) ?? [slot]);
  return slots;
}

/** Returns the value in a field of `root.value`, below other fields; undefined if there is none. */
export const slotIn = (root: { value: unknown }, at: readonly string[]): Slot | undefined =>
  slotsAt(
    root,
    at.map((field) => ({ field })),
  )[0];

/** Returns the values one step further; undefined if the value itself is meant. */
function next(value: unknown, step: Step): Slot[] | undefined {
  if ("branch" in step) return step.branch(value) ? undefined : [];
  if ("element" in step) {
    if (!Array.isArray(value)) return [];
    const indexes = step.element === "every" ? [...value.keys()] : [step.element].filter((i) => i < value.length);
    return indexes.map((i) => slotOf(value, i));
  }
  if (!isObject(value)) return [];
  const names = "field" in step ? [step.field] : Object.keys(value).filter((name) => !step.others.has(name));
  return names.filter((name) => Object.hasOwn(value, name)).map((name) => slotOf(value, name));
}

/** Replaces a value; returns true, as a change that was made. */
export function set(slot: Slot, value: unknown): true {
  slot.set(value);
  return true;
}

export function remove(slot: Slot): true {
  slot.remove();
  return true;
}

const slotOf = (parent: object, key: string | number): Slot => ({
  get value() {
    return Reflect.get(parent, key);
  },
  set: (value) =>
    void Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true }),
  remove: () => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
  },
});

/** How deep values are completed. */
const COMPLETED = 8;

/** Returns a value with all optional fields of its schema, and an element of every branch in its arrays. */
export function completed(document: object, schema: Located<SchemaObject>, value: unknown, depth = 0): unknown {
  if (depth > COMPLETED) return value;
  const inner = (part: Located<SchemaObject>, one: unknown) => completed(document, part, one, depth + 1);
  const branches = branchesIn(document, schema);
  const own = branches.find(({ takes }) => takes(value));
  if (own) return inner(own.part, value);
  if (Array.isArray(value) && schema.node.items) {
    const items = itemsOf(document, schema);
    const missing = depth > COMPLETED / 2 ? [] : branchesIn(document, items).filter(({ takes }) => !value.some(takes));
    const samples = missing.map(({ part }) => sampleValue(document, part));
    return [...value, ...samples].slice(0, schema.node.maxItems).map((one) => inner(items, one));
  }
  if (!isObject(value)) return value;
  const fields = [...propertiesOf(document, schema)].map(([name, field]) => {
    const given = Object.hasOwn(value, name) ? value[name] : sampleValue(document, field);
    return [name, inner(field, given)];
  });
  return { ...value, ...Object.fromEntries(fields) };
}
