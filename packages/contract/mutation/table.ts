import type { Api } from "./kit/api.js";
import type { Mutant, Operator } from "./kit/operator.js";
import { LISTS } from "./operators/lists.js";
import { PROMISES } from "./operators/promises.js";
import { RECORDS } from "./operators/records.js";
import { REQUESTS } from "./operators/requests.js";
import { RESPONSES } from "./operators/responses.js";
import { SECURITY } from "./operators/security.js";
import { VALUES } from "./operators/values.js";

/** All operators. */
export const OPERATORS: readonly Operator[] = [
  ...REQUESTS,
  ...SECURITY,
  ...RESPONSES,
  ...VALUES,
  ...RECORDS,
  ...LISTS,
  ...PROMISES,
];

/** Returns the mutants of an API; places with the same name count once. */
export const mutantsOf = (api: Api): Mutant[] => [
  ...new Map(OPERATORS.flatMap((operator) => operator.mutants(api)).map((mutant) => [mutant.id, mutant])).values(),
];
