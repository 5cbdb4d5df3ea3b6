import { ContractViolation } from "../../../judge.js";
import type { Target } from "../../../target.js";
import type { TypedItems } from "../../../typed-items.js";

/** What matters here of an item. */
interface TypedValue {
  readonly type: string;
  readonly value: unknown;
}

/** Returns the file identifiers of a record with the URLs that were returned for them. */
export function urlsOf(items: TypedItems, sent: readonly TypedValue[], answer: unknown): [uuid: string, url: string][] {
  return sent.flatMap((item, i): [string, string][] => {
    const value = (answer as { value: unknown }[])[i]?.value;
    if (item.value === null) return [];
    const returned = items.types.get(item.type);
    if (returned === "url") return [[String(item.value), String(value)]];
    if (returned === "urls") return [item.value].flat().map((one, n) => [String(one), String([value].flat()[n])]);
    if (returned === "items" || returned === "item-arrays")
      return urlsOf(items, item.value as TypedValue[], returned === "items" ? value : (value as unknown[]).flat());
    return [];
  });
}

/** The template of the first file URL that a target returned in a run. */
const templates = new WeakMap<Target, string>();

/**
 * Checks that all file URLs of a run follow one template (decision 0011).
 *
 * @throws {ContractViolation} if a URL does not contain its identifier, or the rest of it differs from other files
 */
export function checkTemplate(target: Target, pairs: readonly [uuid: string, url: string][]): void {
  for (const [uuid, url] of pairs) {
    const lower = url.toLowerCase();
    if (!lower.includes(uuid.toLowerCase()))
      throw new ContractViolation(`the URL of the file ${uuid} does not contain its identifier: ${url}`);
    const template = lower.replace(uuid.toLowerCase(), "{id}");
    const known = templates.get(target) ?? template;
    templates.set(target, known);
    if (template !== known)
      throw new ContractViolation(`the URL of the file ${uuid} is ${url}, but other files have URLs like ${known}`);
  }
}
