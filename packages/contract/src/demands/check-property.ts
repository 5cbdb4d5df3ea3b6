import fc from "fast-check";
import { NotApplicable } from "../cases/case.js";
import { attempt } from "../judging/attempt.js";
import { ContractViolation, excerpt } from "../judging/judge-response.js";

/**
 * Checks something for generated values. If it fails, reports the error of the smallest value that was found.
 *
 * @throws {ContractViolation} if the property found one; another error unchanged
 */
export async function checkProperty<Value>(
  arbitrary: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<unknown>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
): Promise<void> {
  const property = fc.asyncProperty(arbitrary, async (value) => void (await attempt(() => check(value))));
  const result = await fc.check(property, { seed, numRuns: runs });
  const { failed, errorInstance: error, counterexample, numShrinks } = result;
  if (!failed) return;
  // Each value that was generated is one for which the case says nothing.
  if (error === null && !counterexample) throw new NotApplicable("no generated value is within the limits of a body");
  if (!(error instanceof ContractViolation)) throw error ?? new Error(await fc.asyncDefaultReportMessage(result));
  const value = excerpt(fc.stringify(counterexample?.[0]));
  throw new ContractViolation(`${error.message}\nshrunk ${numShrinks} times to ${value}, seed ${seed}`, error.exchange);
}
