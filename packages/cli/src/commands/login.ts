import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Command } from "../command.js";
import { Interrupted, UsageError } from "../command-error.js";
import type { Environment, Methods } from "../environment.js";
import { connectTo, keyFrom } from "../settings/connection.js";
import { changeProfiles, profilesPath, readProfiles } from "../settings/profiles.js";
import { callMethod } from "./operation-command.js";

const PROFILE = { name: "profile", value: "NAME", help: "name of the profile", default: "default" } as const;

export const login: Command = {
  words: ["login"],
  summary: "Store the URL and the API key of a service",
  description:
    "Stores the URL and the API key of a service as a profile in your configuration folder, in a file that only you can read. The key is read from the terminal without being shown, from standard input, or from a file. It is checked with one request first; if the service does not accept it, or cannot be reached, nothing is stored.",
  flags: [
    { name: "base-url", value: "URL", help: "URL of the service; if missing, you are prompted for it" },
    { name: "api-key-file", value: "FILE", help: "file with the API key; - reads standard input" },
    PROFILE,
    { name: "no-check", help: "store the key without checking it, for example while the service cannot be reached" },
  ],
  examples: [
    "metadata login --base-url https://metadata.example.com",
    "metadata login --base-url https://metadata.example.com --api-key-file key.txt",
    "vault read -field=key metadata | metadata login --base-url https://metadata.example.com --profile staging",
  ],
  connects: false,
  afterFailure: "No profile was stored; --no-check stores it without a request.",
  async run(flags, environment) {
    const name = flags.text("profile") ?? "default";
    const isTerminal = environment.stdin.isTTY === true;
    const given = flags.text("base-url") ?? environment.env["METADATA_BASE_URL"];
    if (given === undefined && !isTerminal)
      throw new UsageError("--base-url is missing: add it, or set METADATA_BASE_URL");
    const baseUrl = given ?? (await ask(environment, "URL of the service: "));
    const apiKey =
      (await keyFrom(flags.text("api-key-file"), environment)) ?? (await askForKey(environment, isTerminal));
    const client = connectTo({ baseUrl, apiKey }, environment);
    const checked = flags.isOn("no-check") ? "The key was not checked." : await checkKey(client, environment);
    await changeProfiles(environment, (profiles) => new Map(profiles).set(name, { baseUrl, apiKey }));
    if (!flags.isOn("quiet"))
      await environment.stderr.write(`${checked} Stored the profile ${name} in ${profilesPath(environment)}\n`);
    return undefined;
  },
};

export const logout: Command = {
  words: ["logout"],
  summary: "Forget a profile",
  flags: [PROFILE],
  examples: ["metadata logout --profile staging"],
  connects: false,
  async run(flags, environment) {
    const name = flags.text("profile") ?? "default";
    if (!(await readProfiles(environment)).has(name)) throw new UsageError(`There is no profile ${name}`);
    await changeProfiles(environment, (profiles) => new Map([...profiles].filter(([other]) => other !== name)));
    if (!flags.isOn("quiet")) await environment.stderr.write(`Forgot the profile ${name}\n`);
    return undefined;
  },
};

/**
 * Sends the cheapest request that needs the key.
 *
 * @returns what is known of the key afterwards, as a sentence
 * @throws CommandError if the service does not accept the key, or cannot be asked
 */
async function checkKey(client: Methods, { table, signal }: Environment): Promise<string> {
  const operation = table.commands.find(({ operation }) => operation === table.check);
  if (!operation) return "The key was not checked, because the API has no operation for that.";
  const query = operation.list && operation.parameters.some(({ key }) => key === "limit") ? { limit: 1 } : {};
  const called = callMethod(client, operation, { path: [], query, options: { signal } });
  await (operation.list ? (called as { page(): Promise<unknown> }).page() : called);
  return "The service accepts the key.";
}

async function ask({ stdin, stderr, signal }: Environment, question: string): Promise<string> {
  await stderr.write(question);
  const lines = createInterface({ input: stdin, signal });
  const [line = ""] = await new Promise<string[]>((resolve) => {
    lines.once("line", (text) => resolve([text]));
    lines.once("close", () => resolve([]));
  });
  lines.close();
  return line.trim();
}

/** Reads the key from the terminal or from standard input. */
async function askForKey(environment: Environment, isTerminal: boolean): Promise<string> {
  const typed = isTerminal
    ? await askSecretly(environment, "API key (it is not shown): ")
    : await text(environment.stdin);
  const apiKey = typed.trim();
  if (apiKey === "")
    throw new UsageError(
      "No API key was entered. Type it at the prompt, pipe it to standard input, or use --api-key-file FILE.",
    );
  return apiKey;
}

/** Reads a line without echoing it. */
async function askSecretly({ stdin, stderr }: Environment, question: string): Promise<string> {
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
