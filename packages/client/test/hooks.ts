import type { ClientEvent, ClientOptions } from "../src/index.js";

const HOOKS = ["onEvent", "validate", "fetch", "headers"] as const;
type Hook = (typeof HOOKS)[number];

/**
 * Every combination of the optional hooks of a client. What a hook only watches, or adds, must not change when and how
 * often a request is sent: tests of retries, pauses and limits run once for each combination.
 *
 * @example
 * describe.each(HOOK_SETS)("with $name", ({ hooks }) => { … });
 */
export const HOOK_SETS = Array.from({ length: 2 ** HOOKS.length }, (_, number) => {
  const hooks = HOOKS.filter((__, bit) => number & (1 << bit));
  return { name: hooks.join(", ") || "no hooks", hooks: new Set<Hook>(hooks) };
});

export type Hooks = (typeof HOOK_SETS)[number]["hooks"];

/** Every hook, for tests that are not about one of them. */
export const ALL_HOOKS: Hooks = new Set(HOOKS);

/** Returns the options of a client with these hooks. The hooks change nothing; `onEvent` records the events. */
export function hookOptions(hooks: Hooks, events: ClientEvent[] = []): Partial<ClientOptions> {
  const all: Required<Pick<ClientOptions, Hook>> = {
    onEvent: (event) => events.push(event),
    validate: () => undefined,
    fetch: (url, init) => globalThis.fetch(url, init),
    headers: { "x-hook": "1" },
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => hooks.has(name as Hook)));
}
