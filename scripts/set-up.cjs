"use strict";
// What every command of package.json does first: checks the version of Node, and installs what is not installed. This file
// must run on any version of Node and before anything is installed. It is therefore plain JavaScript for old versions,
// without dependencies.
var childProcess = require("child_process");
var fs = require("fs");
var path = require("path");

var root = path.join(__dirname, "..");
var OLDEST = [20, 19];

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
  return Object.keys(wanted).every((place) => {
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

checkNode();
install();
