/** The commands of the API in `openapi/`, whichever it is. */
import { expect, it } from "vitest";
import { commandTable } from "../src/generated/command-table.js";
import { run } from "./support/run.js";

const { commands } = commandTable;

it.each(commands.map(({ words }) => words.join(" ")))("%s has a help with its usage", async (words) => {
  const { code, stdout } = await run([...words.split(" "), "--help"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`metadata ${words}`)]);
});
