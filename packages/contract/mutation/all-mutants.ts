import type { Target } from "../src/index.js";
import { bundle } from "../test/fixture/bundle.js";
import { reference } from "../test/fixture/reference.js";
import { answerMutants } from "./answer-mutants.js";
import { behaviourMutants } from "./behaviour-mutants.js";
import type { Mutant } from "./mutant.js";
import { documentMutants, targetMutants } from "./request-mutants.js";

/** The document that is right. */
export const document = bundle();

/**
 * Every mutant, in an order that is the same in every process.
 *
 * @param serve a target that keeps the right document, in place of the reference server; it cannot be broken from
 *   inside, so the mutants that are servers with a mistake are left out
 */
export const allMutants = (serve?: () => Target): Mutant[] =>
  serve
    ? [...answerMutants(document, serve), ...documentMutants(document, serve)]
    : [
        ...targetMutants(document, reference),
        ...answerMutants(document, reference),
        ...documentMutants(document, reference),
        ...behaviourMutants(document, reference),
      ];
