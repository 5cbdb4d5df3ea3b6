/** Hunts the mutants that the main process names by their index, one after the other; -1 ends it. */
import { allMutants, document } from "./all-mutants.js";
import { hunt } from "./hunt.js";

const mutants = allMutants();
process.on("message", async (index: number) => {
  const mutant = mutants[index];
  if (!mutant) return process.disconnect();
  const { noticedBy, reason } = await hunt(mutant, document);
  process.send?.({ index, noticedBy, reason });
});
process.send?.("ready");
