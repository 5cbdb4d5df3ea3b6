const { FUZZ_SEED, FUZZ_PATH, FUZZ_RUNS } = process.env;

/**
 * The parameters of a fuzz. The seed is fixed, so every run is the same; a failure prints how to replay it.
 *
 * @param share the fraction of the cases to run
 */
export const parameters = (share = 1) => ({
  seed: Number(FUZZ_SEED ?? 20_261_121),
  numRuns: Math.ceil(Number(FUZZ_RUNS ?? 300) * share),
  ...(FUZZ_PATH && { path: FUZZ_PATH }),
});
