import { dereference, type OpenApiDocument } from "@metadata-service/spec-tools";

/** The name of the header with the key, in lower case: that of the first security scheme that is one. */
export function apiKeyHeader(document: OpenApiDocument): string {
  const schemes = Object.values(document.components?.securitySchemes ?? {}).map(
    (one) => dereference(document, one).node,
  );
  const scheme = schemes.find(({ type, in: place }) => type === "apiKey" && place === "header");
  return (scheme?.name ?? "apiKey").toLowerCase();
}
