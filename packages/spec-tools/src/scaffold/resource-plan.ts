import { PAGE_SHAPES, type PageShape } from "../document/extensions.js";
import { own } from "../own.js";

/** The operations that a resource can have. */
export const OPERATIONS = ["list", "create", "get", "replace", "update", "delete"] as const;
export type ResourceOperation = (typeof OPERATIONS)[number];

/** The types of fields, each with its schema and valid values. Texts are those of `EXAMPLES`. */
const TYPES: Readonly<Record<string, readonly [schema: object, examples: readonly unknown[]]>> = {
  string: [{ type: "string", minLength: 1, maxLength: 200 }, []],
  integer: [{ type: "integer", minimum: 0 }, [12, 40, 7, 125]],
  number: [{ type: "number" }, [1.5, 12.25, 0.8]],
  boolean: [{ type: "boolean" }, [true, false]],
  date: [{ type: "string", format: "date" }, ["2026-03-14", "2026-07-01", "2026-11-21"]],
  "date-time": [{ type: "string", format: "date-time" }, ["2026-07-01T09:30:00Z", "2026-11-21T06:15:00Z"]],
  uuid: [
    { type: "string", format: "uuid" },
    ["6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", "0b9d1c52-7a3e-4f0c-9a41-2d5e8f6b7c10"],
  ],
  uri: [{ type: "string", format: "uri" }, ["https://example.com/a", "https://example.com/b"]],
  email: [{ type: "string", format: "email" }, ["ines@example.com", "tomasz@example.com", "deniz@example.com"]],
};

export const FIELD_TYPES: readonly string[] = Object.keys(TYPES);

/** Texts that look like those of real records, by a word in the name of their field. */
const EXAMPLES: readonly (readonly [word: RegExp, texts: readonly string[]])[] = [
  [/name|title/, ["Northern Mill", "Harbor Works", "Green Valley Plant", "Lakeside Workshop", "Old Town Foundry"]],
  [/city|town|place|location/, ["Porto", "Łódź", "İzmir", "Chattogram", "Da Nang"]],
  [/country/, ["Portugal", "Poland", "Türkiye", "Bangladesh", "Viet Nam"]],
  [/street|address/, ["12 Harbor Road", "7 Mill Lane", "240 Station Street"]],
  [/phone/, ["+351 22 555 0101", "+48 42 555 0102"]],
  [/currency/, ["EUR", "PLN", "TRY"]],
  [/colou?r/, ["navy", "sand", "olive", "white"]],
  [/code|number|no$|ref|key|sku/, ["A-1042", "B-2210", "C-0378", "D-9154"]],
  [/carrier|company|supplier|vendor|customer|client|brand/, ["Atlas Cargo", "Meridian Lines", "Brightwater Textiles"]],
  [/tag|categor|kind|type|group|label/, ["spring", "organic", "export", "sample"]],
  [/unit/, ["kg", "pcs", "m"]],
  [/note|comment|text|desc|reason/, ["Checked on arrival", "Waiting for a reply", "Box dented, goods unharmed"]],
  [/owner|user|person|author|manager/, ["Inês Almeida", "Tomasz Nowak", "Deniz Kaya"]],
];

function textsFor(name: string): readonly string[] {
  const text = phrase(name);
  const sample = (letter: string) => `${pascal(text)} ${letter}`;
  return EXAMPLES.find(([word]) => word.test(text))?.[1] ?? ["A", "B", "C"].map(sample);
}

/** A field of a record. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** Its schema without texts, and valid values; of an object, what its own fields are. */
  readonly value: Plain | Nested;
}

export interface Plain {
  readonly schema: object;
  /** At least one. */
  readonly examples: readonly unknown[];
}

/** An object, or a list of objects, such as the lines of an order. */
export interface Nested {
  /** The name of one object, in PascalCase: `Line`. */
  readonly noun: string;
  readonly fields: readonly Field[];
  readonly isList: boolean;
}

/** What to generate. */
export interface ResourcePlan {
  /** In PascalCase: `Factory`. */
  readonly noun: string;
  readonly plural: string;
  /** The path of the list: `/api/v1/factories`. */
  readonly path: string;
  readonly shape: PageShape;
  readonly operations: readonly ResourceOperation[];
  readonly fields: readonly Field[];
  readonly maxLimit: number;
  /** What can be done with a record, in camelCase: `cancel`. */
  readonly actions: readonly string[];
  /** The files that can be stored with a record, in camelCase: `photo`. */
  readonly uploads: readonly string[];
}

/** What the user entered for a resource, as text. */
export interface ResourceAnswers {
  readonly name: string;
  readonly plural?: string | undefined;
  readonly path?: string | undefined;
  readonly shape: string;
  readonly operations: string;
  readonly fields: string;
  readonly maxLimit: string;
  readonly actions?: string | undefined;
  readonly uploads?: string | undefined;
}

/**
 * Parses what a person entered.
 *
 * @throws Error with one sentence, if a value is not valid
 */
