// @ts-check
// Runs before anything is installed, so it imports nothing but Node.
const { spawnSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { pathToFileURL } = require("node:url");
const { helpOf } = require("./help.cjs");
const { takeTurn } = require("./turn.cjs");

const root = join(__dirname, "../..");

/** Returns the packages of a lock file, by their folders. @param {string} file */
const packagesIn = (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages;

/** Returns what npm has installed; nothing while it does that, because it writes this file last. */
function installedPackages() {
  try {
    return packagesIn("node_modules/.package-lock.json");
  } catch {
    return {};
  }
}

/** Whether the versions that npm has installed are those in the lock file. */
function isInstalled() {
  const installed = installedPackages();
  return Object.entries(packagesIn("package-lock.json")).every(([place, { version, optional, devOptional }]) => {
    if (!place.startsWith("node_modules/")) return true;
    if (!installed[place]) return optional || devOptional || false;
    return installed[place].version === version;
  });
}

function install() {
  if (isInstalled()) return;
  console.log("Installing the dependencies (npm ci) …");
  const { status, error } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    shell: process.platform === "win32",
    stdio: "inherit",
  });
  if (status === 0) return;
  throw new Error(
    `npm ci failed${error ? `: ${error.message}` : "; its output is above"}.\n` +
      "It needs the npm registry only. Check the connection, then run the command again.",
  );
}

/** @param {readonly string[]} command the script and its arguments; without it, dependencies are installed, and that is all */
async function main([script, ...args]) {
  const help = script !== undefined && helpOf(script, args);
  if (help) {
    // A reader such as head may have enough of it.
    process.stdout.on("error", () => {});
    return process.stdout.write(help);
  }
  // Two installations at once remove each other's files. npm replaces node_modules, so the file is not in there.
  if (!isInstalled())
    await takeTurn(join(root, ".turbo/set-up.pid"), "is installing the dependencies", async () => install());
  if (script === undefined) return;
  process.argv = [process.execPath, resolve(script), ...args];
  // @ts-expect-error: it declares no types.
  await import("tsx");
  await import(pathToFileURL(resolve(script)).href);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`\n${process.env["DEBUG"] ? error.stack : error.message}\n`);
  process.exitCode = 1;
});
