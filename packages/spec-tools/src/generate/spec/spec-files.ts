import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { fileProblem } from "../../document/bounds.js";
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

/** Names whose values are data, in which any name is allowed. */
const DATA = ["example", "examples", "default", "enum", "const", "value"];

/**
 * Rejects what is named `__proto__` before linting, since the linter would blame something else; and files that are not
 * UTF-8, whose wrong bytes it would replace.
 */
export async function stopOnPrototypes(folder: string): Promise<void> {
  const all = await readdir(folder, { recursive: true });
  for (const name of all.filter((path) => /^(?!generated|released|node_modules|dist).*\.(ya?ml|json)$/.test(path))) {
    const text = textOf(await readFile(join(folder, name)).catch(() => Buffer.alloc(0)), name);
    if (!text.includes("__proto__") || !namesPrototype(parsed(text))) continue;
    const line = text.split("\n").findIndex((one) => /(^|[\s{,"'])__proto__["']?\s*:/.test(one));
    throw new Error(
      `openapi/${name}:${line + 1}: a JavaScript object cannot have a value named "__proto__"; rename it.`,
    );
  }
}

function textOf(bytes: Buffer, name: string): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    throw new Error(`openapi/${name}:${(error as InputFault).line}: not UTF-8; save the file as UTF-8.`);
  }
}

function namesPrototype(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  return Object.entries(node).some(
    ([key, child]) => key === "__proto__" || (!DATA.includes(key) && namesPrototype(child)),
  );
}

function parsed(text: string): unknown {
  try {
    const value: unknown = parseYaml(text);
    return fileProblem(value) ? undefined : value;
  } catch {
    // What is wrong with this file is reported later.
    return undefined;
  }
}
