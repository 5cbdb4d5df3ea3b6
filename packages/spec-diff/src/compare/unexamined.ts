import { own } from "@metadata-service/spec-tools/own";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { resolve } from "../inclusion/resolve.js";
import { equal, isNode, placeName, type Spec } from "./node.js";

/**
 * Reports every difference that no rule has reported, so that none is lost silently: as a different notation if the
 * place was examined, as harmless if it is in an unused component, otherwise as not judged.
 */
export function reportUnexamined(changes: Changes, before: Spec, after: Spec): void {
  const used = new Set([...referencedIn(before), ...referencedIn(after)]);
  for (const at of differences(before, after, "")) {
    const account = changes.accountFor(at);
    if (account === "reported") continue;
    if (account) {
      const text = `\`${placeName(account.examined)}\` is written differently and means the same`;
      changes.documentation("same-meaning", account.examined, text);
      continue;
    }
    const component = /^\/components\/[^/]+\/[^/]+/.exec(at)?.[0];
    if (component === at && isMissing(before, at) !== isMissing(after, at)) {
      const how = isMissing(before, at) ? "was added" : "was removed";
      const text = `${component.slice("/components/".length)} ${how}; it was compared wherever something refers to it`;
      changes.documentation("component-listed", at, text);
    } else if (component !== undefined && !used.has(component))
      changes.documentation(
        "unused-component-changed",
        at,
        `${component.slice("/components/".length)} changed, and nothing uses it`,
      );
    else changes.add("not judged", "both", "not-judged", at, "this changed, and no rule covers it");
  }
}

const isMissing = (spec: Spec, at: string) => resolve(spec, `#${at}`) === undefined;

/** Lists of components: a missing list is the same as an empty one. */
const LISTS = /^\/components(\/[^/]+)?$/;

/**
 * The pointers to the deepest places where two values differ. They end where one value is missing or has no contents.
 */
function differences(was: unknown, is: unknown, at: string): string[] {
  if (equal(was, is)) return [];
  if (LISTS.test(at) && (was === undefined || is === undefined)) return differences(was ?? {}, is ?? {}, at);
  if (isNode(was) && isNode(is))
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) =>
      differences(own(was, name), own(is, name), pointerTo(at, name)),
    );
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length)
    return was.flatMap((value, i) => differences(value, is[i], pointerTo(at, i)));
  return [at];
}

/** The components that paths, webhooks or security refer to, directly or through other components. */
function referencedIn(spec: Spec): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "string" && value.startsWith("#/components/") && !found.has(value.slice(1))) {
      found.add(value.slice(1));
      visit(resolve(spec, value)?.value);
    }
    if (Array.isArray(value) || isNode(value)) for (const inner of Object.values(value)) visit(inner);
  };
  visit(spec["paths"]);
  visit(spec["webhooks"]);
  return found;
}
