import type { OpenApiDocument } from "./document.js";

interface SecurityScheme {
  readonly type: string;
  readonly in?: string;
  readonly name?: string;
}

/** The name of the header with the key, in lower case: that of the first security scheme that is one. */
export function apiKeyHeader({ components }: OpenApiDocument): string {
  const schemes = Object.values((components?.["securitySchemes"] ?? {}) as Record<string, SecurityScheme>);
  const scheme = schemes.find(({ type, in: place }) => type === "apiKey" && place === "header");
  return (scheme?.name ?? "apiKey").toLowerCase();
}
