import type { Case } from "../case.js";
import { type Operation, successOf } from "../document.js";
import type { Effort } from "../effort.js";

/** What a hand-written rule has to say of a case; the rest follows from its operation. */
export interface Draft {
  /** The rule it is about, as the report groups it. */
  rule: string;
  /** What is tried, in words. */
  name: string;
  /** The status that is expected; of success by default. */
  status?: string;
  branch?: string;
  /** Whether only a raw connection can send it. @default false */
  wire?: boolean;
  /** @default whether the operation is no GET */
  writes?: boolean;
  /** The least effort at which it is run. @default quick, for a share of the cases that are about the same */
  least?: Effort;
  /** Whether it is run while nothing else is. @default false */
  alone?: boolean;
  /** Whether a value outside of the uid prefix may be stored. @default false */
  outsidePrefix?: boolean;
  /** Whether most of its time goes by without a request. @default false */
  waits?: boolean;
  run: Case["run"];
}

export const draft = (operation: Operation, { rule, name, ...rest }: Draft): Case => ({
  id: `${operation.id} ${rule}: ${name}`,
  name: `${rule}: ${name}`,
  operation: operation.id,
  status: rest.status ?? successOf(operation).status,
  keyword: rule,
  branch: rest.branch ?? "",
  writes: rest.writes ?? operation.method !== "GET",
  wire: rest.wire ?? false,
  least: rest.least,
  alone: rest.alone,
  outsidePrefix: rest.outsidePrefix,
  waits: rest.waits,
  run: rest.run,
});
