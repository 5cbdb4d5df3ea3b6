import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { collectChunks } from "@metadata-service/server-rules/node";
import { expect, it } from "vitest";

it("returns all bytes in their order, and forgets them", () => {
  const chunks = collectChunks();
  const sent = Array.from({ length: 1_000 }, (_, n) => Buffer.from(`${n},`));
  for (const chunk of sent) chunks.add(chunk);
  expect(chunks.bytes().equals(Buffer.concat(sent))).toBe(true);
  chunks.clear();
  chunks.add(Buffer.from("a"));
  expect(chunks.bytes().toString()).toBe("a");
});

it("uses little memory for a body in chunks of one byte", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const used = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  const chunks = collectChunks();
  const size = 300_000;
  for (let n = 0; n < size; n++) chunks.add(new Uint8Array(1));
  expect((used() - before) / size).toBeLessThan(20);
  expect(chunks.bytes()).toHaveLength(size);
});
