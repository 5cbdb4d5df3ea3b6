import document from "@metadata-service/openapi/openapi.json" with { type: "json" };

/** The schema keywords that are needed to make its examples invalid. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  discriminator?: { propertyName: string };
}

/** A body with one change, and the expected error message; `sentence` is undefined if the body is valid. */
export interface Mutation {
  sentence: string | undefined;
  body: unknown;
}

interface Success {
  operation: string;
  schema: Schema;
  /** The examples of the spec, by name. */
  examples: Record<string, unknown>;
}

const at = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((node, name) => Object(node)[name.replaceAll("~1", "/")], document);
const resolve = <T>(node: T): T => {
  const { $ref } = Object(node);
  return $ref ? resolve(at($ref) as T) : node;
};

/** Every successful response with a JSON body, of every operation. */
export const SUCCESSES: Success[] = Object.values(document.paths).flatMap((path: object) =>
  // A path may have parameters beside its operations.
  Object.values(path).flatMap(({ operationId = "", responses = {} }: { operationId?: string; responses?: object }) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const media = resolve(response).content?.["application/json"];
      if (!status.startsWith("2") || !media) return [];
      const examples = Object.entries<object>(media.examples ?? {});
      const values = examples.map(([name, example]) => [name, (resolve(example) as { value: unknown }).value]);
      return [{ operation: operationId, schema: media.schema, examples: Object.fromEntries(values) }];
    }),
  ),
);

const VALUES = { null: null, boolean: true, number: 1.5, string: "text", array: [], object: {} };

/** A value within a body. */
interface Site {
  /** The path of the value, such as `data[2].uid`; empty for the body itself. */
  place: string;
  /** The schema of the value; for a union, the branch that its discriminator selects. */
  node: Schema;
  /** The discriminator property, if the schema is a union. */
  tag: string | undefined;
  value: unknown;
  /** Whether the value is the discriminator of a union. */
  isTag: boolean;
  /** Returns the whole body with this value replaced. */
  put: (value: unknown) => unknown;
}

/**
 * Returns bodies with one change each: a missing required field, a value of another type, or a violated format,
 * pattern, bound or constant. Also returns valid bodies with values exactly at each bound.
 */
export function mutations(schema: Schema, body: unknown): Mutation[] {
  const put = (value: unknown) => value;
  return sitesOf(siteOf(schema, { place: "", value: body, isTag: false, put })).flatMap((site) => [
    ...otherTypes(site),
    ...otherStrings(site),
    ...otherNumbers(site),
    ...otherLengths(site),
    ...missingMembers(site),
  ]);
}

function siteOf(schema: Schema, site: Omit<Site, "node" | "tag">): Site {
  const union = resolve(schema);
  const tag = union.discriminator?.propertyName;
  const isMeant = (one: Schema) =>
    tag !== undefined && resolve(one).properties?.[tag]?.const === Object(site.value)[tag];
  const node = resolve(union.oneOf?.find(isMeant) ?? union);
  if (union.oneOf && node === union) throw new Error(`no branch for ${site.place}`);
  return { ...site, node, tag };
}

/** Returns a value and all values nested in it. */
function sitesOf(site: Site): Site[] {
  const { place, node, tag, value, put } = site;
  if (Array.isArray(value)) {
    const replace = (index: number) => (other: unknown) => put(value.map((old, i) => (i === index ? other : old)));
    const within = value.map((element, index) =>
      siteOf(node.items ?? {}, {
        place: `${place}[${index}]`,
        value: element,
        isTag: false,
        put: replace(index),
      }),
    );
    return [site, ...within.flatMap(sitesOf)];
  }
  const within = Object.entries(Object(value) === value ? (value as object) : {}).map(([name, member]) =>
    siteOf(node.properties?.[name] ?? {}, {
      place: memberOf(place, name),
      value: member,
      isTag: name === tag,
      put: (other) => put({ ...(value as object), [name]: other }),
    }),
  );
  return [site, ...within.flatMap(sitesOf)];
}

const memberOf = (place: string, name: string) => (place ? `${place}.${name}` : name);

function wrong({ place, isTag, put }: Site, text: string, other: unknown): Mutation {
  const here = place || "the body";
  return { sentence: isTag ? `${here} must be a known type` : `${here} ${text}`, body: put(other) };
}

const right = ({ put }: Site, other: unknown): Mutation => ({ sentence: undefined, body: put(other) });

/** Calls the functions in `make` with the value of a keyword; returns none if the schema does not have it. */
const of = <T>(keyword: T | undefined, ...make: ((keyword: T) => Mutation)[]): Mutation[] =>
  keyword === undefined ? [] : make.map((each) => each(keyword));

function otherTypes(site: Site): Mutation[] {
  const types = [site.node.type ?? []].flat();
  const others = Object.entries(VALUES).filter(([type]) => types.length > 0 && !types.includes(type));
  return [
    ...others.map(([, other]) => wrong(site, `must be ${types.join(" or ")}`, other)),
    ...of(site.node.const, (value) => wrong(site, `must satisfy const ${JSON.stringify(value)}`, `${value}s`)),
  ];
}

function otherStrings(site: Site): Mutation[] {
  const { node, value } = site;
  if (typeof value !== "string") return [];
  const { pattern, format, minLength, maxLength } = node;
  return [
    ...of(pattern, (text) => wrong(site, `must satisfy pattern ${JSON.stringify(text)}`, `${value} `)),
    ...of(pattern ? undefined : format, (name) => wrong(site, `must be ${name}`, `${value} `)),
    ...of(format === "date-time" ? format : undefined, (name) =>
      wrong(site, `must be ${name}`, value.replace(/^\d+-\d+-\d+/, "2026-02-29")),
    ),
    ...of(
      minLength || undefined,
      (length) => right(site, "x".repeat(length)),
      (length) => wrong(site, `must satisfy minLength ${length}`, "x".repeat(length - 1)),
    ),
    // Each emoji is one character, but two UTF-16 code units.
    ...of(
      maxLength,
      (length) => right(site, "😀".repeat(length)),
      (length) => wrong(site, `must satisfy maxLength ${length}`, "😀".repeat(length + 1)),
    ),
  ];
}

function otherNumbers(site: Site): Mutation[] {
  const { minimum, maximum } = site.node;
  return [
    ...of(
      minimum,
      (bound) => right(site, bound),
      (bound) => wrong(site, `must satisfy minimum ${bound}`, bound - 1),
    ),
    ...of(
      maximum,
      (bound) => right(site, bound),
      (bound) => wrong(site, `must satisfy maximum ${bound}`, bound + 1),
    ),
  ];
}

function otherLengths(site: Site): Mutation[] {
  const { node, value } = site;
  if (!Array.isArray(value)) return [];
  const filled = (length: number) => Array(length).fill(value[0]);
  return [
    ...of(
      node.minItems || undefined,
      (length) => right(site, filled(length)),
      (length) => wrong(site, `must satisfy minItems ${length}`, []),
    ),
    ...of(
      node.maxItems,
      (length) => right(site, filled(length)),
      (length) => wrong(site, `must satisfy maxItems ${length}`, filled(length + 1)),
    ),
  ];
}

function missingMembers({ place, node, tag, value, put }: Site): Mutation[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return (node.required ?? []).map((name) => {
    const { [name]: _, ...rest } = value as Record<string, unknown>;
    const text = name === tag ? "must be a known type" : "is required";
    return { sentence: `${memberOf(place, name)} ${text}`, body: put(rest) };
  });
}
