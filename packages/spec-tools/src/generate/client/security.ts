import { LimitError } from "../../limits/limit.js";
import type { ApiModel, OperationModel } from "../../model/api-model.js";
import { dictionary } from "../../own.js";

/** The security of an API: its schemes, and what operations need. */
export function apiSecurity({ securitySchemes, operations }: ApiModel) {
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
  const all = operations.map((operation) => JSON.stringify(needs(operation)));
  const count = (text: string) => all.filter((other) => other === text).length;
  const usual = [...all].sort((a, b) => count(b) - count(a))[0] ?? "[]";
  return {
    schemes,
    /** What most operations need: alternatives, each a set of schemes to use together. */
    usual: JSON.parse(usual) as string[][],
    /** What an operation needs, if it differs from that. */
    own: (operation: OperationModel) => (JSON.stringify(needs(operation)) === usual ? undefined : needs(operation)),
  };
}
