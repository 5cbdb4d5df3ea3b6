import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { own } from "@metadata-service/spec-tools/own";
import type { Command } from "../command.js";
import { Interrupted, UsageError } from "../failures.js";
import { changeProfiles, profilesPath, readProfiles } from "../settings/profiles.js";
import type { World } from "../world.js";

const PROFILE = { name: "profile", value: "NAME", help: "name of the profile", default: "default" } as const;

export const login: Command = {
  words: ["login"],
  summary: "Store the URL and the API key of a service",
  description:
    "Stores the URL and the API key of a service as a profile in your configuration folder, in a file that only you can read. The key is read from the terminal without being shown, or from standard input.",
  flags: [{ name: "base-url", value: "URL", help: "URL of the service; if missing, you are prompted for it" }, PROFILE],
  examples: [
    "metadata login --base-url https://metadata.example.com",
    "vault read -field=key metadata | metadata login --base-url https://metadata.example.com --profile staging",
  ],
  connects: false,
  async run(flags, world) {
    const name = flags.text("profile") ?? "default";
    const isTerminal = world.stdin.isTTY === true;
    const given = flags.text("base-url") ?? world.env["METADATA_BASE_URL"];
    if (given === undefined && !isTerminal)
      throw new UsageError("--base-url is missing: add it, or set METADATA_BASE_URL");
    const baseUrl = given ?? (await ask(world, "URL of the service: "));
    const apiKey = (
      isTerminal ? await askSecretly(world, "API key (it is not shown): ") : await text(world.stdin)
    ).trim();
    if (apiKey === "")
      throw new UsageError("No API key was entered. Type it at the prompt, or pipe it to standard input.");
    refuseInvalid(baseUrl, apiKey, world);
    await changeProfiles(world, (profiles) => ({ ...profiles, [name]: { baseUrl, apiKey } }));
    if (!flags.isOn("quiet")) await world.stderr.write(`Stored the profile ${name} in ${profilesPath(world)}\n`);
    return undefined;
  },
};

export const logout: Command = {
  words: ["logout"],
  summary: "Forget a profile",
  flags: [PROFILE],
  examples: ["metadata logout --profile staging"],
  connects: false,
  async run(flags, world) {
    const name = flags.text("profile") ?? "default";
    if (!own(await readProfiles(world), name)) throw new UsageError(`There is no profile ${name}`);
    await changeProfiles(world, ({ [name]: _, ...others }) => others);
    if (!flags.isOn("quiet")) await world.stderr.write(`Forgot the profile ${name}\n`);
    return undefined;
  },
};

/** Rejects an invalid URL or key right away, so that it does not make the first request fail. */
function refuseInvalid(baseUrl: string, apiKey: string, { connect }: World): void {
  try {
    connect({ baseUrl, apiKey });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function ask({ stdin, stderr, signal }: World, question: string): Promise<string> {
  await stderr.write(question);
  const lines = createInterface({ input: stdin, signal });
  const [line = ""] = await new Promise<string[]>((resolve) => {
    lines.once("line", (text) => resolve([text]));
    lines.once("close", () => resolve([]));
  });
  lines.close();
  return line.trim();
}

/** Reads a line without echoing it. */
async function askSecretly({ stdin, stderr }: World, question: string): Promise<string> {
  await stderr.write(question);
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("SIGINT", () => reject(new Interrupted("SIGINT")));
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    await stderr.write("\n");
  }
}
