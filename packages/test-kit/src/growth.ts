/** How often both lengths are run. */
const ROUNDS = 40;
const SHORT = 1_000;
const TIMES = 8;

const processorTime = (act: () => void): number => {
  const start = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(start);
  return user + system;
};

/**
 * Measures how much longer a run takes for text that is eight times as long. It compares one run of the long text with
 * eight runs of the short one: if time is proportional to length, both use the processor and the memory equally, and
 * other load on the machine slows both down equally. It uses the fastest of many runs, because load can only slow a run
 * down, and takes turns, because load comes and goes.
 */
export function growth(run: (length: number) => void): number {
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    short = Math.min(
      short,
      processorTime(() => {
        for (let time = 0; time < TIMES; time++) run(SHORT);
      }),
    );
    long = Math.min(
      long,
      processorTime(() => run(TIMES * SHORT)),
    );
  }
  // Times of a few microseconds are those of the measurement.
  return (TIMES * long) / Math.max(short, 100);
}
