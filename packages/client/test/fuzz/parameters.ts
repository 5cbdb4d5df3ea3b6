const { FUZZ_SEED, FUZZ_PATH, FUZZ_RUNS } = process.env;

/** How a fuzz is run: seeded, so that every run is the same; a failure prints what replays it. */
export const parameters = () => ({
  seed: Number(FUZZ_SEED ?? 20_261_121),
  numRuns: Number(FUZZ_RUNS ?? 300),
  ...(FUZZ_PATH && { path: FUZZ_PATH }),
});
