import { type Mock, startMock } from "@metadata-service/mock";
import { httpTarget, type Target } from "../src/index.js";

/** The correct server, which follows every rule: the mock over HTTP, so that a fault sees the same as a proxy would. */
export interface RightServer {
  target: Target;
  /** Deletes all created records, so that a mutant does not affect the next one. */
  reset(): void;
  close(): Promise<void>;
}

export async function startRightServer(): Promise<RightServer> {
  const mock: Mock = await startMock();
  const target = httpTarget({
    name: "mock",
    baseUrl: mock.url,
    apiKey: mock.apiKey,
    provokeHeader: "Prefer: code={status}",
  });
  return {
    target,
    reset: () => mock.reset(),
    async close() {
      await target.close?.();
      await mock.stop();
    },
  };
}
