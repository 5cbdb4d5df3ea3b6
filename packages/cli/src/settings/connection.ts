import { text } from "node:stream/consumers";
import type { ClientEvent, ClientOptions } from "@metadata-service/client";
import type { Flags } from "@metadata-service/spec-tools/flags";
import { readTextFile } from "@metadata-service/spec-tools/input";
import { CommandError, UsageError } from "../command-error.js";
import type { Environment, Methods } from "../environment.js";
import { messageOf } from "../failures.js";
import { printable } from "../output/printable.js";
import { type Profile, readProfiles } from "./profiles.js";

/** A service, and the methods that call it. */
interface Connection {
  readonly client: Methods;
  /** The URL of the service, without a slash at its end. */
  readonly server: string;
}

/** Connects to the service given by flags, environment or profile, in this order of precedence. */
export const connect = async (
  flags: Flags,
  environment: Environment,
  options?: Partial<ClientOptions>,
): Promise<Methods> => (await openService(flags, environment, options)).client;

/** Like {@link connect}; also returns the URL. */
export async function openService(
  flags: Flags,
  environment: Environment,
  { onEvent, ...options }: Partial<ClientOptions> = {},
): Promise<Connection> {
  const service = await findService(flags, environment);
  const timeout = numberOf(flags, "timeout");
  const concurrency = countOf(flags, "concurrency");
  const tell = flags.isOn("verbose") ? (event: ClientEvent) => tellEvent(event, environment) : undefined;
  const client = connectTo(service, environment, {
    ...(timeout !== undefined && { timeout: timeout * 1000 }),
    ...(concurrency !== undefined && { concurrency }),
    onEvent: (event) => {
      tell?.(event);
      onEvent?.(event);
    },
    ...options,
  });
  return { client, server: withoutSlash(service.baseUrl) };
}

/** Connects to a service. */
export function connectTo(
  { baseUrl, apiKey }: Profile,
  environment: Environment,
  options: Partial<ClientOptions> = {},
): Methods {
  try {
    return environment.connect({ baseUrl, apiKey: credentials(apiKey, environment), ...options });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (error.message.startsWith("apiKey"))
      throw new UsageError(`The API key is invalid: ${messageOf(error)}. Check METADATA_API_KEY.`);
    throw new UsageError(
      `The URL of the service is invalid (${messageOf(error).replace("baseUrl", "it")}). Use one such as https://metadata.example.com, without user name, password or query.`,
    );
  }
}

/** For an API with several security schemes, the client takes an object with one secret for each, by name. */
function credentials(apiKey: string, { table }: Environment): ClientOptions["apiKey"] {
  if (table.schemes.length < 2) return apiKey;
  try {
    return JSON.parse(apiKey);
  } catch {
    const example = JSON.stringify(Object.fromEntries(table.schemes.map((scheme) => [scheme, "…"])));
    throw new UsageError(`This API has several security schemes. Give the key as JSON: ${example}`);
  }
}

async function findService(flags: Flags, environment: Environment): Promise<Profile> {
  const { env } = environment;
  const named = flags.text("profile") ?? env["METADATA_PROFILE"];
  const given = {
    baseUrl: flags.text("base-url") ?? (env["METADATA_BASE_URL"] || undefined),
    apiKey: (await keyFrom(flags.text("api-key-file"), environment)) ?? (env["METADATA_API_KEY"] || undefined),
  };
  const profile = await profileFor(given, named, environment);
  const { baseUrl = profile?.baseUrl, apiKey = profile?.apiKey } = given;
  if (baseUrl === undefined)
    throw new UsageError(
      "No service is configured. Run metadata login, or set METADATA_BASE_URL and METADATA_API_KEY.",
    );
  if (apiKey === undefined)
    throw new UsageError(
      "No API key is configured. Set METADATA_API_KEY, use --api-key-file FILE, or run metadata login.",
    );
  return { baseUrl, apiKey };
}

/** Returns the profile that supplies missing settings. Its key is only sent to the URL of the same profile. */
async function profileFor({ baseUrl, apiKey }: Partial<Profile>, named: string | undefined, environment: Environment) {
  const isComplete = baseUrl !== undefined && apiKey !== undefined;
  if (isComplete || (named === undefined && baseUrl !== undefined)) return undefined;
  const profile = (await readProfiles(environment)).get(named ?? "default");
  if (!profile && named !== undefined)
    throw new UsageError(`There is no profile ${named}. Create it: metadata login --profile ${named}`);
  if (profile && baseUrl !== undefined && !isSameUrl(baseUrl, profile.baseUrl))
    throw new UsageError(
      `The profile ${named} is for ${profile.baseUrl}, so its key is not sent to ${baseUrl}. Remove --base-url and METADATA_BASE_URL, choose another profile, or set METADATA_API_KEY.`,
    );
  return profile;
}

/** Whether two URLs name the same service: `https://example.com` and `https://example.com/`. */
function isSameUrl(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other);
}

const withoutSlash = (url: string): string => (URL.canParse(url) ? new URL(url).href.replace(/\/$/, "") : url);

/**
 * Reads a key from the file that `--api-key-file` names.
 *
 * @throws UsageError if the file is empty
 */
export async function keyFrom(file: string | undefined, environment: Environment): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const content = file === "-" ? await text(environment.stdin) : await readKeyFile(file);
  const key = content.trim();
  if (key === "") throw new UsageError(`--api-key-file ${file}: the file contains no key`);
  return key;
}

const readKeyFile = (file: string) =>
  readTextFile(file).catch((error: Error) => {
    throw new CommandError(`Cannot read the key: ${error.message}`);
  });

/** Parses a flag whose value must be a number greater than 0, or also 0. */
export function numberOf(flags: Flags, name: string, mayBeZero = false): number | undefined {
  const value = flags.text(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || (number === 0 && !mayBeZero) || !Number.isFinite(number))
    throw new UsageError(
      `--${name} must be a number ${mayBeZero ? "of at least" : "above"} 0, not ${JSON.stringify(value)}`,
    );
  return number;
}

/** Parses a flag whose value must be an integer greater than 0. */
export function countOf(flags: Flags, name: string): number | undefined {
  const value = numberOf(flags, name);
  if (Number.isSafeInteger(value ?? 1)) return value;
  throw new UsageError(`--${name} must be an integer, not ${JSON.stringify(flags.text(name))}`);
}

/** Prints each request, response and retry; events never contain the key. */
function tellEvent(event: ClientEvent, { stderr }: Environment): void {
  const line = lineOf(event);
  if (line) void stderr.write(`${printable(line)}\n`);
}

function lineOf(event: ClientEvent): string | undefined {
  if (event.type === "request") return `> ${event.method} ${event.path}${again(event.attempt)}`;
  if (event.type === "response")
    return `< ${event.status} ${event.method} ${event.path} in ${Math.round(event.elapsed)} ms ${event.requestId ?? ""}`.trimEnd();
  if (event.type === "retry") return `! ${event.error.message}: retrying in ${Math.round(event.delay)} ms`;
  if (event.type === "throttle") return `! the service is throttling: at most ${event.limit} requests at once`;
  if (event.type === "drift") return `! ${event.operation}: ${event.message}`;
  return undefined;
}

const again = (attempt: number) => (attempt > 1 ? ` (attempt ${attempt})` : "");
