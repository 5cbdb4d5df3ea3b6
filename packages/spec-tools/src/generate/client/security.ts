import { LimitError } from "../../limits/limit.js";
import type { ApiModel, OperationModel } from "../../model/api-model.js";
import { dictionary } from "../../own.js";

type ApiSecurity = ReturnType<typeof readApiSecurity>;

/** The security of each API that was read: every operation asks for it. */
const known = new WeakMap<ApiModel, ApiSecurity>();

/** The security of an API: its schemes, and what operations need. */
export function apiSecurity(api: ApiModel): ApiSecurity {
  const security = known.get(api) ?? readApiSecurity(api);
  known.set(api, security);
  return security;
}

function readApiSecurity({ securitySchemes, operations }: ApiModel) {
  const schemes = dictionary(
    Object.values(securitySchemes).flatMap(({ name, credential }) => {
      if (!credential) return [];
      const { prefix, ...place } = credential;
      return [[name, { ...place, ...(prefix && { prefix }) }]];
    }),
  );
  const needs = ({ id, security, pointer }: OperationModel): string[][] => {
    const possible = security.filter((alternative) => alternative.every(({ scheme }) => scheme in schemes));
    if (security.length > 0 && possible.length === 0)
      throw new LimitError(
        `${id} needs ${security
          .flat()
          .map(({ scheme }) => scheme)
          .join(
            ", ",
          )}, which cannot be sent in a header, a query parameter or a cookie; the client supports no other way.`,
        pointer,
      );
    return possible.map((alternative) => alternative.map(({ scheme }) => scheme));
  };
  const counts = new Map<string, number>();
  for (const operation of operations) {
    const text = JSON.stringify(needs(operation));
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [[usual] = ["[]"]] = [...counts].sort(([, a], [, b]) => b - a);
  return {
    schemes,
    /** What most operations need: alternatives, each a set of schemes to use together. */
    usual: JSON.parse(usual) as string[][],
    /** What an operation needs, if it differs from that. */
    own: (operation: OperationModel) => (JSON.stringify(needs(operation)) === usual ? undefined : needs(operation)),
  };
}
