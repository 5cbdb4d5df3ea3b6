import type { Case } from "../../case.js";
import { type Document, operationsOf } from "../../document.js";
import { methodCases } from "./methods.js";
import { namespaceCases } from "./namespaces.js";
import { pathCases } from "./paths.js";

/** Cases about unknown paths, unsupported methods (decision 0008), and unknown values in paths. */
export function routeGrammar(document: Document): Case[] {
  const operations = operationsOf(document);
  const known = new Set(operations.map(({ path }) => path));
  return [
    ...operations.flatMap((operation) => pathCases(document, operation, known)),
    ...[...known].flatMap((path) =>
      methodCases(
        document,
        operations.filter((operation) => operation.path === path),
      ),
    ),
    ...operations.flatMap((operation) => namespaceCases(document, operation)),
  ];
}
