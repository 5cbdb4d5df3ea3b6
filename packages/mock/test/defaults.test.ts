import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { COMMAND_DEFAULTS, FLAGS, HELP, parseFlags } from "../src/cli/parse-flags.js";
import { DEFAULTS } from "../src/mock-options.js";

const read = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

it("the documented default of every option is the real one", async () => {
  const source = await read("../src/mock-options.ts");
  const documented = [...source.matchAll(/@default (.+)\n {3}\*\/\n {2}(\w+)\?/g)].map(
    ([, value = "", name = ""]) => [name, value] as const,
  );
  const known = documented.filter(([name]) => name in DEFAULTS);
  const { scenarios: _none, ...expected } = DEFAULTS;
  expect(Object.fromEntries(known.map(([name, value]) => [name, JSON.parse(value)]))).toEqual(expected);
});

it("the command uses the defaults, and --help shows them", () => {
  const { port, host, size, seed, scenario } = parseFlags([]).options;
  expect({ port, host, size, seed, scenario }).toEqual({
    port: COMMAND_DEFAULTS.port,
    host: DEFAULTS.host,
    size: DEFAULTS.size,
    seed: DEFAULTS.seed,
    scenario: DEFAULTS.scenario,
  });
  for (const { name, default: otherwise } of FLAGS)
    expect(HELP).toMatch(new RegExp(`^  --${name}\\b.*${otherwise === undefined ? "" : ` \\(${otherwise}\\)`}$`, "m"));
});

it("the README names the defaults", async () => {
  const readme = await read("../README.md");
  expect(readme).toContain(`\`size\` (records in each list, ${DEFAULTS.size})`);
  expect(readme).toContain(`\`seed\` (${DEFAULTS.seed})`);
  expect(readme).toContain(`apiKey: ${DEFAULTS.apiKeys[0]}' 'http://localhost:${COMMAND_DEFAULTS.port}/`);
});
