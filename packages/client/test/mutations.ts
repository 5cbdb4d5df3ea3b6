import document from "@metadata-service/openapi/openapi.json" with { type: "json" };

/** A schema of the spec, as far as its examples need to be broken. */
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

/** A body with one thing changed, and the sentence that says what is wrong; undefined where nothing is. */
export interface Mutation {
  sentence: string | undefined;
  body: unknown;
}

interface Success {
  operation: string;
  schema: Schema;
  /** The bodies that the spec shows, by name. */
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

/** Every success of every operation that has a body. */
export const SUCCESSES: Success[] = Object.values(document.paths).flatMap((path) =>
  Object.values(path).flatMap(({ operationId, responses }: { operationId: string; responses: object }) =>
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

/**
 * Every way to break a body in one place: each required member left out; each value of another type; each format, pattern,
 * bound and constant not kept. And what just keeps to each bound.
 */
export function mutations(schema: Schema, body: unknown): Mutation[] {
  const found: Mutation[] = [];
  walk(schema, body, "", (value) => value);
  return found;

  function walk(from: Schema, value: unknown, place: string, put: (value: unknown) => unknown, isTag = false): void {
    const here = place || "the body";
    const wrong = (text: string, other: unknown) =>
      found.push({ sentence: isTag ? `${here} must name a known kind` : `${here} ${text}`, body: put(other) });

    const right = (other: unknown) => found.push({ sentence: undefined, body: put(other) });

    const union = resolve(from);
    const tag = union.discriminator?.propertyName ?? "";
    const branch = (one: Schema) => resolve(one).properties?.[tag]?.const === Object(value)[tag];
    const node = resolve(union.oneOf?.find(branch) ?? union);
    if (union.oneOf && node === union) throw new Error(`no branch for ${place}`);

    const types = [node.type ?? []].flat();
    for (const [type, other] of Object.entries(VALUES))
      if (types.length > 0 && !types.includes(type)) wrong(`must be ${types.join(" or ")}`, other);
    if (node.const !== undefined) wrong(`must satisfy const ${JSON.stringify(node.const)}`, `${node.const}s`);
    if (typeof value === "string") {
      if (node.pattern) wrong(`must satisfy pattern ${JSON.stringify(node.pattern)}`, `${value} `);
      if (node.format && !node.pattern) wrong(`must be ${node.format}`, `${value} `);
      if (node.format === "date-time") wrong("must be date-time", value.replace(/^\d+-\d+-\d+/, "2026-02-29"));
      if (node.minLength) right("x".repeat(node.minLength));
      if (node.minLength) wrong(`must satisfy minLength ${node.minLength}`, "x".repeat(node.minLength - 1));
      // Each is two units of UTF-16, and one character.
      if (node.maxLength) right("😀".repeat(node.maxLength));
      if (node.maxLength) wrong(`must satisfy maxLength ${node.maxLength}`, "😀".repeat(node.maxLength + 1));
    }
    for (const bound of [node.minimum, node.maximum]) if (bound !== undefined) right(bound);
    if (node.minimum !== undefined) wrong(`must satisfy minimum ${node.minimum}`, node.minimum - 1);
    if (node.maximum !== undefined) wrong(`must satisfy maximum ${node.maximum}`, node.maximum + 1);

    if (Array.isArray(value)) {
      for (const bound of [node.minItems, node.maxItems]) if (bound) right(Array(bound).fill(value[0]));
      if (node.minItems) wrong(`must satisfy minItems ${node.minItems}`, []);
      if (node.maxItems) wrong(`must satisfy maxItems ${node.maxItems}`, Array(node.maxItems + 1).fill(value[0]));
      for (const [index, element] of value.entries())
        walk(node.items ?? {}, element, `${place}[${index}]`, (other) =>
          put(value.map((old, i) => (i === index ? other : old))),
        );
    } else if (typeof value === "object" && value) {
      for (const name of node.required ?? []) {
        const { [name]: _, ...rest } = value as Record<string, unknown>;
        const text = name === tag ? "must name a known kind" : "is required";
        found.push({ sentence: `${place && `${place}.`}${name} ${text}`, body: put(rest) });
      }
      for (const [name, member] of Object.entries(value))
        walk(
          node.properties?.[name] ?? {},
          member,
          place ? `${place}.${name}` : name,
          (other) => put({ ...value, [name]: other }),
          name === tag,
        );
    }
  }
}
