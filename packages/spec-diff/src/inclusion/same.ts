import { equal, isNode, type Spec } from "../compare/node.js";
import { resolve } from "./resolve.js";
import { mappingIn } from "./tagged-branches.js";

/** Pairs of documents, with what is known about references in them: whether they lead to the same on both sides. */
const KNOWN = new WeakMap<Spec, WeakMap<Spec, Map<string, boolean>>>();

/** Whether two values are written the same, including everything that they refer to in their documents. */
export function isSame(before: Spec, was: unknown, after: Spec, is: unknown): boolean {
  if (before === after && was === is) return true;
  return equal(was, is) && referencesIn(was).every((reference) => leadsToSame(before, after, reference));
}

function leadsToSame(before: Spec, after: Spec, reference: string): boolean {
  const byAfter = KNOWN.get(before) ?? new WeakMap<Spec, Map<string, boolean>>();
  KNOWN.set(before, byAfter);
  const known = byAfter.get(after) ?? new Map<string, boolean>();
  byAfter.set(after, known);
  const answer = known.get(reference);
  if (answer !== undefined) return answer;
  // A reference that leads back to itself is the same if everything else is.
  const reached = new Set<string>();
  const isSameBeyond = (one: string): boolean => {
    if (reached.has(one)) return true;
    reached.add(one);
    const [old, now] = [resolve(before, one), resolve(after, one)];
    return (
      old !== undefined &&
      now !== undefined &&
      equal(old.value, now.value) &&
      referencesIn(old.value).every(isSameBeyond)
    );
  };
  const found = isSameBeyond(reference);
  known.set(reference, found);
  return found;
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isNode(value)) return [];
  const targets = mappingIn(value["discriminator"]).map(([, target]) => target);
  const inner = Object.entries(value).flatMap(([keyword, inner]) =>
    /^\$(dynamic|recursive)?[rR]ef$/.test(keyword) && typeof inner === "string" ? [inner] : referencesIn(inner),
  );
  return [...targets, ...inner];
}
