/** Runs a script's main function; a failure is one clear message and exit code 1, with a stack only when asked for. */
export async function run(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const text = error instanceof Error ? (process.env["DEBUG"] ? error.stack : error.message) : error;
    console.error(`\n${text}\n`);
    process.exitCode = 1;
  }
}
