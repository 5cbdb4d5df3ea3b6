import { METHODS, type OpenApiDocument } from "../document/open-api-document.js";
import { parametersOf } from "../document/parameters-of.js";
import { pointerTo } from "../document/pointer.js";
import { IGNORED_HEADERS, isIgnoredHeader } from "../model/ignored-headers.js";
import { own } from "../own.js";

/** Lists the header parameters that OpenAPI ignores, and those that callers do not pass, one sentence for each name. */
export function ignoredHeaders(document: object): string[] {
  const api = document as OpenApiDocument;
  const counts = new Map<string, number>();
  for (const [path, item] of Object.entries(api.paths ?? {}))
    for (const method of METHODS.filter((one) => item[one] !== undefined)) {
      const at = pointerTo("#/paths", path);
      for (const { node } of parametersOf(api, item, at, item[method], pointerTo(at, method)))
        if (node.in === "header" && isIgnoredHeader(node.name)) counts.set(node.name, (counts.get(node.name) ?? 0) + 1);
    }
  return [...counts].map(([name, count]) => {
    const which = `a header parameter ${name} (of ${count} ${count === 1 ? "operation" : "operations"})`;
    const instead = own(IGNORED_HEADERS, name.toLowerCase());
    return instead === undefined
      ? `Callers do not pass ${which}: whoever sends the body writes it.`
      : `OpenAPI ignores ${which}; describe ${instead} instead.`;
  });
}
