/** Pages that are fetched ahead, and a window that becomes shorter before the page above them arrives. */
import { expect, it } from "vitest";
import type { Ask } from "../src/sync/probe.js";
import { walkDown } from "../src/sync/walk-down.js";

it.each([1, 2, 4])("a page behind an empty one is read after it, with %i pages at once", async (width) => {
  const list = Array.from({ length: 34 }, (_, n) => ({ uid: `r${n}` }));
  let asked = 0;
  let answered = 0;
  let othersAnswered = () => {};
  const others = new Promise<void>((resolve) => {
    othersAnswered = resolve;
  });
  const ask: Ask = async (offset, count) => {
    // The first page arrives last; in the meantime, five records left the window, and all others moved down.
    if (++asked === 1) {
      if (width > 1) await others;
      list.splice(0, 5);
    }
    const records = list.slice(offset, offset + count);
    if (++answered === width - 1) othersAnswered();
    return { records, offset, limit: count };
  };
  const drifted = () => new Error("the window keeps changing");
  const got: unknown[] = [];
  for await (const { records } of walkDown(ask, {
    identity: "uid",
    end: 40,
    isResumed: false,
    limit: 10,
    width,
    drifted,
  }))
    for (const { uid } of records) got.push(uid);
  expect(list.map(({ uid }) => uid).filter((uid) => !got.includes(uid))).toEqual([]);
  expect(new Set(got).size).toBe(got.length);
});
