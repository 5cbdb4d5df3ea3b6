import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parse } from "yaml";
import { checkBounds } from "../bounds.js";
import { type Document, nodeAt, pointerOf } from "../document.js";
import { UsageError } from "./options.js";

/** Reads an OpenAPI document in JSON or YAML; without a path, the one of this release. @throws {UsageError} */
export async function loadDocument(path: string | undefined): Promise<Document> {
  if (path === undefined) return createRequire(import.meta.url)("@metadata-service/openapi/openapi.json");
  let document: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    document = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { merge: true });
  } catch (error) {
    throw new UsageError(`${path} is not an OpenAPI document in JSON or YAML: ${firstLine(error as Error)}`);
  }
  try {
    checkBounds(document);
  } catch (error) {
    throw new UsageError(`${path}${(error as Error).message}`);
  }
  const { paths, info = {} } = Object(document) as Partial<Document>;
  if (typeof paths !== "object") throw new UsageError(`${path} is not an OpenAPI document: it has no paths`);
  for (const reference of referencesIn(document)) {
    if (!reference.startsWith("#"))
      throw new UsageError(
        `${path} refers to another file, ${reference}, and this command reads one file; bundle it first, for example: npx @redocly/cli bundle ${path} -o openapi.json`,
      );
    if (nodeAt(document, pointerOf(reference)) === undefined)
      throw new UsageError(`${path} has a reference to something that does not exist: ${reference}`);
  }
  return { ...(document as Document), info: { title: path, version: "", ...info } };
}

/** The fields that hold data, in which anything is allowed, as in extensions. */
const DATA = /^(x-.*|examples?|default|const|enum|value)$/;
/** The fields whose keys are names that the author chose. */
const NAMES =
  /^(properties|patternProperties|\$defs|schemas|responses|parameters|headers|requestBodies|callbacks|paths)$/;

function referencesIn(node: unknown, within = ""): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => referencesIn(one));
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (NAMES.test(within)) return referencesIn(value);
    if (key === "$ref" && typeof value === "string") return [value];
    return DATA.test(key) ? [] : referencesIn(value, key);
  });
}

/** The parsers name neither a place nor a remedy. */
function firstLine(error: Error): string {
  const [line = ""] = error.message.split("\n");
  const [, place] = /^Maximum call stack size exceeded(.*):?$/.exec(line) ?? [];
  if (place !== undefined) return `values are nested too deeply${place}; nest at most 100 inside each other`;
  return line.startsWith("Excessive alias count") ? "its aliases stand for too many values; remove some" : line;
}
