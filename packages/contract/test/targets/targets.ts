import { startMock } from "@metadata-service/mock";
import { WAIT_LIMIT } from "../../../../vitest.base.js";
import type { Document } from "../../src/document/document.js";
import { httpTarget, type Target } from "../../src/index.js";
import { clientTarget } from "./client-target.js";
import { prismProxyTarget } from "./prism-proxy-target.js";
import { SKIPS } from "./skips.js";

/** The targets of the suite; to add an implementation, add a line. */
const TARGETS: Record<string, (document: Document) => Promise<Target>> = {
  mock: (document) => mockTarget(document),
  client: async (document) => clientTarget(document, await mockTarget(document)),
  prism: async (document) => prismProxyTarget(document, await mockTarget(document)),
};

/** Starts a target by its name, with its skips. */
export async function startTarget(name: string, document: Document): Promise<Target> {
  const target = await TARGETS[name]?.(document);
  if (!target) throw new Error(`Unknown target ${name}`);
  return { ...target, skips: SKIPS[name] ?? [] };
}

async function mockTarget(document: Document): Promise<Target & { baseUrl: string }> {
  const mock = await startMock({ port: 0, document } as Parameters<typeof startMock>[0]);
  const target = httpTarget({
    name: "mock",
    baseUrl: mock.url,
    apiKey: mock.apiKey,
    provokeHeader: "Prefer: code={status}",
    timeout: WAIT_LIMIT,
  });
  return {
    ...target,
    baseUrl: mock.url,
    async close() {
      await target.close?.();
      await mock.stop();
    },
  };
}
