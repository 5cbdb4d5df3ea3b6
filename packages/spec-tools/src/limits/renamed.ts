import { methodName, typeName } from "../languages/typescript.js";
import type { ApiModel } from "../model/api-model.js";

/** Lists the names that the client cannot use as they are, in one sentence for operations and one for schemas. */
export function renamed({ operations, schemas }: ApiModel): string[] {
  const ids = operations.map(({ id }) => id);
  return [
    ...sentence("methods", ids, methodName),
    ...sentence(
      "types",
      schemas.map(({ name }) => name),
      typeName,
    ),
  ];
}

function sentence(what: string, names: readonly string[], to: (name: string) => string): string[] {
  const others = names.filter((name) => to(name) !== name);
  if (others.length === 0) return [];
  const shown = others.slice(0, 3).map((name) => `${to(name)} for ${JSON.stringify(name)}`);
  const more = others.length > 3 ? ` and ${others.length - 3} more` : "";
  return [
    `The client has ${what} with names of its own: ${shown.join(", ")}${more}. The bundle keeps those of the spec.`,
  ];
}
