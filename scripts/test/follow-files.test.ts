import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { followFiles } from "../lib/follow-files.js";

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
  const other = join(folder, "other.md");
  const changes: string[] = [];
  const stop = await followFiles(
    [file, other],
    async (changed) => void changes.push(changed.join()),
    async () => {},
  );
  onTestFinished(stop);

  await rename(openapi, `${openapi}~`);
  await cp(`${openapi}~`, openapi, { recursive: true });
  await write("2");
  await expect.poll(() => changes).toEqual([file]);
  await write("3");
  await expect.poll(() => changes).toEqual([file, file]);
  await rm(openapi, { recursive: true });
  await write("4");
  await expect.poll(() => changes).toEqual([file, file, file]);
  // One that was not there before.
  await writeFile(other, "1");
  await expect.poll(() => changes.at(-1)).toBe(other);
});
