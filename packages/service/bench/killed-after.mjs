// Loaded before the service: kills its process when it is about to make the first file of its database after the one that
// KILL_AFTER names, or after as many files as it says. Emscripten makes them all with this synchronous call.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { sep } from "node:path";

const after = process.env.KILL_AFTER;
const { writeFileSync } = fs;
let made = 0;
let isDue = false;

fs.writeFileSync = (path, ...rest) => {
  const [, name] = String(path).split(`${sep}pglite${sep}`);
  if (name !== undefined) {
    if (isDue) process.kill(process.pid, "SIGKILL");
    made += 1;
    isDue = name === after || String(made) === after;
  }
  writeFileSync(path, ...rest);
};
syncBuiltinESMExports();
