/** The template of a path: literal text and parameters, which can share a part between two slashes. */
export interface PathTemplate {
  /** Returns the texts of the parameters by name, still percent-encoded; undefined if the path does not match. */
  match(path: string): Readonly<Record<string, string>> | undefined;
}

interface Part {
  /** The text before, between and after the parameters: one more than there are parameters. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

/**
 * Compiles the template of a path, such as `/v{version}/files/{name}.{format}`. A parameter is at least one character
 * long and ends at a slash. Where texts can be divided in more than one way, the first parameter gets the most:
 * `a.b.pdf` is `a.b` and `pdf`. Matching takes linear time.
 */
export function pathTemplate(template: string): PathTemplate {
  const parts = template.split("/").map(partOf);
  const [start = ""] = partOf(template).literals;
  return {
    match(path) {
      // Dividing the path at each of many templates would take longer than all else.
      if (!path.startsWith(start)) return undefined;
      const texts = path.split("/");
      if (texts.length !== parts.length) return undefined;
      const values: Record<string, string> = Object.create(null);
      return parts.every((part, i) => readPart(part, texts[i] ?? "", values)) ? values : undefined;
    },
  };
}

function partOf(text: string): Part {
  // With a group in the pattern, the names are the odd elements.
  const pieces = text.split(/\{([^{}]*)\}/);
  return { literals: pieces.filter((_, i) => i % 2 === 0), names: pieces.filter((_, i) => i % 2 === 1) };
}

/** Reads a part from its end, because the first parameter gets the most; returns whether it matches. */
function readPart({ literals, names }: Part, text: string, values: Record<string, string>): boolean {
  const [first = ""] = literals;
  if (names.length === 0) return text === first;
  const last = literals.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let end = text.length - last.length;
  for (let i = names.length - 1; i > 0; i--) {
    const literal = literals[i] ?? "";
    // Each of the parameters before needs a character, too.
    const at = text.lastIndexOf(literal, end - 1 - literal.length);
    if (at < first.length || at + literal.length >= end) return false;
    values[names[i] as string] = text.slice(at + literal.length, end);
    end = at;
  }
  values[names[0] as string] = text.slice(first.length, end);
  return end > first.length;
}

/**
 * Compares two templates by which of them takes precedence for a path that both match: the one with fewer parameters
 * that fill a whole part, then the one with fewer parts that have parameters, then the one with more literal text
 * beside them.
 */
export function byPrecedence(left: string, right: string): number {
  const [a, b] = [left, right].map(freedomOf) as [Freedom, Freedom];
  return a.whole - b.whole || a.parts - b.parts || b.beside - a.beside;
}

interface Freedom {
  readonly whole: number;
  readonly parts: number;
  readonly beside: number;
}

function freedomOf(template: string): Freedom {
  const parts = template
    .split("/")
    .map(partOf)
    .filter(({ names }) => names.length > 0);
  const beside = parts.map(({ literals }) => literals.join("").length);
  return {
    whole: beside.filter((length) => length === 0).length,
    parts: parts.length,
    beside: beside.reduce((total, one) => total + one, 0),
  };
}
