/** A duplicate name in an object. */
export interface Duplicate {
  name: string;
  /** The nesting depth of the object. */
  depth: number;
  /** Whether the name is written differently, as `key` and `k\u0065y`. */
  escaped: boolean;
  /** Whether both values are written identically. */
  equal: boolean;
}

interface Open {
  names: Map<string, { spelling: string; value: string }> | undefined;
  name?: string;
  spelling: string;
  from: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** Returns the duplicate names in a JSON text. */
export function duplicatesOf(text: string): Duplicate[] {
  const found: Duplicate[] = [];
  const open: Open[] = [];
  let last = "";
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (top && (token === "," || token === "}")) close(top, text.slice(top.from, index).trim(), open.length - 1, found);
    if (top && token === ":" && last.startsWith('"')) Object.assign(top, begun(last, index + 1));
    enterOrLeave(open, token);
    last = token;
  }
  return found;
}

function enterOrLeave(open: Open[], token: string): void {
  if (token === "{" || token === "[")
    open.push({ names: token === "{" ? new Map() : undefined, spelling: "", from: 0 });
  else if (token === "}" || token === "]") open.pop();
}

/** Starts a field after its name; a name with an invalid escape is used verbatim. */
function begun(spelling: string, from: number): Pick<Open, "name" | "spelling" | "from"> {
  try {
    return { name: JSON.parse(spelling), spelling, from };
  } catch {
    return { name: spelling, spelling, from };
  }
}

/** Ends a field. */
function close(object: Open, value: string, depth: number, found: Duplicate[]): void {
  const { names, name, spelling } = object;
  if (!names || name === undefined) return;
  const before = names.get(name);
  if (before) found.push({ name, depth, escaped: before.spelling !== spelling, equal: before.value === value });
  names.set(name, { spelling, value });
  object.name = undefined;
}
