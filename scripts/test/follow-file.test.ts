import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { followFile } from "../lib/follow-file.js";

test("a file is followed when its folder is replaced, removed and made again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "follow-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const openapi = join(folder, "openapi");
  const file = join(openapi, "generated/openapi.json");
  const write = async (text: string) => {
    await mkdir(join(openapi, "generated"), { recursive: true });
    await writeFile(file, text);
  };
  await write("1");
  let changes = 0;
  const stop = await followFile(file, async () => void changes++);
  onTestFinished(stop);

  await rename(openapi, `${openapi}~`);
  await cp(`${openapi}~`, openapi, { recursive: true });
  await write("2");
  await expect.poll(() => changes).toBe(1);
  await write("3");
  await expect.poll(() => changes).toBe(2);
  await rm(openapi, { recursive: true });
  await write("4");
  await expect.poll(() => changes).toBe(3);
});
