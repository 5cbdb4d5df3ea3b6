import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { decodeText, type InputFault } from "../../input/decode-text.js";

/** The possible names of the spec's root file, in JSON or YAML. */
const ROOTS = ["openapi.yaml", "openapi.yml", "openapi.json"];

/** The absolute path of the spec's root file. */
export function rootFile(folder: string): string {
  const found = ROOTS.filter((name) => existsSync(join(folder, name)));
  const [only] = found;
  if (found.length > 1) throw new Error(`openapi/: ${found.join(" and ")} both exist; remove one of them.`);
  if (only === undefined)
    throw new Error(`openapi/: there is no spec; write ${ROOTS.slice(0, -1).join(", ")} or ${ROOTS.at(-1)}.`);
  return join(folder, only);
}

/** Stops at a file that nothing refers to: its author expects its schema to exist, but no package has it. */
export async function stopOnOrphans(folder: string, used: ReadonlySet<string>): Promise<void> {
  for (const part of ["paths", "components"])
    for (const name of await readdir(join(folder, part), { recursive: true }).catch(() => []))
      if (/\.(ya?ml|json)$/.test(name) && !used.has(join(folder, part, name)))
        throw new Error(`openapi/${part}/${name}: nothing refers to this file; add a $ref to it, or remove it.`);
}

/** Inherited names that no tool calls, so properties in a spec may have them. */
const CALLED_BY_NOBODY = ["constructor", "toString"];

/** The linter or the type generator calls these on every object that it reads, and fails without naming a place. */
const OF_EVERY_OBJECT = Object.getOwnPropertyNames(Object.prototype).filter((name) => !CALLED_BY_NOBODY.includes(name));

/**
 * Rejects properties with these names before linting, since the linter would blame something else; and files that are
 * not UTF-8, whose wrong bytes it would replace.
 */
export async function stopOnCalledNames(folder: string): Promise<void> {
  const all = await readdir(folder, { recursive: true });
  for (const name of all.filter((path) => /^(?!generated|released|node_modules|dist).*\.(ya?ml|json)$/.test(path))) {
    const text = textOf(await readFile(join(folder, name)).catch(() => Buffer.alloc(0)), name);
    const found = OF_EVERY_OBJECT.some((one) => text.includes(one)) ? calledName(parsed(text)) : undefined;
    if (found === undefined) continue;
    const line = text.split("\n").findIndex((one) => new RegExp(`(^|[\\s{,"'])${found}["']?\\s*:`).test(one));
    const reason =
      found === "__proto__"
        ? 'a JavaScript object cannot have a value named "__proto__"'
        : `every JavaScript object has a "${found}", which the linter calls`;
    throw new Error(`openapi/${name}:${line + 1}: ${reason}; rename the property.`);
  }
}

function textOf(bytes: Buffer, name: string): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    throw new Error(`openapi/${name}:${(error as InputFault).line}: not UTF-8; save the file as UTF-8.`);
  }
}

/** The first property with such a name in a schema. */
function calledName(node: unknown): string | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  for (const [key, child] of Object.entries(node)) {
    if (["example", "examples", "default", "enum", "const", "value"].includes(key)) continue;
    const named = key === "properties" && Object.keys(Object(child)).find((name) => OF_EVERY_OBJECT.includes(name));
    const found = named || calledName(child);
    if (found) return found;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return parseYaml(text);
  } catch {
    // The linter reports what is wrong with this file.
    return undefined;
  }
}
