// Loaded before the service: kills its process when it is about to create the first database file after the one in
// KILL_AFTER, which is a name or a number of files. Emscripten creates all of them with this synchronous call.
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
