import { pointerTo } from "../document/pointer.js";
import type { ApiModel } from "../model/api-model.js";
import type { Limit } from "./limit.js";

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
  const others = Object.values(securitySchemes).filter(({ kind, name }) => kind === "other" && used.has(name));
  return [
    ...unknown.values(),
    ...others.map(({ name, type, scheme, pointer }) => ({
      message: `The security scheme "${name}" (${scheme === undefined ? type : `${type} ${scheme}`}) is not supported; use an API key, HTTP basic or bearer, OAuth 2 or OpenID Connect.`,
      pointer: pointerTo(pointer, scheme === undefined ? "type" : "scheme"),
    })),
  ];
}
