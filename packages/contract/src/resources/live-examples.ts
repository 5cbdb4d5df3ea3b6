import { type Document, nodeAt, operationsOf } from "../document.js";
import { requestOf } from "../request.js";
import type { Target } from "../target.js";
import { identityOf, parsed, recordsIn } from "./identity.js";
import { resourcesOf } from "./resource.js";

/**
 * The document with identities of records that are there: the example of a path parameter names a record of the author's
 * server, which others do not have. They are taken off the lists, and only read.
 */
export async function withLiveExamples(document: Document, target: Target): Promise<Document> {
  const found = resourcesOf(operationsOf(document)).filter(({ list, get }) => list && get);
  if (found.length === 0) return document;
  const copy = structuredClone(document);
  for (const { list, get, parameter } of found) {
    if (!list || !get) continue;
    const response = await target.send(requestOf(list, {}, target.apiKey)).catch(() => undefined);
    if (response?.status !== 200) continue;
    const [record] = recordsIn(parsed(response.body), list.pagination?.records);
    const identity = identityOf(record, parameter.name);
    if (identity === undefined) continue;
    const isNumber = [parameter.schema.node.type].flat().some((type) => type === "integer" || type === "number");
    setExample(copy, get.pointer, parameter.name, isNumber ? Number(identity) : identity);
  }
  return copy;
}

/** Replaces an operation's shared parameter by a copy that only this operation uses. */
function setExample(document: Document, pointer: string, name: string, example: unknown): void {
  const operation = nodeAt(document, pointer) as { parameters?: Record<string, unknown>[] };
  const shared = operationsOf(document)
    .find((each) => each.pointer === pointer)
    ?.parameters.find((each) => each.in === "path" && each.name === name);
  if (!shared) return;
  const { schema, style, explode } = shared;
  const own = { name, in: "path", required: true, schema: schema.node, style, explode, example };
  const others = (operation.parameters ?? []).filter((each) => nameOf(document, each) !== name);
  operation.parameters = [...others, own];
}

function nameOf(document: Document, node: Record<string, unknown>): unknown {
  const reference = node["$ref"];
  return typeof reference === "string"
    ? (nodeAt(document, reference.replace(/^#/, "")) as { name?: unknown } | undefined)?.name
    : node["name"];
}
