import { expect, test } from "vitest";
import { identitySet } from "../src/identity-set.js";

/** A generator of numbers that is the same on every run. */
function* numbers(seed: number) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

test("it says what a Set would say, over growth, long and wide strings", () => {
  const source = numbers(7);
  const next = () => source.next().value as number;
  const set = identitySet();
  const peer = new Set<string>();
  const wrong: string[] = [];
  for (let i = 0; i < 60_000; i++) {
    const number = next() % 40_000;
    const texts = [
      `po-${number}`,
      `${number}`.padStart(90, "é"),
      `订单 ${number}`,
      `${number}-${"x".repeat(number % 300)}`,
    ];
    const text = texts[number % 4] as string;
    if (set.add(text) === peer.has(text)) wrong.push(text);
    peer.add(text);
  }
  expect(wrong).toEqual([]);
});

test("strings that differ in a length, a NUL, a line break or a lone surrogate are different", () => {
  const set = identitySet();
  const texts = [
    "",
    "\0",
    "\0\0",
    "a",
    "a\0",
    "\0a",
    "\ud800",
    "\udc00",
    "ÿ",
    "Ā",
    "\n",
    "\\n",
    '"',
    "订".repeat(2 ** 19),
    "订".repeat(2 ** 19 + 1),
  ];
  expect(texts.map((text) => set.add(text))).toEqual(texts.map(() => true));
  // Far more than fit where they began.
  for (let i = 0; i < 200_000; i++) set.add(`record-${i}`);
  expect(texts.map((text) => set.add(text))).toEqual(texts.map(() => false));
});

test("identities that share their hash are told apart", () => {
  // The hash is of 32 bits: among 300,000 strings some ten pairs share all of it.
  const set = identitySet();
  let added = 0;
  for (let i = 0; i < 300_000; i++) added += Number(set.add(`record-${i * 7919}`));
  expect(added).toBe(300_000);
});
