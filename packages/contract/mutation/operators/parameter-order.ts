import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get, onRightQuery, setting } from "../kit/list-faults.js";
import { LIST_PLACES, WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "query syntax";

export const parameterOrder: Mutant[] = mutantsOf(FAMILY, {
  name: "the order of parameters matters",
  rule: "document 4.2: a query has parameters, in any order",
  places: [
    ...LIST_PLACES.map(({ name, list }) => ({
      name: `offset before limit, ${name}`,
      list,
      lost: "offset",
      first: "offset",
      second: "limit",
      shown: "offset=5&limit=5",
    })),
    ...WINDOW_PLACES.flatMap(({ name, list }) =>
      [
        {
          name: "updated_to before updated_from",
          list,
          lost: "updated_to",
          first: "updated_to",
          second: "updated_from",
          shown: "updated_to=2026-06-02T00:00:00Z&updated_from=2026-06-01T00:00:00Z",
        },
        {
          name: "a window before a limit",
          list,
          lost: "limit",
          first: "updated_from",
          second: "limit",
          shown: "updated_from=2026-06-01T00:00:00Z&limit=3",
        },
        {
          name: "a limit before a window",
          list,
          lost: "updated_from",
          first: "limit",
          second: "updated_from",
          shown: "limit=3&updated_from=2026-06-01T00:00:00Z",
        },
      ].map((each) => ({ ...each, name: `${each.name}, ${name}` })),
    ),
  ],
  fault: ({ list, lost, first, second }) =>
    onRightQuery(list, (query) => {
      const at = (name: string) => query.findIndex(([other]) => other === name);
      return at(first) >= 0 && at(second) > at(first) ? setting(query, lost, undefined) : undefined;
    }),
  witness: ({ list, shown }) => [get(list.path, shown)],
});
