"use strict";
// This file must run on any version of Node and before anything is installed, to say what is missing. It is therefore
// plain JavaScript for old versions, without dependencies.
var childProcess = require("child_process");
var fs = require("fs");
var path = require("path");

var root = path.join(__dirname, "..");
var OLDEST = [20, 19];

/** What each root command runs. The other arguments are passed on. */
var COMMANDS = {
  start: ["--import", "tsx", "scripts/start.ts"],
  lint: ["--import", "tsx", "scripts/lint.ts"],
  test: ["--import", "tsx", "scripts/test.ts"],
  check: ["--import", "tsx", "scripts/test.ts", "--only-checks"],
  "check:generated": ["--import", "tsx", "scripts/check-generated.ts"],
  "test:languages": ["--import", "tsx", "scripts/languages/main.ts"],
  "bench:cluster": ["--import", "tsx", "scripts/cluster/bench-lists.ts"],
  "test:cluster": ["--import", "tsx", "scripts/cluster/main.ts"],
  "test:outside": ["--import", "tsx", "scripts/outside/main.ts"],
  "test:connectors": ["--import", "tsx", "scripts/connectors/main.ts"],
  bench: ["--import", "tsx", "scripts/bench.ts"],
  catalogue: ["--import", "tsx", "scripts/catalogue/main.ts"],
  scaffold: ["packages/spec-tools/.compiled/scaffold/main.js"],
  demo: ["--import", "tsx", "scripts/demo.ts"],
  release: ["--import", "tsx", "scripts/release/main.ts"],
  "spec:diff": ["packages/spec-tools/.compiled/spec-diff/main.js"],
  "spec:release": ["packages/spec-tools/.compiled/spec-diff/release.js"],
  turbo: ["node_modules/turbo/bin/turbo"],
};

var quiet = {
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  DO_NOT_TRACK: "1",
};
var environment = Object.assign({}, process.env, quiet);

/** What turbo must run first, for commands whose programs are compiled or import built files. */
var NEEDED = {
  "bench:cluster": ["generate", "build"],
  "test:cluster": ["generate", "build"],
  "test:connectors": ["generate", "build"],
  "test:languages": ["generate", "build"],
  scaffold: ["compile"],
  "spec:diff": ["compile"],
  "spec:release": ["compile"],
};

function fail(message) {
  console.error("\n" + message + "\n");
  process.exit(1);
}

function checkNode() {
  var parts = process.versions.node.split(".").map(Number);
  if (parts[0] > OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] >= OLDEST[1])) return;
  fail(
    "Node " +
      OLDEST.join(".") +
      " or newer is required, but this is Node " +
      process.versions.node +
      ".\n" +
      "Install a newer one from https://nodejs.org, then run the command again.",
  );
}

/** Whether the versions that npm has installed are those in the lock file. */
function isInstalled() {
  var hidden = path.join(root, "node_modules", ".package-lock.json");
  if (!fs.existsSync(hidden)) return false;
  var installed = JSON.parse(fs.readFileSync(hidden, "utf8")).packages;
  var wanted = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  return Object.keys(wanted).every(function (place) {
    if (place.indexOf("node_modules/") !== 0) return true;
    if (!installed[place]) return wanted[place].optional || wanted[place].devOptional || false;
    return installed[place].version === wanted[place].version;
  });
}

function install() {
  if (isInstalled()) return;
  console.log("Installing the dependencies (npm ci) …");
  var npm = childProcess.spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    shell: process.platform === "win32",
    stdio: "inherit",
  });
  if (npm.status !== 0) {
    fail(
      "npm ci failed" +
        (npm.error ? ": " + npm.error.message : "; its output is above") +
        ".\n" +
        "It needs the npm registry only. Check the connection, then run the command again.",
    );
  }
}

function build(tasks) {
  var turbo = COMMANDS.turbo.concat("run", tasks, "--output-logs=errors-only");
  var built = childProcess.spawnSync(process.execPath, turbo, { cwd: root, env: environment, encoding: "utf8" });
  if (built.status !== 0) fail("The packages could not be built:\n" + built.stdout + built.stderr);
}

checkNode();
var name = process.argv[2];
if (!Object.prototype.hasOwnProperty.call(COMMANDS, name)) {
  fail("Unknown command " + name + ". Commands: " + Object.keys(COMMANDS).join(", ") + ".");
}
install();
if (NEEDED[name]) build(NEEDED[name]);

var child = childProcess.spawn(process.execPath, COMMANDS[name].concat(process.argv.slice(3)), {
  cwd: root,
  env: environment,
  stdio: "inherit",
});
// A terminal also sends Ctrl-C to the child; a supervisor sends a signal to this process only.
["SIGINT", "SIGTERM", "SIGHUP"].forEach((signal) => {
  process.on(signal, () => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
});
child.on("exit", (code, signal) => {
  process.exit(signal ? 1 : code);
});
