import { dereference } from "../document/dereference.js";
import type { OpenApiDocument, SecurityRequirement, SecuritySchemeObject } from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import { dictionary } from "../own.js";
import type { Credential, SecurityAlternative, SecuritySchemeModel } from "./security-model.js";

type DescribedScheme = SecuritySchemeObject & { readonly description?: string; readonly scheme?: string };

/** All security schemes of the document, by name. */
export function readSecuritySchemes(document: OpenApiDocument): Record<string, SecuritySchemeModel> {
  return dictionary(
    Object.entries(document.components?.securitySchemes ?? {}).map(([name, scheme]) => {
      const at = pointerTo("#/components/securitySchemes", name);
      const { node, pointer } = dereference<DescribedScheme>(document, scheme, at);
      const { description, type, scheme: http } = node;
      const texts = { ...(description !== undefined && { description }), ...(http !== undefined && { scheme: http }) };
      return [name, { name, pointer, ...texts, type, ...kindOf(node) }];
    }),
  );
}

function kindOf(scheme: SecuritySchemeObject & { scheme?: string }): Pick<SecuritySchemeModel, "kind" | "credential"> {
  if (scheme.type === "apiKey") {
    const credential = { in: scheme.in as Credential["in"], name: scheme.name ?? "", prefix: "" };
    return { kind: "apiKey", credential };
  }
  // The names of HTTP schemes are case-insensitive (RFC 9110, section 11.1).
  const name = scheme.type === "http" ? scheme.scheme?.toLowerCase() : "bearer";
  if (scheme.type === "mutualTLS" || (name !== "basic" && name !== "bearer")) return { kind: "other" };
  const prefix = name === "basic" ? "Basic " : "Bearer ";
  return { kind: name, credential: { in: "header", name: "Authorization", prefix } };
}

/** The alternatives of a security requirement. Those of an operation replace those of the document. */
export function readSecurity(
  document: OpenApiDocument,
  own: readonly SecurityRequirement[] | undefined,
): SecurityAlternative[] {
  return (own ?? document.security ?? []).map((requirement) =>
    Object.entries(requirement).map(([scheme, scopes]) => ({ scheme, scopes })),
  );
}
