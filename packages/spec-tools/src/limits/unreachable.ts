import type { ApiModel } from "../model/api-model.js";

/** Lists the list operations whose offset ends before any list must, one sentence each. */
export const unreachable = ({ operations }: Pick<ApiModel, "operations">): string[] =>
  operations.flatMap(({ id, list }) =>
    list?.maxOffset === undefined
      ? []
      : [
          `${id} returns no more than the first ${list.maxOffset + list.maxLimit} records of a list, because the maximum of offset is ${list.maxOffset}: clients that read a longer one get a 400 after these. Raise it, if there are longer ones.`,
        ],
  );
