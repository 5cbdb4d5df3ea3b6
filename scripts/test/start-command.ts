import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

const running: ChildProcess[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  for (const path of folders.splice(0)) await rm(path, { recursive: true, force: true });
});

/** Creates a folder for the data of a service, which is removed after the test. */
export async function dataFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "metadata-service-data-"));
  folders.push(path);
  return path;
}

/** Runs `npm start` as a person does, in a separate process group, so that Ctrl-C can be sent to all of it. */
export function npmStart(folder: string, environment: NodeJS.ProcessEnv, args: readonly string[]) {
  const child = spawn("npm", ["start", "--", ...args], {
    cwd: folder,
    detached: true,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...environment },
  });
  running.push(child);
  let output = "";
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
      for (const listener of heard) listener();
    });
  // The output closes when the last process that writes to it has ended, and the servers with it. Checking their ports
  // would prove nothing: another program may use them by then.
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    ended,
    output: () => output,
    waitForOutput: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const listen = () => output.includes(text) && resolve();
        heard.add(listen);
        listen();
        void ended.then((code) => reject(new Error(`npm start ended with ${code} and printed:\n${output}`)));
      }),
    /** Returns the printed URL of a server. */
    urlOf: (part: string) => new RegExp(`^ *${part} +(http:\\S+)`, "m").exec(output)?.[1] ?? "",
    interrupt: () => process.kill(-(child.pid as number), "SIGINT"),
  };
}
