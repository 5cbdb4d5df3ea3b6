/**
 * Adds paths and a tag to the root document, and leaves everything else as it was written.
 *
 * @throws Error if a path exists already
 */
export function addToRoot(
  text: string,
  paths: readonly (readonly [path: string, file: string])[],
  tag: { readonly name: string; readonly description: string },
): string {
  const there = paths.find(([path]) => new RegExp(`^ +["']?${escaped(path)}["']?:`, "m").test(text));
  if (there)
    throw new Error(`The path ${there[0]} is already in openapi/openapi.yaml; choose another one with --path.`);
  const entries = paths.map(([path, file]) => `  ${path}:\n    $ref: ${file}\n`).join("");
  const isTagged = new RegExp(`^ *- +(?:\\{ *)?name: *["']?${escaped(tag.name)}["']? *(?:[,}].*)?$`, "m").test(text);
  const tagged = isTagged
    ? text
    : addToBlock(text, "tags", `  - name: ${tag.name}\n    description: ${tag.description}\n`);
  return addToBlock(tagged, "paths", entries);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/**
 * Adds lines to the end of a top-level block, which ends where the next one begins. Creates the block if it is missing.
 */
function addToBlock(text: string, name: string, lines: string): string {
  const whole = text.endsWith("\n") ? text : `${text}\n`;
  const start = new RegExp(`^${name}:[ \\t]*(?:\\{\\}|\\[\\])?[ \\t]*\\n`, "m").exec(whole);
  if (!start) return `${whole}${name}:\n${lines}`;
  const from = start.index + start[0].length;
  const rest = whole.slice(from);
  const next = /^[^\s#-]/m.exec(rest);
  const block = rest.slice(0, next?.index ?? rest.length);
  return `${whole.slice(0, start.index)}${name}:\n${block}${lines}${rest.slice(block.length)}`;
}

/**
 * Allows verbs in operationIds: the rule of this house in `redocly.yaml` lists them, in its pattern and in its message.
 * A rule that is written in another way stays as it is.
 */
export function allowVerbs(text: string, verbs: readonly string[]): string {
  const [, allowed] = /pattern: \/\^\(([a-zA-Z|]+)\)\[A-Z\]/.exec(text) ?? [];
  const known = allowed?.split("|") ?? verbs;
  const added = verbs.filter((verb) => !known.includes(verb));
  if (allowed === undefined || added.length === 0) return text;
  return text
    .replace(`(${allowed})`, `(${[...known, ...added].join("|")})`)
    .replace(`(${known.join(", ")})`, `(${[...known, ...added].join(", ")})`);
}
