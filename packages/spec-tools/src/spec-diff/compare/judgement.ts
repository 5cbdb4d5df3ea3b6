import type { Answer } from "../inclusion/answer.js";

/** What is proved about two versions of a schema. */
export interface Judgement {
  /** Proved if none of its changes can break a client; otherwise the place where that is unknown. */
  answer: Answer;
  /** Whether both versions allow the same values. It is only proved on demand. */
  isSame: () => boolean;
}
