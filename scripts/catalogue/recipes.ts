import { completeEdit, type ShortEdit } from "./complete-edit.js";
import type { Edit } from "./edit.js";

/** `minLength in items` -> `MinLengthInItems`. */
const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** `MinLength` -> `min-length`. */
const kebab = (name: string): string =>
  pascal(name)
    .replace(/(?<!^)(?=[A-Z])/g, "-")
    .toLowerCase();

/** The schema as a request has it: our lint rules want requests closed. */
function closed(schema: object): object {
  const parts = Object.entries(schema).map(([keyword, part]): [string, unknown] => {
    if (keyword === "oneOf") return [keyword, (part as object[]).map(closed)];
    if (keyword === "items" && typeof part === "object") return [keyword, closed(part)];
    return [keyword, part];
  });
  const isOpen = "properties" in schema && !("additionalProperties" in schema);
  return { ...Object.fromEntries(parts), ...(isOpen && { additionalProperties: false }) };
}

export interface FieldRow extends Partial<Edit> {
  readonly name: string;
  readonly schema: object;
  readonly value: unknown;
  /** `false` if only a list has the field. @default true */
  readonly sent?: boolean;
}

/** A list of records with a field, and an operation that creates such a record. */
export function fieldEdit({ name, schema, value, sent = true, components = {}, ...rest }: FieldRow): Edit {
  const noun = `${pascal(name)}Thing`;
  const path = `/api/v1/${kebab(noun)}`;
  const extra = (one: object) => ({
    extra: { description: "The field that the edit is about.", ...one, examples: [value] },
  });
  const edit: ShortEdit = {
    name: `field: ${name}`,
    paths: {
      [`get ${path}s`]: { operationId: `list${noun}s`, list: `${noun}sPage` },
      // The create operation has a separate path, because the contract's list cases only pass while no records are
      // added to the list.
      ...(sent && {
        [`post ${path}-inbox`]: {
          operationId: `create${noun}`,
          requestBody: `${noun}Input`,
          responses: { 201: noun },
        },
      }),
    },
    components: {
      ...components,
      schemas: {
        [noun]: { record: extra(schema), example: { extra: value } },
        ...(sent && { [`${noun}Input`]: { input: extra(closed(schema)), example: { extra: value } } }),
        [`${noun}sPage`]: { page: noun },
        ...(components["schemas"] as object),
      },
    },
    calls: [
      `client.list${noun}s({ limit: 20 }).page()`,
      ...(sent ? [`client.create${noun}(${JSON.stringify({ extra: value })})`] : []),
    ],
  };
  return { ...completeEdit(edit), ...rest };
}

/** A row of `parameters.yaml`: a parameter, and how a call of the client passes it. */
export interface ParameterRow {
  readonly name: string;
  readonly parameter: { readonly name: string; readonly in: string };
  readonly call: string;
}

/** An operation with one parameter. */
export function parameterEdit({ name, parameter, call }: ParameterRow): Edit {
  const noun = pascal(name);
  const path = `/api/v1/${kebab(noun)}${parameter.in === "path" ? `/{${parameter.name}}` : ""}`;
  const found = { type: "boolean", description: "Whether something was.", examples: [true] };
  return completeEdit({
    name: `parameter: ${name}`,
    paths: {
      [`get ${path}`]: { operationId: `get${noun}`, parameters: [parameter], responses: { 200: `${noun}Result` } },
    },
    components: { schemas: { [`${noun}Result`]: { object: { found }, example: { found: true } } } },
    calls: [`client.get${noun}(${call})`],
  });
}

/** A row of `item-types.yaml`: the value of an item of a new type. */
export interface ItemTypeRow {
  readonly type: string;
  readonly value: object;
  readonly example: unknown;
  /** The value in responses, and an example of it. @default those of requests */
  readonly returned?: object;
  readonly shown?: unknown;
}

/** A fourteenth item type: two schemas, a line in each union and each mapping, and an item in the examples. */
export function itemTypeEdit({ type, value, example, returned = value, shown = example }: ItemTypeRow): Edit {
  const name = `${pascal(type)}Item`;
  const schema = (one: object, of: unknown) => ({
    key: { $ref: "./ItemKey.yaml" },
    type: { type: "string", const: type, description: "The type of the item.", examples: [type] },
    value: { ...one, examples: [of] },
  });
  const description = `An item of the type ${type}.`;
  const item = (of: unknown, key = "a") => ({ key, type, value: of });
  const inUnion = (suffix: string) => {
    const file = `components/schemas/MetadataItem${suffix}.yaml`;
    const last = `./ObjectArrayItem${suffix}.yaml\n`;
    const added = `./${name}${suffix}.yaml\n`;
    return ["  - $ref: ", "    object-array: "].map((line): readonly [string, string, string] => {
      const own = line.replace("object-array", type);
      return [file, line + last, line + last + own + added];
    });
  };
  const inExample = (file: string, indent: string, of: unknown): readonly [string, string, string] => {
    const first = `${indent}- key: inspectionNote\n`;
    return [`components/examples/${file}.yaml`, first, `${indent}- ${JSON.stringify(item(of, "added"))}\n${first}`];
  };
  return completeEdit({
    name: `item type ${type}`,
    components: {
      schemas: {
        [name]: { object: schema(returned, shown), description, example: item(shown) },
        [`${name}Input`]: { input: schema(closed(value), example), description, example: item(example) },
      },
    },
    files: [
      ...inUnion(""),
      ...inUnion("Input"),
      inExample("CreateMetadataAllKinds", "    ", example),
      inExample("CreatedMetadataAllKinds", "      ", shown),
    ],
    operations: ["createMetadata"],
    calls: [
      `client.createMetadata("inspection", { uid: "lot-1", items: [{ key: "a", type: "${type}", value: ${JSON.stringify(example)} }] })`,
    ],
  });
}
