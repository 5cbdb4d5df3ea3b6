/** Begins a name that is written as it is here, and that a parser of YAML would read as another value. */
const MARK = "name_7d1f_";

/** A number, truth value or null of YAML 1.2 in the place of a name. */
const NAME =
  /(?<=^|[\s,{])(?:0x[\da-f]+|0o[0-7]+|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[+-]?\.inf|\.nan|true|false|null|~)(?=\s*:(?:[\s,\]}]|$))/gim;

/** The end of a tag: what follows is what the tag says. Tried only where a name is, because it looks back. */
const TAG = /(?<=!\S*\s+)/y;

/**
 * Names the fields of a parsed file as they are written. All names of JSON are texts, but YAML has numbers as names, which
 * its parser rounds and writes in another way: 9007199254740993 becomes 9007199254740992, and 1.0 becomes 1.
 *
 * @param parse parses a text as the file was parsed
 */
export function withExactNames<T>(text: string, parsed: T, parse: (text: string) => unknown): T {
  const marked = text.replace(NAME, (literal, at: number) =>
    nameOf(literal) === literal || isTagged(text, at) ? literal : MARK + literal,
  );
  // In a part of a text, a mark has no effect: only names are read from the second reading.
  return marked === text ? parsed : (renamed(parsed, parse(marked), new Map()) as T);
}

function isTagged(text: string, at: number): boolean {
  TAG.lastIndex = at;
  return TAG.test(text);
}

/** The name that the parser gives to a field. */
function nameOf(literal: string): string {
  if (/^[tfn~]/i.test(literal)) return literal === "~" ? "null" : literal.toLowerCase();
  if (/^\.nan$/i.test(literal)) return "NaN";
  const [, sign = "", rest = ""] = /^([+-]?)(.*)$/.exec(literal) ?? [];
  if (/^\.inf$/i.test(rest)) return `${sign === "-" ? "-" : ""}Infinity`;
  const value = Number(literal);
  // Numbers beyond all 64-bit floats are texts for the parser.
  return Number.isFinite(value) ? String(value) : literal;
}

function renamed(node: unknown, marked: unknown, known: Map<object, unknown>): unknown {
  if (typeof node !== "object" || node === null || typeof marked !== "object" || marked === null) return node;
  if (known.has(node)) return known.get(node);
  if (Array.isArray(node)) {
    const list: unknown[] = [];
    known.set(node, list);
    for (const [i, one] of node.entries()) list.push(renamed(one, Reflect.get(marked, i), known));
    return list;
  }
  const object: Record<string, unknown> = {};
  known.set(node, object);
  for (const [name, value] of Object.entries(marked)) {
    const written = name.replaceAll(MARK, "");
    const read = name.startsWith(MARK) ? nameOf(written) : written;
    const field = renamed(Reflect.get(node, read), value, known);
    Object.defineProperty(object, written, { value: field, writable: true, enumerable: true, configurable: true });
  }
  return object;
}
