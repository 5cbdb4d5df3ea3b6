import { pointerTo } from "../../document/pointer.js";
import { type Comparison, report } from "./comparison.js";
import { type Flat, flattenSchema, type Place } from "./flatten-schema.js";
import { entries, equal, list, type Node, type Spec, show } from "./node.js";

type Union = "oneOf" | "anyOf";
const UNIONS: Union[] = ["oneOf", "anyOf"];
type Side = Flat & Place;

/**
 * The differences between two unions, or between a union and a plain schema, which counts as a union of one.
 *
 * @returns whether only one side is a union: then its branches have said all there is to say
 */
export function diffUnions(comparison: Comparison, old: Side, now: Side, what: string): boolean {
  const [was, is] = [unionsOf(old.node), unionsOf(now.node)];
  if (was.length === 0 && is.length === 0) return false;
  if (was.length === 0 || is.length === 0) {
    diffBranches(
      comparison,
      branchesOf(comparison.before, old, was[0]),
      branchesOf(comparison.after, now, is[0]),
      what,
    );
    return true;
  }
  for (const union of UNIONS.filter((one) => was.includes(one) && is.includes(one)))
    diffBranches(comparison, branchesOf(comparison.before, old, union), branchesOf(comparison.after, now, union), what);
  const [gone, come] = [was.find((one) => !is.includes(one)), is.find((one) => !was.includes(one))];
  if (gone && come) {
    // With oneOf a value that satisfies two branches is invalid; with anyOf it is valid.
    const move = come === "anyOf" ? "widened" : "narrowed";
    report(
      comparison,
      move,
      `${gone}-became-${come}`,
      pointerTo(now.at, come),
      `${what} is a union by ${come} instead of ${gone}`,
    );
    diffBranches(comparison, branchesOf(comparison.before, old, gone), branchesOf(comparison.after, now, come), what);
    comparison.changes.examined(pointerTo(old.at, gone));
  } else if (gone)
    report(
      comparison,
      "widened",
      `${gone}-removed`,
      pointerTo(old.at, gone),
      `${what} no longer has to satisfy ${gone}`,
    );
  else if (come)
    report(comparison, "narrowed", `${come}-added`, pointerTo(now.at, come), `${what} must satisfy ${come} now`);
  for (const union of is) comparison.changes.examined(pointerTo(now.at, union));
  return false;
}

const unionsOf = (node: Node) => UNIONS.filter((union) => Array.isArray(node[union]));

interface Branch extends Place {
  label: string;
  node: Node;
}

function diffBranches(
  comparison: Comparison,
  before: Map<string, Branch>,
  after: Map<string, Branch>,
  what: string,
): void {
  pairUp(before, after);
  for (const [key, branch] of before) {
    const other = after.get(key);
    if (!other) report(comparison, "narrowed", "branch-removed", branch.at, `${what} can no longer be ${branch.label}`);
    else comparison.diffSchemas(comparison, branch, other, `${what} as ${other.label}`);
  }
  for (const [key, { at, label }] of after)
    if (!before.has(key)) report(comparison, "widened", "branch-added", at, `${what} can be ${label} now`);
}

function branchesOf(spec: Spec, side: Side, union: Union | undefined): Map<string, Branch> {
  const all = union
    ? list(side.node[union]).map((value, i) => ({ value, at: pointerTo(side.at, union, i) }))
    : [{ value: side.value, at: side.at }];
  const branches = new Map<string, Branch>();
  for (const [i, place] of all.entries()) {
    const { node, name } = flattenSchema(spec, place);
    const type = typeof node["type"] === "string" ? node["type"] : undefined;
    const label =
      [constantOf(spec, node, place.at), name, type].find((one) => one !== undefined && !branches.has(one)) ??
      `branch ${i + 1}`;
    branches.set(label, { ...place, label, node });
  }
  return branches;
}

/** Branches are told apart by their constant property (`type: "file"`), else by their name. */
function constantOf(spec: Spec, node: Node, at: string): string | undefined {
  for (const [name, value] of entries(node["properties"])) {
    const { node: property } = flattenSchema(spec, { value, at: pointerTo(at, "properties", name) });
    const values = "const" in property ? [property["const"]] : list(property["enum"]);
    if (values.length === 1 && typeof values[0] === "string") return `${name} ${show(JSON.stringify(values[0]))}`;
  }
  return undefined;
}

/** A branch that was only renamed is the same branch. */
function pairUp(before: Map<string, Branch>, after: Map<string, Branch>): void {
  for (const [key, branch] of before) {
    if (after.has(key)) continue;
    const twin = [...after].find(([other, { node }]) => !before.has(other) && equal(bare(branch.node), bare(node)));
    if (!twin) continue;
    after.delete(twin[0]);
    after.set(key, twin[1]);
  }
}

const TEXTS = ["title", "description", "examples", "example"];
const bare = (node: Node) => Object.fromEntries(Object.entries(node).filter(([key]) => !TEXTS.includes(key)));
