import { createRequire } from "node:module";
import type { GlobalContext, OpenAPI3 } from "openapi-typescript";
import type { Node, TypeNode } from "typescript";

/**
 * The generator of types and its compiler, loaded as CommonJS. If they were imported, Node would parse the compiler's 9 MB
 * twice more, to find out the module's format and its exports, which takes a quarter of the time of generating a client.
 */
const load = createRequire(import.meta.url);

const { resolveRef, transformSchema }: typeof import("openapi-typescript") = load("openapi-typescript");
export const { astToString }: typeof import("openapi-typescript") = load("openapi-typescript");
export const { factory, isPropertySignature, SyntaxKind, visitEachChild }: typeof import("typescript") =
  load("typescript");

/**
 * Writes the types of a document that was linted. The package's own function lints and bundles it once more, which takes
 * longer than the types.
 *
 * @param document a bundle without discriminators
 * @param transform writes the type of a schema, if it is not the usual one
 */
export function typesOf(document: object, transform: (schema: object) => TypeNode | undefined): Node[] {
  // Every setting that is left out is off.
  const context: Partial<GlobalContext> = {
    defaultNonNullable: true,
    discriminators: { objects: {}, refsHandled: [] },
    injectFooter: [],
    silent: true,
    transform,
    resolve: ($ref) => resolveRef(document, $ref, { silent: true }),
  };
  return transformSchema(document as OpenAPI3, context as GlobalContext);
}
