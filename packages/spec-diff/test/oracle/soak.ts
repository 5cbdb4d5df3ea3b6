/**
 * `npm run oracle -- PAIRS [FIRST]`: compares the verdicts on many random pairs of schemas with what a validator
 * accepts. Prints each pair that is called harmless although a value proves that it breaks a client, and exits with 1.
 */
import { type Pair, pairOf, verdictsOf, witnessesOf } from "./pair.js";

const [pairs = 5000, first = 1, values = 1500] = process.argv.slice(2).map(Number);
const tally = {
  "breaks, found": 0,
  "breaks, not judged": 0,
  "harmless, found": 0,
  "harmless, not judged": 0,
  "harmless, called breaking": 0,
};
let missed = 0;
for (let seed = first; seed < first + pairs; seed++) {
  let pair: Pair | undefined;
  try {
    pair = pairOf(seed);
    const witnesses = witnessesOf(pair, seed, values);
    const verdicts = verdictsOf(pair);
    for (const side of ["request", "response"] as const) {
      const { worst, changes } = verdicts[side];
      const witness = witnesses.find((one) => one.side === side);
      if (witness && worst !== "breaking" && worst !== "not judged") {
        missed++;
        console.log(`seed ${seed}, ${side}: called harmless, but ${JSON.stringify(witness.value)} breaks`);
        console.log(JSON.stringify(pair.was), "\n", JSON.stringify(pair.is));
        console.log(changes.map(({ text, at }) => `  ${text} (${at})`).join("\n"));
      } else if (witness) tally[worst === "breaking" ? "breaks, found" : "breaks, not judged"]++;
      else {
        tally[
          worst === "breaking"
            ? "harmless, called breaking"
            : worst === "not judged"
              ? "harmless, not judged"
              : "harmless, found"
        ]++;
        if (process.env["SHOW"] === worst) {
          console.log(
            `seed ${seed}, ${side}: ${worst}, no witness\n`,
            JSON.stringify(pair.was),
            "\n",
            JSON.stringify(pair.is),
          );
          console.log(changes.map(({ text, at, verdict }) => `  ${verdict}: ${text} (${at})`).join("\n"));
        }
      }
    }
  } catch (error) {
    missed++;
    console.log(`seed ${seed}: ${error instanceof Error ? error.stack : error}\n${JSON.stringify(pair)}`);
  }
}
console.log(tally, { missed });
process.exitCode = missed > 0 ? 1 : 0;
