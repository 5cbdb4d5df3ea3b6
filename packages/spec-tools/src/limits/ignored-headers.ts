import { METHODS, type OpenApiDocument } from "../document/open-api-document.js";
import { parametersOf } from "../document/parameters-of.js";
import { pointerTo } from "../document/pointer.js";
import { IGNORED_HEADERS } from "../model/ignored-headers.js";
import { own } from "../own.js";

/** Lists the header parameters that OpenAPI ignores, one sentence for each name. */
export function ignoredHeaders(document: object): string[] {
  const api = document as OpenApiDocument;
  const counts = new Map<string, number>();
  for (const [path, item] of Object.entries(api.paths ?? {}))
    for (const method of METHODS.filter((one) => item[one] !== undefined)) {
      const at = pointerTo("#/paths", path);
      for (const { node } of parametersOf(api, item, at, item[method], pointerTo(at, method)))
        if (node.in === "header" && own(IGNORED_HEADERS, node.name.toLowerCase()) !== undefined)
          counts.set(node.name, (counts.get(node.name) ?? 0) + 1);
    }
  return [...counts].map(
    ([name, count]) =>
      `OpenAPI ignores a header parameter ${name} (of ${count} ${count === 1 ? "operation" : "operations"}); describe ${own(IGNORED_HEADERS, name.toLowerCase())} instead.`,
  );
}
