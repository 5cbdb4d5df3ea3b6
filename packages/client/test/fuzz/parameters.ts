const { FUZZ_SEED, FUZZ_PATH, FUZZ_RUNS } = process.env;

/**
 * How a fuzz is run: seeded, so that every run is the same; a failure prints what replays it.
 *
 * @param share how many of the cases it runs
 */
export const parameters = (share = 1) => ({
  seed: Number(FUZZ_SEED ?? 20_261_121),
  numRuns: Math.ceil(Number(FUZZ_RUNS ?? 300) * share),
  ...(FUZZ_PATH && { path: FUZZ_PATH }),
});
