import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import type { Comparison, Direction } from "./comparison.js";
import { dereference, type Found } from "./dereference.js";
import { diffContent, diffHeaders } from "./diff-content.js";
import { diffExtensions, diffTexts, diffUnknown, examineReference } from "./diff-fields.js";
import { createComparison } from "./diff-schemas.js";
import { entries, equal, isNode } from "./node.js";
import type { PlacedOperation } from "./placed-operation.js";

/** Compares the responses of two versions of an operation. */
export function diffResponses(changes: Changes, direction: Direction, was: PlacedOperation, is: PlacedOperation): void {
  const comparison = createComparison(changes, was, is, direction, "response");
  diffExtensions(changes, direction, responsesField(was), responsesField(is), `${is.label}: the responses`);
  const [old, now] = [responsesOf(was), responsesOf(is)];
  for (const [status, response] of old) {
    const what = `${is.label}: the response ${status}`;
    const other = now.get(status) ?? covering(status, now);
    if (!other) {
      const rule = status.startsWith("2") ? "success-status-removed" : "error-status-removed";
      changes.breaking(direction, rule, pointerTo(was.at, "responses", status), `${what} was removed`);
      continue;
    }
    if (!now.has(status))
      changes.documentation(
        "status-covered",
        pointerTo(was.at, "responses", status),
        `${what} is covered by another one`,
      );
    examineReference(changes, nodeOf(was, status), nodeOf(is, status), pointerTo(is.at, "responses", status));
    diffResponse(comparison, response, other, what);
  }
  for (const [status, response] of now) {
    if (old.has(status)) continue;
    const what = `${is.label}: the response ${status}`;
    const before = covering(status, old);
    changes.compatible(direction, "status-added", pointerTo(is.at, "responses", status), `${what} was added`);
    // The old document described this status too, with a range or the default.
    if (before) diffResponse(comparison, before, response, what);
  }
}

const responsesField = ({ node, at }: PlacedOperation): Found => ({
  node: isNode(node["responses"]) ? node["responses"] : {},
  at: pointerTo(at, "responses"),
});

const responsesOf = ({ node, spec, at }: PlacedOperation) =>
  new Map(
    entries(node["responses"])
      .filter(([status]) => !status.startsWith("x-"))
      .map(([status, value]) => [status, dereference(spec, value, pointerTo(at, "responses", status))]),
  );

const nodeOf = ({ node }: PlacedOperation, status: string) => new Map(entries(node["responses"])).get(status);

/** The range or the default that covers a status that is not listed (OpenAPI 3.1, section 4.8.16). */
const covering = (status: string, all: Map<string, Found>) =>
  (/^[1-5]\d\d$/.test(status) ? all.get(`${status[0]}XX`) : undefined) ??
  (status === "default" ? undefined : all.get("default"));

function diffResponse(comparison: Comparison, was: Found, is: Found, what: string): void {
  const { changes, direction } = comparison;
  if (
    Object.keys((was.node["content"] as object) ?? {}).length > 0 ||
    Object.keys((is.node["content"] as object) ?? {}).length > 0
  )
    diffContent(comparison, was, is, what);
  diffHeaders(comparison, was, is, what);
  diffLinks(comparison, was, is, what);
  diffTexts(changes, was, is, ["description"], what);
  diffUnknown(changes, direction, was, is, ["description", "content", "headers", "links"], what);
}

/** Clients follow links to their next call, so a link with another target breaks them. */
function diffLinks({ changes, before, after, direction }: Comparison, was: Found, is: Found, what: string): void {
  const [old, now] = [new Map(entries(was.node["links"])), new Map(entries(is.node["links"]))];
  for (const [name, value] of old) {
    const at = pointerTo(is.at, "links", name);
    const link = `${what}: the link ${name}`;
    if (!now.has(name)) {
      changes.breaking(direction, "link-removed", pointerTo(was.at, "links", name), `${link} was removed`);
      continue;
    }
    const [one, other] = [dereference(before, value, at), dereference(after, now.get(name), at)];
    examineReference(changes, value, now.get(name), at);
    const { description: _, ...bare } = one.node;
    const { description: __, ...bareNow } = other.node;
    if (!equal(bare, bareNow)) changes.breaking(direction, "link-changed", other.at, `${link} leads elsewhere`);
    diffTexts(changes, one, other, ["description"], link);
  }
  for (const name of now.keys())
    if (!old.has(name))
      changes.compatible(
        direction,
        "link-added",
        pointerTo(is.at, "links", name),
        `${what}: the link ${name} was added`,
      );
}
