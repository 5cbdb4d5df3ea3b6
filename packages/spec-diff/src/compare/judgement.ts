import type { ProofResult } from "../inclusion/proof-result.js";

/** What is proved about two versions of a schema. */
export interface Judgement {
  /** Proved if none of its changes can break a client; otherwise the place where that is unknown. */
  answer: ProofResult;
  /** Whether both versions allow the same values. It is only proved on demand. */
  isSame: () => boolean;
}
