import { isData, isMapOf, isSchema, mapValues } from "@metadata-service/spec-tools/load-document";

/**
 * The converter looks at every key of a document, wherever it is: it takes a property `example` for the keyword, and a value
 * `{ type: string, format: byte }` for a schema. So what the author named, and all data, is hidden from it by this ending.
 */
const END = "\u0001";

/** The converter empties whatever it finds below this media type. */
const OCTETS = "application/octet-stream";

type Kind = "object" | "names" | "data" | "values";

/** Read by the converter although they are data: what 2.0 has as an extension and 3.1 as a field. */
const READ_EXTENSIONS = ["x-example", "x-examples", "x-webhooks"];
const NAMES_BEFORE_3_1 = ["definitions", "mapping", "scopes", "security", "securityDefinitions"];

export function hideNames(node: unknown, kind: Kind = "object"): unknown {
  if (Array.isArray(node)) return node.map((one) => hideNames(one, kind));
  if (!isSchema(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, child]) => [
      kind === "names" || kind === "data" || name === OCTETS ? name + END : name,
      READ_EXTENSIONS.includes(name) && kind === "object" ? child : hideNames(child, kindOf(name, child, kind)),
    ]),
  );
}

function kindOf(name: string, child: unknown, kind: Kind): Kind {
  if (kind === "data" || kind === "values") return "data";
  if (kind === "names") return "object";
  // Media types, and names of examples in 3.0.
  if (name === "examples") return Array.isArray(child) ? "data" : "values";
  if (isData(name)) return "data";
  if (name === "security" && Array.isArray(child)) return "names";
  // The converter has to see media types.
  if (name === "content" || (Array.isArray(child) && isMapOf(name))) return "object";
  return isMapOf(name) || NAMES_BEFORE_3_1.includes(name) ? "names" : "object";
}

/** Restores the names, and removes fields without a value, which the converter leaves. */
export function restoreNames(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(restoreNames);
  if (!isSchema(node)) return node;
  const entries = Object.entries(node).filter(([, value]) => value !== undefined);
  return mapValues(
    Object.fromEntries(entries.map(([name, value]) => [name.endsWith(END) ? name.slice(0, -1) : name, value])),
    restoreNames,
  );
}
