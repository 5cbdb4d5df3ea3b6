import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { helpText } from "../src/config/help.js";
import { DEFAULTS } from "../src/config/service-options.js";
import { SETTINGS } from "../src/config/settings.js";

const read = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

it("the table of settings in the README matches the command", async () => {
  const cells = [
    ["flag and variable", "default", "meaning"],
    ["---", "---", "---"],
    ...SETTINGS.map(({ flag, variable, otherwise, help }) => [`\`--${flag}\`<br>\`${variable}\``, otherwise, help]),
  ];
  const table = cells.map((row) => `| ${row.join(" | ")} |\n`).join("");
  const [, inReadme] = /## Settings\n\n[^|]*\n\n((?:\|.*\n)+)/.exec(await read("../README.md")) ?? [];
  expect(inReadme, `Put this table under "Settings" in the README:\n\n${table}`).toBe(table);
});

it("--help has every setting with its default", () => {
  for (const { flag, value, help, otherwise } of SETTINGS)
    expect(helpText().replace(/ +/g, " ")).toContain(`--${flag} ${value} ${help} (${otherwise})\n`);
});

it("the documented default of every option is correct", async () => {
  const source = await read("../src/config/service-options.ts");
  const documented = [...source.matchAll(/@default ([^*]+?)\s*\*\/\s*readonly (\w+)\?/g)].map(
    ([, value = "", name = ""]) => [name, value] as const,
  );
  const known = documented.filter(([name]) => name in DEFAULTS);
  expect(Object.fromEntries(known.map(([name, value]) => [name, JSON.parse(value)]))).toEqual(DEFAULTS);
});
