import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** The Linux user `nobody`, who owns nothing. */
export const NOBODY = 65_534;

/** Only root can run something as another user, which the tests of local attackers need. */
export const NO_OTHER_USER = process.getuid?.() !== 0 && "only root can start a process of another user";

/** Runs a JavaScript script as another user of this machine; `tell(value)` returns its result. */
export async function asOtherUser<T>(script: string, ...args: readonly string[]): Promise<T> {
  const child = startAsOtherUser(script, ...args);
  const [out, err] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
    once(child, "close"),
  ]);
  if (out === "") throw new Error(`The script of the other user printed nothing: ${err}`);
  return JSON.parse(out) as T;
}

/** Starts a script that runs until it is killed. */
export function startAsOtherUser(script: string, ...args: readonly string[]): ChildProcess {
  const prelude = `
    const fs = require("node:fs"), path = require("node:path"), net = require("node:net");
    const tell = (value) => fs.writeSync(1, JSON.stringify(value));
    const outcome = (attempt) => { try { attempt(); return "done"; } catch (error) { return error.code; } };
    const args = process.argv.slice(1);
    process.umask(0);`;
  return spawn(process.execPath, ["--eval", `${prelude}\n${script}`, "--", ...args], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: "/",
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
}
