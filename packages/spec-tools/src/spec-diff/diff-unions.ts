import { isDeepStrictEqual } from "node:util";
import { pointerTo } from "../document/pointer.js";
import { type Descent, flat, type Place, report } from "./comparison.js";
import { entries, isNode, list, type Node, type Spec } from "./spec.js";

type Side = Place & { node: Node; at: string };

/**
 * The differences between two unions, or between a union and a plain schema, which is then a union of one.
 *
 * @returns whether there was a union that said all there is to say
 */
export function diffUnions(descent: Descent, old: Side, now: Side, what: string): boolean {
  const keyword = unionOf(now.node) ?? unionOf(old.node);
  if (!keyword) return false;
  const before = branches(descent.before, old);
  const after = branches(descent.after, now);
  pairUp(before, after);
  for (const [key, branch] of before) {
    const other = after.get(key);
    if (!other) report(descent, "narrowed", "branch-removed", branch.at, `${what} cannot be ${branch.label} any more`);
    else descent.diffSchemas(branch, other, `${what} as ${other.label}`);
  }
  for (const [key, { at, label }] of after)
    if (!before.has(key)) report(descent, "widened", "branch-added", at, `${what} can be ${label} now`);
  // A union of its own says more than its branches only where both versions are one.
  return unionOf(now.node) !== unionOf(old.node);
}

const unionOf = (node: Node) => (["oneOf", "anyOf"] as const).find((keyword) => Array.isArray(node[keyword]));

interface Branch extends Place {
  label: string;
  node: Node;
}

function branches(spec: Spec, side: Side): Map<string, Branch> {
  const keyword = unionOf(side.node);
  const all = keyword
    ? list(side.node[keyword]).map((value, i) => ({ value, at: pointerTo(side.at, keyword, i) }))
    : [{ value: side.value, at: side.at }];
  return new Map(
    all.map((place, i) => {
      const { node, name } = flat(spec, place);
      const constant = constantOf(spec, node, place.at);
      const label = constant ?? name ?? (typeof node["type"] === "string" ? node["type"] : `branch ${i + 1}`);
      return [label, { ...place, label, node }];
    }),
  );
}

/** Branches are told apart by their constant member (`type: "file"`), else by their name. */
function constantOf(spec: Spec, node: Node, at: string): string | undefined {
  for (const [name, value] of entries(node["properties"])) {
    const { node: member } = flat(spec, { value, at: pointerTo(at, "properties", name) });
    if (typeof member["const"] === "string") return `${name} ${JSON.stringify(member["const"])}`;
  }
  return undefined;
}

/** A branch that was only renamed is the same branch. */
function pairUp(before: Map<string, Branch>, after: Map<string, Branch>): void {
  const bare = ({ node }: Branch) => Object.fromEntries(Object.entries(node).filter(([key]) => !WORDS.includes(key)));
  for (const [key, branch] of before) {
    if (after.has(key)) continue;
    const twin = [...after].find(
      ([other, { node }]) =>
        !before.has(other) && isNode(node) && isDeepStrictEqual(bare(branch), bare(after.get(other) as Branch)),
    );
    if (!twin) continue;
    after.delete(twin[0]);
    after.set(key, twin[1]);
  }
}

const WORDS = ["title", "description", "examples", "example"];
