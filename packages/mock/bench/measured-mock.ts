/** A mock in a separate process that reports its memory on request over IPC; started with --expose-gc. */

import { startMock } from "../src/index.js";

const mock = await startMock();
process.send?.({ url: mock.url });
process.on("message", () => {
  // Run it twice, because the first run may leave objects that finalizers still reference.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed });
});
process.on("disconnect", () => process.exit(0));
