import { type Mock, startMock } from "@metadata-service/mock";
import { httpTarget, type Target } from "../src/index.js";

/** The server that keeps every rule: the mock, over HTTP, so that a fault sees what a proxy would see. */
export interface RightServer {
  target: Target;
  /** Forgets what was created, so that one mutant leaves nothing for the next. */
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
