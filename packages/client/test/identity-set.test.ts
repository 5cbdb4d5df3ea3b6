import { expect, test } from "vitest";
import { createIdentitySet } from "../src/lists/identity-set.js";

/** Generates pseudo-random numbers that are the same in every run. */
function* numbers(seed: number) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

test("an identity set returns the same as a Set while it grows, for short, long and wide strings and for numbers", () => {
  const source = numbers(7);
  const next = () => source.next().value as number;
  const set = createIdentitySet();
  const peer = new Set<unknown>();
  const wrong: unknown[] = [];
  for (let i = 0; i < 60_000; i++) {
    const number = next() % 40_000;
    const identities = [
      `po-${number}`,
      `${number}`.padStart(90, "é"),
      `订单 ${number}`,
      `${number}-${"x".repeat(number % 300)}`,
      number,
      `${number}`,
    ];
    const identity = identities[number % 6];
    if (set.has(identity) !== peer.has(identity) || set.add(identity) === peer.has(identity)) wrong.push(identity);
    peer.add(identity);
  }
  expect(wrong).toEqual([]);
  expect(set.size).toBe(peer.size);
});

test("strings that differ in their length, a NUL, their encoding or half of a surrogate pair are different", () => {
  const set = createIdentitySet();
  const texts = [
    ...["", "\0", "\0\0", "a", "a\0", "\0a", "\u0080", "\u4000", "\ud800", "\udc00", "ÿ", "Ā", "\n", "\\n", '"'],
    // Longer than a chunk.
    "订".repeat(2 ** 19),
    "订".repeat(2 ** 19 + 1),
  ];
  expect(texts.map((text) => set.add(text))).toEqual(texts.map(() => true));
  // Far more identities than fit in one chunk.
  for (let i = 0; i < 200_000; i++) set.add(`record-${i}`);
  expect(texts.map((text) => set.add(text))).toEqual(texts.map(() => false));
  expect(set.size).toBe(texts.length + 200_000);
});

test("identities with the same hash are different", () => {
  // The hash has 32 bits, so about ten pairs among 300,000 strings have the same hash.
  const set = createIdentitySet();
  let added = 0;
  for (let i = 0; i < 300_000; i++) added += Number(set.add(`record-${i * 7919}`));
  expect(added).toBe(300_000);
});
