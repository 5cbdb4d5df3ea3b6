import { bundle } from "../test/fixture/bundle.js";
import { reference } from "../test/fixture/reference.js";
import { answerMutants } from "./answer-mutants.js";
import { behaviourMutants } from "./behaviour-mutants.js";
import type { Mutant } from "./mutant.js";
import { documentMutants, targetMutants } from "./request-mutants.js";

/** The document that is right. */
export const document = bundle();

/** Every mutant, in an order that is the same in every process. */
export const allMutants = (): Mutant[] => [
  ...targetMutants(document, reference),
  ...answerMutants(document, reference),
  ...documentMutants(document, reference),
  ...behaviourMutants(document, reference),
];
