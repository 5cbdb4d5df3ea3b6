/**
 * Hunts the mutants that the main process names by their index, one after the other; -1 ends it. With CONTRACT_TARGET=mock
 * they are mutants of the mock, over HTTP.
 */
import { startTarget } from "../test/targets/targets.js";
import { allMutants, document } from "./all-mutants.js";
import { hunt } from "./hunt.js";

const name = process.env["CONTRACT_TARGET"];
const target = name ? await startTarget(name, document) : undefined;
const mutants = allMutants(target && (() => target));
process.on("message", async (index: number) => {
  const mutant = mutants[index];
  if (!mutant) {
    await target?.close?.();
    return process.disconnect();
  }
  // A prefix of its own: what one hunt created must not be in the way of the next.
  const { noticedBy, reason } = await hunt(mutant, document, `mutant-${index}-`);
  process.send?.({ index, noticedBy, reason });
});
process.send?.("ready");
