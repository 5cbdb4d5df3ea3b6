import type { ApiModel } from "../model/api-model.js";
import { impossibleOperations } from "../model/impossible-operations.js";
import type { Limit } from "./limit.js";

/** Lists the schemas that make every request or every successful response of an operation impossible. */
export function impossibleLimits(document: object, { operations }: Pick<ApiModel, "operations">): Limit[] {
  const found = operations.flatMap(impossibleOperations(document)).filter((one) => one !== undefined);
  return [...new Map(found.map((one) => [one.pointer, one])).values()];
}
