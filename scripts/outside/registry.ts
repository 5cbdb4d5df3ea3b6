import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A registry on this machine with only the packages of this project. */
export interface Registry {
  readonly url: string;
  /**
   * The lines of an .npmrc with which npm takes the project's packages from here, and all others from
   * its configured registry.
   */
  readonly npmrc: string;
  stop(): Promise<void>;
}

/** Starts Verdaccio on a free port. */
export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-registry-"));
  const script = fileURLToPath(new URL("serve-registry.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await portOf(child.stdout);
  child.stdout.resume();
  if (port === undefined) throw new Error("Verdaccio ended before it listened on a port; its output is above");
  const host = `127.0.0.1:${port}`;
  return {
    url: `http://${host}/`,
    npmrc: `@metadata-service:registry=http://${host}/\n//${host}/:_authToken=anybody\n`,
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function portOf(output: NodeJS.ReadableStream): Promise<number | undefined> {
  for await (const line of createInterface({ input: output })) {
    const found = /^\{"port":(\d+)\}$/.exec(line);
    if (found) return Number(found[1]);
    // Everything else that it prints is about why it cannot start.
    console.error(line);
  }
  return undefined;
}
