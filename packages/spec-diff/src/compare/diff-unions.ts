import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { typesOf } from "./diff-types.js";
import { type Flat, flattenSchema, type Place } from "./flatten-schema.js";
import { OPEN } from "./judge-schemas.js";
import { entries, equal, list, type Node, type Spec, show } from "./node.js";
import { type Move, type SchemaPair, visitMembers } from "./pair.js";

type Union = "oneOf" | "anyOf";
const UNIONS: Union[] = ["oneOf", "anyOf"];
type Side = Flat & Place;

/**
 * Compares two unions, or a union with a plain schema, which counts as a union of one.
 *
 * @returns whether only one side is a union: then comparing its branches covers everything
 */
export function diffUnions(pair: SchemaPair): boolean {
  const { comparison, old, now } = pair;
  const [was, is] = [unionsOf(old.node), unionsOf(now.node)];
  if (was.length === 0 && is.length === 0) return false;
  if (was.length === 0 || is.length === 0) return diffWithPlain(pair);
  const compare = (from: Union, to: Union) => {
    const [before, after] = [branchesOf(comparison.before, old, from), branchesOf(comparison.after, now, to)];
    diffBranches(pair, before, after, to);
  };
  for (const union of was) if (is.includes(union)) compare(union, union);
  const [gone, come] = [was.find((one) => !is.includes(one)), is.find((one) => !was.includes(one))];
  if (gone && come) {
    // With oneOf, a value that satisfies two branches is invalid; with anyOf, it is valid.
    const move = come === "anyOf" ? "widened" : "narrowed";
    pair.moved(move, `${gone}-became-${come}`, come, `is a union by ${come} instead of ${gone}`);
    compare(gone, come);
    pair.changes.examined(pair.oldAt(gone));
  } else if (gone) reportGone(pair, gone);
  else if (come) reportCome(pair, come);
  pair.examined(...is);
  return false;
}

/** Compares a union with a plain schema. */
function diffWithPlain(pair: SchemaPair): boolean {
  const { comparison, old, now } = pair;
  const [was, is] = [unionsOf(old.node)[0], unionsOf(now.node)[0]];
  if (hasSiblings(was ? old.node : now.node)) {
    // The keywords beside the union are compared as a plain schema, and the union is compared in addition.
    if (was) reportGone(pair, was);
    if (is) reportCome(pair, is);
    return false;
  }
  diffBranches(pair, branchesOf(comparison.before, old, was), branchesOf(comparison.after, now, is), was ?? is);
  return true;
}

/** Whether a schema has keywords beside its union that values must also satisfy. */
const hasSiblings = (node: Node) => Object.keys(node).some((keyword) => !NO_RULES.includes(keyword));
const NO_RULES = [
  ...UNIONS,
  ...["discriminator", "title", "description", "examples", "example", "default", "deprecated", "$comment"],
];

function reportGone(pair: SchemaPair, union: Union): void {
  pair.widened(`${union}-removed`, pair.oldAt(union), `no longer has to satisfy ${union}`);
}

function reportCome(pair: SchemaPair, union: Union): void {
  pair.narrowed(`${union}-added`, union, `must satisfy ${union} now`);
}

const unionsOf = (node: Node) => UNIONS.filter((union) => Array.isArray(node[union]));

type Branches = Map<string, Branch>;

interface Branch extends Place {
  label: string;
  node: Node;
  /** Whether it is an object with a name, by which clients recognize it. */
  isNamedObject: boolean;
}

function diffBranches(pair: SchemaPair, before: Branches, after: Branches, union: Union | undefined): void {
  const { comparison, what } = pair;
  pairUp(before, after);
  // A value that satisfies two branches of a oneOf is invalid, so adding such a branch also excludes values.
  const moveOf = (branch: Branch, others: Branches, move: Move) =>
    union === "oneOf" && [...others.values()].some((other) => overlap(branch, other)) ? "changed" : move;
  // A new named object matters to clients, even if its values also satisfy another branch.
  const judgementOf = ({ isNamedObject }: Branch) => (isNamedObject ? OPEN : comparison.judgement);
  visitMembers([before, after], {
    kept: (branch, other) => comparison.diffSchemas(comparison, branch, other, what.where(other.label)),
    gone: (branch) => {
      const move = moveOf(branch, after, "narrowed");
      pair.moved(move, "branch-removed", branch.at, `can no longer be ${branch.label}`, judgementOf(branch));
    },
    come: (branch) => {
      const move = moveOf(branch, before, "widened");
      pair.moved(move, "branch-added", branch.at, `can be ${branch.label} now`, judgementOf(branch));
    },
  });
}

/** Whether a value may satisfy both. Objects are assumed to differ in their properties, and enums in their values. */
function overlap(one: Branch, other: Branch): boolean {
  const simple = ({ node }: Branch) =>
    "const" in node || "enum" in node ? [] : typesOf(node).map((type) => (type === "integer" ? "number" : type));
  return simple(one).some((type) => type !== "object" && simple(other).includes(type));
}

function branchesOf(spec: Spec, side: Side, union: Union | undefined): Map<string, Branch> {
  const all = union
    ? list(side.node[union]).map((value, i) => ({ value, at: pointerTo(side.at, union, i) }))
    : [{ value: side.value, at: side.at }];
  const branches = new Map<string, Branch>();
  for (const [i, place] of all.entries()) {
    const { node, name } = flattenSchema(spec, place);
    const type = typeof node["type"] === "string" ? node["type"] : undefined;
    const constant = constantOf(spec, node, place.at);
    const label = [constant, name, type].find((one) => one !== undefined && !branches.has(one)) ?? `branch ${i + 1}`;
    const isNamedObject = label === name && (type === "object" || "properties" in node);
    branches.set(label, { ...place, label, node, isNamedObject });
  }
  return branches;
}

/** Branches are matched by their constant property (`type: "file"`), else by their name. */
function constantOf(spec: Spec, node: Node, at: string): string | undefined {
  for (const [name, value] of entries(node["properties"])) {
    const { node: property } = flattenSchema(spec, { value, at: pointerTo(at, "properties", name) });
    const values = "const" in property ? [property["const"]] : list(property["enum"]);
    if (values.length === 1 && typeof values[0] === "string") return `${name} ${show(JSON.stringify(values[0]))}`;
  }
  return undefined;
}

/** Matches branches that were only renamed. */
function pairUp(before: Branches, after: Branches): void {
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
