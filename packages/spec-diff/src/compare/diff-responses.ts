import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { objectAt, type Part } from "./dereference.js";
import { diffContent, diffHeaders } from "./diff-content.js";
import { equal, isNode } from "./node.js";
import { type Pair, visitMembers } from "./pair.js";

/** Compares the responses of two versions of an operation. */
export function diffResponses(operation: Pair): void {
  const [was, is] = [operation.old, operation.now].map(({ node, at }) =>
    objectAt(node["responses"], pointerTo(at, "responses")),
  ) as [Part, Part];
  const { what } = operation;
  const pairOf = (status: string, old: Part, now: Part) =>
    operation.inMessage("response", old, now, what.toPart(`the response ${status}`, status));
  operation.inMessage("response", was, is, what.toPart("the responses")).extensions();
  const [old, now] = operation
    .parts("responses")
    .map((all) => new Map([...all].filter(([status]) => !status.startsWith("x-")))) as [Responses, Responses];
  visitMembers([old, now], {
    kept: (before, after, status) => {
      operation.examineReference(before.value, after.value, after.place);
      diffResponse(pairOf(status, before, after));
    },
    gone: (before, status) => {
      const other = covering(status, now);
      const pair = pairOf(status, before, other ?? before);
      const rule = status.startsWith("2") ? "success-status-removed" : "error-status-removed";
      if (!other) pair.breaking(rule, before.place, "was removed");
      else {
        pair.documentation("status-covered", before.place, "is covered by another one");
        diffResponse(pair);
      }
    },
    come: (after, status) => {
      // The old document described this status too, with a range or the default.
      const before = covering(status, old);
      const pair = pairOf(status, before ?? after, after);
      pair.compatible("status-added", after.place, "was added");
      if (before) diffResponse(pair);
    },
  });
}

type Responses = Map<string, Part>;

/** The range or the default that covers a status that is not listed (OpenAPI 3.1, section 4.8.16). */
const covering = (status: string, all: Responses) =>
  (/^[1-5]\d\d$/.test(status) ? all.get(`${status[0]}XX`) : undefined) ??
  (status === "default" ? undefined : all.get("default"));

function diffResponse(pair: Pair): void {
  if (pair.both("content").some((content) => isNode(content) && Object.keys(content).length > 0)) diffContent(pair);
  diffHeaders(pair);
  diffLinks(pair);
  pair.texts(["description"]);
  pair.unknown(["description", "content", "headers", "links"]);
}

/** Clients follow links to their next call, so a link with another target breaks them. */
function diffLinks(pair: Pair): void {
  visitMembers(pair.parts("links"), {
    gone: ({ place }, name) => pair.breaking("link-removed", place, `: the link ${name} was removed`),
    come: ({ place }, name) => pair.compatible("link-added", place, `: the link ${name} was added`),
    kept: (was, is, name) => {
      pair.examineReference(was.value, is.value, is.place);
      const [{ description: _, ...bare }, { description: __, ...bareNow }] = [was.node, is.node];
      if (!equal(bare, bareNow)) pair.breaking("link-changed", is.at, `: the link ${name} leads elsewhere`);
      pair.pair(was, is, pair.what.toPart(`the link ${name} of ${pair.what.part}`)).texts(["description"]);
    },
  });
}
