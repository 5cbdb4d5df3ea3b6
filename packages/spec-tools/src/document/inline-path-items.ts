import { nodeAt } from "./pointer.js";

interface Items {
  readonly paths?: Readonly<Record<string, object>>;
  readonly webhooks?: Readonly<Record<string, object>>;
  readonly components?: { readonly pathItems?: unknown };
}

/** Copies a document with path items in place of references to them. Fields beside a `$ref` replace those of its target. */
export function inlinePathItems(document: object): object {
  const { paths, webhooks, components, ...rest } = document as Items;
  const copy = {
    ...rest,
    ...(paths && { paths: inPlace(document, paths) }),
    ...(webhooks && { webhooks: inPlace(document, webhooks) }),
    ...(components && { components }),
  };
  if (!components?.pathItems || /"#\/components\/pathItems\//.test(JSON.stringify(copy))) return copy;
  // Tools would read what is left there as additional operations.
  const { pathItems: _, ...others } = components;
  return { ...copy, components: others };
}

const inPlace = (document: object, items: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(items).map(([name, item]) => [name, follow(document, item)]));

function follow(document: object, item: object, followed: readonly string[] = []): object {
  const { $ref, ...own } = item as { $ref?: unknown };
  const target = typeof $ref === "string" && !followed.includes($ref) ? nodeAt(document, $ref) : undefined;
  if (typeof target !== "object" || target === null) return item;
  return structuredClone({ ...follow(document, target, [...followed, String($ref)]), ...own });
}
