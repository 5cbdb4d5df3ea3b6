import { vi } from "vitest";
import { type ClientEvent, type ClientOptions, createClient } from "../src/index.js";
import { ALL_HOOKS, type Hooks, hookOptions } from "./hooks.js";

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
export const PAGE = { data: [], limit: 10, offset: 0, total: 0 };
export const ok = () => json(200, PAGE);
export const RECORD = { uid: "u", items: [{ key: "k", type: "string" as const, value: "v" }] };

/**
 * Creates a client whose `fetch` returns the given responses one after the other, and records the time of each request
 * in milliseconds from the start. Without the hook `fetch`, this is the global one, until `vi.unstubAllGlobals()`.
 */
export function script(
  answers: ((init: RequestInit) => Response | Promise<Response>)[],
  options: Partial<ClientOptions> = {},
  hooks: Hooks = ALL_HOOKS,
) {
  const start = Date.now();
  const times: number[] = [];
  const events: ClientEvent[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    times.push(Date.now() - start);
    return (answers[times.length - 1] ?? answers.at(-1) ?? ok)(init ?? {});
  });
  const client = createClient({
    baseUrl: "http://service.test",
    apiKey: "secret-key",
    ...hookOptions(hooks, events),
    ...options,
  });
  return { client, times, events };
}

/** Never resolves; rejects when its signal aborts, as fetch does. */
export const hang = ({ signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

export const settle = async <T>(promise: Promise<T>) => {
  const outcome = promise.then(
    (value) => ({ value, error: undefined }),
    (error) => ({ value: undefined, error }),
  );
  await vi.runAllTimersAsync();
  return outcome;
};
