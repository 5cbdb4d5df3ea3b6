import type { Scenario } from "./scenario.js";

/** The scenarios that every mock knows. `metadata-mock --list` and the README show them. */
export const BUILT_IN_SCENARIOS: readonly (Scenario & { readonly summary: string })[] = [
  { name: "none", summary: "Everything works." },
  {
    name: "rate-limited",
    summary: "Every 3rd request gets 429 with Retry-After: 1.",
    faults: [{ every: 3, status: 429, retryAfter: 1 }],
  },
  {
    name: "flaky",
    summary: "One request in five fails, depending on the seed: a 500, a body that is cut off, or a reset connection.",
    faults: [
      { chance: 0.08, status: 500 },
      { chance: 0.07, cut: 0.5 },
      { chance: 0.07, reset: true },
    ],
  },
  {
    name: "slow-headers",
    summary: "Every response waits 2 seconds before its status line.",
    faults: [{ delay: 2000 }],
  },
  {
    name: "slow-body",
    summary: "Every body takes 2 seconds to arrive, a piece at a time.",
    faults: [{ bodyTime: 2000 }],
  },
  {
    name: "cut-body",
    summary: "Every 3rd body ends in the middle, although Content-Length announced all of it.",
    faults: [{ every: 3, cut: 0.5 }],
  },
  {
    name: "reset-socket",
    summary: "Every 3rd request ends in a reset connection, without a response.",
    faults: [{ every: 3, reset: true }],
  },
  {
    name: "expired-key",
    summary: "The key works for 5 requests and then expires.",
    faults: [{ after: 5, status: 401 }],
  },
  {
    name: "drift",
    summary: "Before every 2nd page, a record is added, one is changed and one is removed.",
    drift: { every: 2, insert: 1, edit: 1, delete: 1 },
  },
  {
    name: "silent-clamp",
    summary: "A limit above 25 is silently lowered to 25.",
    clampLimit: 25,
  },
  { name: "empty", summary: "Every list is empty.", size: 0 },
  { name: "huge", summary: "Every list has 1,000,000 records.", size: 1_000_000 },
];
