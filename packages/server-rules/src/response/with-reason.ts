/** The usual names of fields that contain a message, and of those that contain the status, the most likely one first. */
const MESSAGES = [
  ...["detail", "message", "msg", "error_description", "errorMessage", "error_message", "reason", "error", "title"],
  ...["description", "details", "errors", "text"],
];
const STATUSES = ["status", "code", "statusCode", "status_code"];

type Path = readonly (string | number)[];

/**
 * Writes a message into the first field of an example error that it fits, at any depth, and the status into the first field
 * that is named after it. Of a list of errors, one is left.
 *
 * @param fits whether a value is a valid error
 * @example withReason({ error: { message: "Not found" } }, "id must be a UUID", 400, fits) // { error: { message: "id must be
 *   a UUID" } }
 */
export function withReason(
  example: unknown,
  message: string,
  status: number,
  fits: (value: unknown) => boolean,
): unknown {
  const short = oneOfEach(example);
  const start = fits(short) ? short : example;
  const put = (value: unknown, names: readonly string[], content: unknown) =>
    places(value, names, typeof content)
      .map((path) => replaced(value, path, content))
      .find(fits) ?? value;
  return put(put(start, MESSAGES, message), STATUSES, status);
}

/** Returns the paths of the fields with one of the names and a type, the least deep first. */
function places(value: unknown, names: readonly string[], type: string): Path[] {
  const found: { readonly path: Path; readonly rank: number }[] = [];
  const visit = (node: unknown, path: Path): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, child] of Object.entries(node)) {
      const here = [...path, Array.isArray(node) ? Number(name) : name];
      // A list of texts has the name of its field.
      const own = Array.isArray(node) ? path.at(-1) : name;
      const rank = names.indexOf(String(own));
      if (rank >= 0 && typeof child === type) found.push({ path: here, rank });
      visit(child, here);
    }
  };
  visit(value, []);
  return found.sort((a, b) => a.path.length - b.path.length || a.rank - b.rank).map(({ path }) => path);
}

function replaced(node: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(node)) return node.map((one, index) => (index === name ? replaced(one, rest, value) : one));
  return { ...Object(node), [name]: replaced(Reflect.get(Object(node), name), rest, value) };
}

/** Copies a value with at most one element in each of its lists. */
function oneOfEach(node: unknown): unknown {
  if (Array.isArray(node)) return node.slice(0, 1).map(oneOfEach);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, oneOfEach(child)]));
}
