// @ts-check
const { existsSync, readFileSync } = require("node:fs");
const { basename, dirname, join } = require("node:path");

/** The help of each command: NAME.txt, and NAME-WORD.txt for what its first word selects. */
const folder = join(__dirname, "../help");

/**
 * Returns the help of a command, from its file.
 *
 * @param {string} name
 */
const readHelp = (name) => readFileSync(join(folder, `${name}.txt`), "utf8");

/**
 * Returns the help that the arguments of a script ask for. It needs nothing that must be installed or built.
 *
 * @param {string} script its path: scripts/start.ts, scripts/release/main.ts
 * @param {readonly string[]} args
 */
function helpOf(script, args) {
  if (!args.includes("--help") && !args.includes("-h")) return undefined;
  const name = basename(script, ".ts") === "main" ? basename(dirname(script)) : basename(script, ".ts");
  const narrow = `${name}-${args[0]}`;
  return readHelp(/^[\w-]+$/.test(narrow) && existsSync(join(folder, `${narrow}.txt`)) ? narrow : name);
}

module.exports = { helpOf, readHelp };