export function resourcePlan(answers: ResourceAnswers): ResourcePlan {
  const noun = nameOf("name", answers.name);
  const plural = answers.plural === undefined ? pluralOf(noun) : nameOf("plural", answers.plural);
  const path = answers.path ?? `/api/v1/${kebab(plural)}`;
  if (!/^(\/[a-z0-9-]+)+$/.test(path))
    throw new Error(
      `--path must be a path in kebab-case without parameters, such as /api/v1/factories, not "${path}".`,
    );
  const maxLimit = Number(answers.maxLimit);
  if (!Number.isInteger(maxLimit) || maxLimit < 10)
    throw new Error(`--max-limit must be a whole number of at least 10, not "${answers.maxLimit}".`);
  return {
    noun,
    plural,
    path,
    shape: oneOf("shape", PAGE_SHAPES, answers.shape),
    operations: listOf(answers.operations).map((each) => oneOf("operations", OPERATIONS, each)),
    fields: fieldsOf(answers.fields),
    maxLimit,
    actions: wordsOf("actions", answers.actions),
    uploads: wordsOf("uploads", answers.uploads),
  };
}

function nameOf(flag: string, text: string): string {
  const name = pascal(text);
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return name;
  throw new Error(`--${flag} must be a name of letters and digits, such as Factory or PurchaseOrder, not "${text}".`);
}

/** Splits at commas, but not at those in braces. */
const listOf = (text: string): string[] =>
  text
    .split(/,(?![^{]*\})/)
    .map((each) => each.trim())
    .filter((each) => each !== "");

function wordsOf(flag: string, text = ""): string[] {
  const all = listOf(text);
  for (const word of all)
    if (!/^[a-z][A-Za-z0-9]*$/.test(word))
      throw new Error(`--${flag} must be names in camelCase, such as cancel,markPaid, not "${word}".`);
  return all;
}

function oneOf<T extends string>(flag: string, all: readonly T[], text: string): T {
  const found = all.find((each) => each === text);
  if (found) return found;
  throw new Error(`--${flag} must be one of ${all.join(", ")}, not "${text}".`);
}

/** Fields that every record has. */
const OWN = ["uid", "createdDate", "updatedDate"];

/** The ends of the names of other schemas of a resource. */
const SCHEMAS = ["Fields", "Input", "Patch"];

function fieldsOf(text: string, reserved = OWN): Field[] {
  const fields = listOf(text).map(fieldOf);
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i || reserved.includes(name));
  if (twice)
    throw new Error(
      `The field ${twice} is duplicated or reserved; use each name once in --fields, and leave out ${OWN.join(", ")}, which every record has.`,
    );
  if (fields.length === 0) throw new Error("A record needs a field: --fields name:string.");
  const nouns = fields.flatMap(({ value }) => ("noun" in value ? [value.noun] : []));
  const taken = nouns.find((noun, i) => nouns.indexOf(noun) !== i || SCHEMAS.includes(noun));
  if (taken)
    throw new Error(`Another schema is named like the objects of a field, ${taken}; give the field another name.`);
  return fields;
}

/** `name:string`, `note:string?`, `tags:string[]`, `state:open|closed`, `lines:{sku:string,count:integer}[]`. */
function fieldOf(text: string): Field {
  const [, name = "", type = "", list, optional] =
    /^([A-Za-z]\w*):([\w-]+(?:\|[\w-]+)*|\{[^{}]*\})(\[\])?(\?)?$/.exec(text) ?? [];
  const value = type.startsWith("{") ? nested(name, type, list !== undefined) : plain(name, type, list !== undefined);
  if (name && value) return { name, required: optional === undefined, value };
  throw new Error(
    `"${text}" is not a field. A field is name:type, followed by ? if it is optional. Types: ${FIELD_TYPES.join(", ")}, allowed values such as a|b|c, or an object such as {sku:string,count:integer}; append [] to a type for a list.`,
  );
}

function plain(name: string, type: string, isList: boolean): Plain | undefined {
  const values = type.split("|");
  const known =
    own(TYPES, type) ?? (values.length > 1 ? ([{ type: "string", enum: values }, values] as const) : undefined);
  if (!known) return undefined;
  const [schema] = known;
  const examples = known[1].length > 0 ? known[1] : textsFor(name);
  if (!isList) return { schema, examples };
  return {
    schema: { type: "array", maxItems: 100, items: schema },
    examples: [examples.slice(0, 2), examples.slice(1, 2)],
  };
}

function nested(name: string, type: string, isList: boolean): Nested {
  const one = isList ? name.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "") : name;
  return { noun: pascal(one), fields: fieldsOf(type.slice(1, -1), []), isList };
}

/** `Factory` -> `Factories`. */
function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, "ies");
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `markPaid` -> `MarkPaid`. */
export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `PurchaseOrder` -> `purchase-order`. */
export const kebab = (name: string): string => words(name).join("-");

/** `PurchaseOrders` -> `purchase orders`. */
export const phrase = (name: string): string => words(name).join(" ");

/** `markPaid` -> `mark`. */
export const verbOf = (action: string): string => words(action)[0] ?? action;

const words = (name: string): string[] =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(" ");
