import { validInputs } from "../cases/valid-inputs.js";
import { type Document, nodeAt, operationsOf } from "../document.js";
import { requestOf } from "../request.js";
import type { Target } from "../target.js";
import { createsByPath, freshParameter } from "./chosen-identity.js";
import { identityOf, parsed, recordIn, recordsIn } from "./identity.js";
import { type Resource, resourcesOf } from "./resource.js";

/**
 * Replaces the examples of path parameters with identities of existing records, because an example usually exists only
 * on the author's server. The identities come from the lists, and these records are only read. If nothing lists the
 * records, one is created, unless the run is read-only.
 *
 * @param uid the uid of the created record, if the client chooses it
 */
export async function withLiveExamples(
  { document, readOnly = false }: { document: Document; readOnly?: boolean },
  target: Target,
  uid: string,
): Promise<Document> {
  const found = resourcesOf(operationsOf(document)).filter(
    ({ list, create, get, replace }) => get && (list || create || (replace && createsByPath(replace))),
  );
  if (found.length === 0) return document;
  const copy = structuredClone(document);
  for (const resource of found) {
    const { get, parameter } = resource;
    const source = { document, target, uid, readOnly };
    const isPut = !resource.list && !resource.create;
    const identity = isPut
      ? await putIdentity(resource, source)
      : identityOf(await liveRecord(resource, source), parameter.name);
    if (!get || identity === undefined) continue;
    const isNumber = [parameter.schema.node.type].flat().some((type) => type === "integer" || type === "number");
    setExample(copy, get.pointer, parameter.name, isNumber ? Number(identity) : identity);
  }
  return copy;
}

interface Source {
  readonly document: Document;
  readonly target: Target;
  readonly uid: string;
  readonly readOnly: boolean;
}

/** Returns an existing record of a resource, or creates one. */
async function liveRecord({ list, create }: Resource, { document, target, uid, readOnly }: Source): Promise<unknown> {
  const [operation, inputs] = list ? [list, {}] : [create, create && validInputs(document, create, uid)];
  if (!operation || !inputs || (!list && readOnly)) return undefined;
  const response = await target.send(requestOf(operation, inputs, target.apiKey)).catch(() => undefined);
  if (!response || response.status < 200 || response.status > 299) return undefined;
  const body = parsed(response.body);
  return list ? recordsIn(body, list.pagination?.records)[0] : recordIn(body);
}

/** Creates a record with a PUT and returns its identity; the target sends it only if there is no such record. */
async function putIdentity({ replace, parameter }: Resource, source: Source): Promise<string | undefined> {
  const { document, target, uid, readOnly } = source;
  const identity = freshParameter(document, parameter, uid);
  if (!replace || readOnly || identity === undefined) return undefined;
  const inputs = { ...validInputs(document, replace, uid), path: { [parameter.name]: identity } };
  const response = await target.send(requestOf(replace, inputs, target.apiKey)).catch(() => undefined);
  return response && response.status < 300 ? String(identity) : undefined;
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
