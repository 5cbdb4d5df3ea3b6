import { createRequire } from "node:module";

/**
 * The generator of types and its compiler, loaded as CommonJS. If they were imported, Node would parse the compiler's 9 MB
 * twice more, to find out the module's format and its exports, which takes a quarter of the time of generating a client.
 */
const load = createRequire(import.meta.url);

export const { default: openapiTS, astToString }: typeof import("openapi-typescript") = load("openapi-typescript");
export const { factory, isPropertySignature, SyntaxKind, visitEachChild }: typeof import("typescript") =
  load("typescript");
