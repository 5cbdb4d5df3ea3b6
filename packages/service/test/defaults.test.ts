import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { helpText } from "../src/config/help.js";
import { DEFAULTS } from "../src/config/service-options.js";
import { SETTING_GROUPS, SETTINGS } from "../src/config/settings.js";

const read = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

it("the tables of settings in the README match the command", async () => {
  const tables = Object.entries(SETTING_GROUPS).map(([group, settings]) => {
    const cells = [
      ["flag and variable", "default", "meaning"],
      ["---", "---", "---"],
      ...settings.map(({ flag, variable, otherwise, help }) => [`\`--${flag}\`<br>\`${variable}\``, otherwise, help]),
    ];
    return `### ${group}\n\n${cells.map((row) => `| ${row.join(" | ")} |\n`).join("")}\n`;
  });
  const [, inReadme] = /## Settings\n\n[^#]*\n\n([\s\S]*?)## Operations/.exec(await read("../README.md")) ?? [];
  expect(inReadme, `Put these tables under "Settings" in the README:\n\n${tables.join("")}`).toBe(tables.join(""));
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
