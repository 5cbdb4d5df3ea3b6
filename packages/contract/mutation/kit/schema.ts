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
  | { readonly branch: (value: unknown) => boolean };

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
    const inner = partsOf(document, located).flatMap(([keyword, part, more, text]) => {
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
    ...(["oneOf", "anyOf"] as const).flatMap((kind) =>
      (schema[kind] ?? []).flatMap((part, i): Part[] => {
        const branch = branchOf(document, schema[kind] ?? [], i, pointerTo(pointer, kind, i));
        return branch ? [[[kind, i], part, [{ branch: branch.takes }], branch.name]] : [];
      }),
    ),
  ];
}

/** How to recognize the values of a branch: by a field that only it has as a constant, or by their type. */
function branchOf(document: object, branches: readonly unknown[], index: number, pointer: string) {
  const part = schemaAt(document, branches[index], pointer);
  const properties = Object.entries(part.node.properties ?? {}).map(
    ([name, property]) =>
      [name, schemaAt(document, property, pointerTo(part.pointer, "properties", name)).node] as const,
  );
  const tag = properties.find(([, schema]) => schema.const !== undefined || schema.enum?.length === 1);
  if (tag) {
    const [name, schema] = tag;
    const value = schema.const ?? schema.enum?.[0];
    return { name: `(${name}=${value})`, takes: (instance: unknown) => isObject(instance) && instance[name] === value };
  }
  const types = branches.map((branch) => typesOf(schemaAt(document, branch, pointer).node)[0] ?? "null");
  const own = types[index] as string;
  if (types.filter((type) => type === own).length > 1) return undefined;
  return {
    name: types.length > 2 ? `(${own})` : "",
    takes: (instance: unknown) => typeOf(instance) === own || (own === "number" && typeOf(instance) === "integer"),
  };
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

/** Returns a value with all optional fields that its schema has, where the document shows a value for them. */
export function completed(document: object, schema: Located<SchemaObject>, value: unknown, depth = 0): unknown {
  if (depth > 4) return value;
  if (Array.isArray(value) && schema.node.items) {
    const items = itemsOf(document, schema);
    return value.map((one) => completed(document, items, one, depth + 1));
  }
  if (!isObject(value)) return value;
  const fields = [...propertiesOf(document, schema)].map(([name, field]) => {
    const own = Object.hasOwn(value, name) ? value[name] : sampleValue(document, field);
    return [name, completed(document, field, own, depth + 1)];
  });
  return { ...value, ...Object.fromEntries(fields) };
}
