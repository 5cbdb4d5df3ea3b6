import type { Answer } from "../inclusion/answer.js";

/** What is proved of two versions of a schema. */
export interface Judgement {
  /** Whether no change of it can break a client; else where that is not known. */
  answer: Answer;
  /** Whether both versions allow the same values. It is proved only when somebody asks. */
  isSame: () => boolean;
}
