import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isScalar, parseDocument, visit } from "yaml";
import { type Document, nodeAt, pointerOf } from "../document/document.js";
import { checkBounds } from "../document/document-limits.js";
import { partsOf, referencesIn } from "../document/document-parts.js";
import { asDocument, markOf, parseMarked } from "../document/exact-numbers.js";
import { UsageError } from "./options.js";

/** Reads an OpenAPI document in JSON or YAML; without a path, the one of this release. @throws {UsageError} */
export async function loadDocument(path: string | undefined): Promise<Document> {
  if (path === undefined) {
    const own = createRequire(import.meta.url).resolve("@metadata-service/openapi/openapi.json");
    return asDocument(parseMarked(await readFile(own, "utf8"))) as Document;
  }
  let document: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    document = /^\s*\{/.test(text) ? parseMarked(text) : parseYaml(text);
  } catch (error) {
    throw new UsageError(`${path} is not an OpenAPI document in JSON or YAML: ${firstLine(error as Error)}`);
  }
  try {
    checkBounds(document);
  } catch (error) {
    throw new UsageError(`${path}${(error as Error).message}`);
  }
  const { paths, info = {}, openapi, swagger } = Object(document) as Partial<Document>;
  if (/^(2|3\.0)\b/.test(String(openapi ?? swagger)))
    throw new UsageError(
      `${path} is OpenAPI ${openapi ?? swagger}; only 3.1 is supported. In the repository of this package, npm run spec -- convert FILE writes a copy in 3.1`,
    );
  if (typeof paths !== "object") throw new UsageError(`${path} is not an OpenAPI document: it has no paths`);
  if (needsIdentities(document))
    throw new UsageError(
      `${path} names schemas with $id, $anchor or $dynamicAnchor, and this command follows only JSON pointers; check with the document that npm run generate writes from it, openapi/generated/openapi.json`,
    );
  for (const reference of referencesIn(document)) {
    if (!reference.startsWith("#"))
      throw new UsageError(
        `${path} refers to another file, ${reference}, and this command reads one file; bundle it first, for example: npx @redocly/cli bundle ${path} -o openapi.json`,
      );
    if (nodeAt(document, pointerOf(reference)) === undefined)
      throw new UsageError(`${path} has a reference to something that does not exist: ${reference}`);
  }
  return { ...(asDocument(document) as Document), info: { title: path, version: "", ...info } };
}

/** Names the fields as they are written: JSON has only texts as names, and YAML rounds those that are numbers. */
function parseYaml(text: string): unknown {
  const parsed = parseDocument(text, { merge: true });
  for (const error of parsed.errors) throw error;
  visit(parsed, {
    Scalar(_, scalar) {
      const { value, source = "" } = scalar;
      if (typeof value === "number" && /^[-+\d.][\d.e+-]*$/i.test(source))
        scalar.value = markOf(source.replace(/^\+/, "")) ?? value;
    },
    Pair(_, { key }) {
      if (
        isScalar(key) &&
        key.type === "PLAIN" &&
        key.tag === undefined &&
        key.source !== undefined &&
        key.source !== "<<"
      )
        key.value = key.source;
    },
  });
  return parsed.toJS();
}

/** Whether a reference leads to the name of a schema, or means another place because of an `$id` around it. */
function needsIdentities(node: unknown, isWithin = false): boolean {
  if (typeof node !== "object" || node === null) return false;
  const { $id, $ref, $dynamicRef } = node as { $id?: unknown; $ref?: unknown; $dynamicRef?: unknown };
  const within = isWithin || typeof $id === "string";
  const isNamed = typeof $dynamicRef === "string" || (typeof $ref === "string" && (within || /^#[^/]/.test($ref)));
  return isNamed || partsOf(node).some(([, part]) => needsIdentities(part, within));
}

/** The parsers name neither a place nor a remedy. */
function firstLine(error: Error): string {
  const [line = ""] = error.message.split("\n");
  const [, place] = /^Maximum call stack size exceeded(.*):?$/.exec(line) ?? [];
  if (place !== undefined) return `values are nested too deeply${place}; nest at most 100 inside each other`;
  return line.startsWith("Excessive alias count") ? "its aliases stand for too many values; remove some" : line;
}
