import { pointerTo } from "../document/pointer.js";
import type { ApiModel } from "../model/api-model.js";
import type { Credential } from "../model/security-model.js";
import type { Limit } from "./limit.js";
import { nameProblem } from "./parameter-limits.js";

/** Lists what is not supported in security schemes. */
export function securityLimits({ securitySchemes, operations }: ApiModel): Limit[] {
  const unknown = new Map(
    operations.flatMap(({ security, pointer }) =>
      security
        .flat()
        .filter(({ scheme }) => !(scheme in securitySchemes))
        .map(({ scheme }) => [
          scheme,
          {
            message: `There is no security scheme "${scheme}"; describe it in components/securitySchemes.`,
            pointer: pointerTo(pointer, "security"),
          },
        ]),
    ),
  );
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  const schemes = Object.values(securitySchemes).filter(({ name }) => used.has(name));
  const others = schemes.filter(({ kind }) => kind === "other");
  const unnamed = schemes.flatMap(({ credential, pointer }) => {
    const wrong = credential && nameProblem(credential);
    return credential && wrong ? [{ message: withScheme(wrong, credential), pointer: pointerTo(pointer, "name") }] : [];
  });
  return [
    ...unknown.values(),
    ...others.map(({ name, type, scheme, pointer }) => ({
      message: `The security scheme "${name}" (${scheme === undefined ? type : `${type} ${scheme}`}) is not supported; use an API key, HTTP basic or bearer, OAuth 2 or OpenID Connect.`,
      pointer: pointerTo(pointer, scheme === undefined ? "type" : "scheme"),
    })),
    ...unnamed,
  ];
}

/** Says how a document describes a token that follows the name of its scheme, as in `Authorization: Bearer`. */
function withScheme(message: string, { name }: Credential): string {
  const [, scheme] = /^authorization\W+(\w+)/i.exec(name) ?? [];
  return scheme === undefined
    ? message
    : `${message} For tokens, write type: http and scheme: ${scheme.toLowerCase()}.`;
}
