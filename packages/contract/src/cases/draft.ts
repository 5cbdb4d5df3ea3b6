import type { Case } from "../case.js";
import { type Operation, successOf } from "../document.js";
import type { Effort } from "../effort.js";

/** What a hand-written rule specifies about a case; the rest follows from the operation. */
export interface Draft {
  /** The rule, by which the report groups cases. */
  rule: string;
  /** What the case tries, in words. */
  name: string;
  /** The expected status. @default the documented success */
  status?: string;
  branch?: string;
  /** Whether only a raw connection can send it. @default false */
  wire?: boolean;
  /** @default true unless the operation is a GET */
  writes?: boolean;
  /**
   * The lowest effort at which it runs. @default `quick` for a share of the cases of the same rule, `standard` for the
   * others
   */
  least?: Effort;
  /** Whether it runs alone. @default false */
  alone?: boolean;
  /** Whether it may store a record whose uid does not have the prefix of the run. @default false */
  outsidePrefix?: boolean;
  /** Whether it mostly waits. @default false */
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
