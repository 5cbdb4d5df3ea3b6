import { type Part, partsIn } from "./dereference.js";
import { diffContent, headers } from "./diff-content.js";
import { equal, isNode } from "./node.js";
import { type Pair, type Rule, type Rules, visitMembers } from "./pair.js";
import { text } from "./rules.js";

/** Compares the responses of two versions of an operation. */
export function diffResponses(operation: Pair, field: string): void {
  const { what, comparison } = operation;
  const { old: was, now: is } = operation.in(field);
  const responses = operation.inMessage("response", was, is, what.toPart("the responses")).withoutExtensions();
  const pairOf = (status: string, before: Part, after: Part) =>
    operation.inMessage("response", before, after, what.toPart(`the response ${status}`, status));
  const [old, now] = [partsIn(comparison.before, responses.old), partsIn(comparison.after, responses.now)];
  visitMembers([old, now], {
    kept: (before, after, status) => {
      operation.examineReference(before.value, after.value, after.place);
      pairOf(status, before, after).compare(RESPONSE);
    },
    gone: (before, status) => {
      const other = covering(status, now);
      const pair = pairOf(status, before, other ?? before);
      const rule = status.startsWith("2") ? "success-status-removed" : "error-status-removed";
      if (!other) return pair.breaking(rule, before.place, "was removed");
      pair.documentation("status-covered", before.place, "is covered by another one");
      pair.compare(RESPONSE);
    },
    come: (after, status) => {
      // The old document described this status too, with a range or the default.
      const before = covering(status, old);
      const pair = pairOf(status, before ?? after, after);
      pair.compatible("status-added", after.place, "was added");
      if (before) pair.compare(RESPONSE);
    },
  });
}

/** The range or the default that covers a status that is not listed (OpenAPI 3.1, section 4.8.16). */
const covering = (status: string, all: ReadonlyMap<string, Part>) =>
  (/^[1-5]\d\d$/.test(status) ? all.get(`${status[0]}XX`) : undefined) ??
  (status === "default" ? undefined : all.get("default"));

/** Clients follow links to their next call, so a link with another target breaks them. */
const links: Rule = (pair, field) =>
  pair.in(field).visitParts({
    gone: ({ place }, name) => pair.breaking("link-removed", place, `: the link ${name} was removed`),
    come: ({ place }, name) => pair.compatible("link-added", place, `: the link ${name} was added`),
    kept: (was, is, name) => {
      const [{ description: _, ...bare }, { description: __, ...bareNow }] = [was.node, is.node];
      if (!equal(bare, bareNow)) pair.breaking("link-changed", is.at, `: the link ${name} leads elsewhere`);
      text(pair.pair(was, is, pair.what.toPart(`the link ${name} of ${pair.what.part}`)), "description");
    },
  });

const RESPONSE: Rules = {
  content: (pair, field) => {
    if (pair.both(field).some((content) => isNode(content) && Object.keys(content).length > 0)) diffContent(pair);
  },
  headers,
  links,
  description: text,
};
