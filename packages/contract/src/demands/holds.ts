import fc from "fast-check";
import { ContractViolation, excerpt } from "../judge.js";

/**
 * Tries a property with generated values. If it fails, reports the error of the smallest value that was found.
 *
 * @throws {ContractViolation} if the property found one; another error of the property unchanged
 */
export async function holds<Values>(
  property: fc.IAsyncProperty<Values>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
): Promise<void> {
  const result = await fc.check(property, { seed, numRuns: runs });
  const { failed, errorInstance: error, counterexample, numShrinks } = result;
  if (!failed) return;
  if (!(error instanceof ContractViolation)) throw error ?? new Error(await fc.asyncDefaultReportMessage(result));
  const value = excerpt(JSON.stringify(counterexample));
  throw new ContractViolation(`${error.message}\nshrunk ${numShrinks} times to ${value}, seed ${seed}`, error.exchange);
}
