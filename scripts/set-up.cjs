"use strict";
// What every command of package.json starts with: checks the version of Node, installs what is not installed, and runs
// the script that is named. This file must run on any version of Node. It is therefore plain JavaScript for old versions.
var OLDEST = [20, 19];

function isOld() {
  var parts = process.versions.node.split(".").map(Number);
  return parts[0] < OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] < OLDEST[1]);
}

if (isOld()) {
  console.error(
    "\nNode " +
      OLDEST.join(".") +
      " or newer is required, but this is Node " +
      process.versions.node +
      ".\n" +
      "Install a newer one from https://nodejs.org, then run the command again.\n",
  );
  process.exit(1);
}
require("./lib/install-and-run.cjs");
