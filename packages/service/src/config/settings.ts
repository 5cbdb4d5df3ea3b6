import { readFileSync } from "node:fs";
import { isHost } from "@metadata-service/server-rules";
import { LOG_LEVELS, type LogLevel, type ServiceOptions } from "../service-options.js";

/** A setting of the command, as flag and as variable of the environment; the flag wins. */
export interface Setting {
  readonly option: keyof ServiceOptions;
  /** Without dashes. */
  readonly flag: string;
  readonly variable: string;
  /** What to show for the value in the help. */
  readonly value: string;
  readonly help: string;
  /** Throws an Error whose message completes "… must be". */
  parse(text: string): unknown;
  /** For a setting that names a file: reads the text to parse. */
  read?(path: string): string;
}

/** Every setting of the service. The help, the environment and the flags are read from here. */
export const SETTINGS: readonly Setting[] = [
  setting("port", "port", "PORT", "PORT", "public port; 0 takes a free one", integer(0, 65_535)),
  setting("host", "host", "HOST", "ADDRESS", "address to listen on; 0.0.0.0 for all", nonEmpty),
  setting("opsPort", "ops-port", "OPS_PORT", "PORT|off", "private port: health, readiness, metrics", portOrOff),
  setting("opsHost", "ops-host", "OPS_HOST", "ADDRESS", "address of the private port", nonEmpty),
  setting("data", "data", "DATA_DIR", "DIR", "folder of the embedded database", nonEmpty),
  {
    ...setting("databaseUrl", "database-url", "", "URL", "PostgreSQL server to use instead", databaseUrl),
    variable: "DATABASE_URL",
  },
  {
    ...setting(
      "databaseUrl",
      "database-url-file",
      "DATABASE_URL_FILE",
      "FILE",
      "file that holds that URL",
      databaseUrl,
    ),
    read: (path) => readFileSync(path, "utf8").trim(),
  },
  setting(
    "databaseConnections",
    "database-connections",
    "DATABASE_CONNECTIONS",
    "N",
    "connections to it",
    integer(1, 1000),
  ),
  setting("fileUrl", "file-url", "FILE_URL", "TEMPLATE", "URL of a file; {id} stands for its identifier", fileUrl),
  setting("publicUrl", "public-url", "PUBLIC_URL", "URL", "base of the links in pages, behind a proxy", httpUrl),
  setting("allowedHosts", "allowed-host", "ALLOWED_HOST", "NAMES", "hosts that links may have, with commas", hosts),
  setting("rate", "rate", "RATE", "N", "requests per second and key, sustained", positive),
  setting("burst", "burst", "BURST", "N", "requests at once and key, after a rest", integer(1, 1e9)),
  setting("inFlight", "in-flight", "IN_FLIGHT", "N", "requests at a time and key", integer(1, 1e6)),
  setting("sharedLimits", "shared-limits", "SHARED_LIMITS", "yes|no", "count limits over all processes", yesOrNo),
  setting(
    "maxConcurrent",
    "max-concurrent",
    "MAX_CONCURRENT",
    "N",
    "requests at a time, over all keys",
    integer(1, 1e6),
  ),
  setting(
    "requestTimeout",
    "request-timeout",
    "REQUEST_TIMEOUT",
    "MS",
    "time for a request to arrive",
    integer(1, 3_600_000),
  ),
  setting(
    "headersTimeout",
    "headers-timeout",
    "HEADERS_TIMEOUT",
    "MS",
    "time for its headers to arrive",
    integer(1, 3_600_000),
  ),
  setting(
    "keepAliveTimeout",
    "keep-alive-timeout",
    "KEEP_ALIVE_TIMEOUT",
    "MS",
    "rest between requests",
    integer(1, 3_600_000),
  ),
  setting(
    "stopTimeout",
    "stop-timeout",
    "STOP_TIMEOUT",
    "MS",
    "time for requests to end at a stop",
    integer(0, 3_600_000),
  ),
  setting("logLevel", "log-level", "LOG_LEVEL", LOG_LEVELS.join("|"), "what to log", logLevel),
];

/** What the command takes where nothing is said; what is not here is as in `DEFAULTS`. */
const COMMAND_DEFAULTS = { port: 4020, opsPort: 4021, logLevel: "info" } as const satisfies ServiceOptions;

const DATABASE_URL_FILE = "METADATA_SERVICE_DATABASE_URL_FILE";

/** Something in the settings is wrong; the message names it and says what it must be. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/**
 * Reads the settings, all of them, before anything is started.
 *
 * @param flags the values of the flags, by name
 * @throws SettingError listing every setting that is wrong
 */
export function readSettings(
  flags: Readonly<Record<string, string | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
): ServiceOptions {
  const options: Record<string, unknown> = { ...COMMAND_DEFAULTS };
  const wrong: string[] = [];
  const given = Object.fromEntries(Object.entries(environment).filter((entry) => !isOfKubernetes(...entry)));
  if (flags["database-url"] !== undefined && flags["database-url-file"] !== undefined)
    wrong.push("--database-url and --database-url-file name the same thing; give one of them");
  // Of the two ways to name a database, a flag wins over the environment.
  if (flags["database-url-file"] !== undefined) delete given["DATABASE_URL"];
  if (flags["database-url"] !== undefined || given["DATABASE_URL"]) delete given[DATABASE_URL_FILE];
  for (const { option, flag, variable, parse, read } of SETTINGS) {
    const [text, source] =
      flags[flag] !== undefined ? [flags[flag], `--${flag}`] : [given[variable] || undefined, variable];
    if (text === undefined) continue;
    try {
      options[option] = parse(read?.(text) ?? text);
    } catch (error) {
      // A database URL holds a password.
      const shown = option === "databaseUrl" && !read ? "what it is" : JSON.stringify(text);
      if ((error as NodeJS.ErrnoException).syscall !== undefined) {
        wrong.push(`${source} cannot be read: ${(error as Error).message}`);
        continue;
      }
      wrong.push(`${source} must be ${(error as Error).message}, not ${shown}`);
    }
  }
  const known = new Set(SETTINGS.map((one) => one.variable));
  for (const name of Object.keys(given))
    if (name.startsWith("METADATA_SERVICE_") && !known.has(name)) wrong.push(`${name} is not a known setting`);
  if (wrong.length > 0) throw new SettingError(wrong.join("\n"));
  return options;
}

/** For every service in reach, Kubernetes sets variables that begin with its name: for one that is named as we are, too. */
function isOfKubernetes(name: string, value = ""): boolean {
  if (name === "METADATA_SERVICE_PORT") return /^(?:tcp|udp|sctp):\/\//.test(value);
  return /^METADATA_SERVICE_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_)/.test(name);
}

function setting(
  option: keyof ServiceOptions,
  flag: string,
  variable: string,
  value: string,
  help: string,
  parse: Setting["parse"],
): Setting {
  return { option, flag, variable: `METADATA_SERVICE_${variable}`, value, help, parse };
}

function integer(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new Error(`a whole number from ${least} to ${most}`);
    return number;
  };
}

function positive(text: string): number {
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || number <= 0) throw new Error("a number above 0");
  return number;
}

function portOrOff(text: string): number | false {
  return text === "off" ? false : integer(0, 65_535)(text);
}

function yesOrNo(text: string): boolean {
  if (text !== "yes" && text !== "no") throw new Error("yes or no");
  return text === "yes";
}

function nonEmpty(text: string): string {
  if (text.trim() === "") throw new Error("given a value");
  return text;
}

function databaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\/./.test(text) || !URL.canParse(text))
    throw new Error("a URL such as postgres://user:password@host:5432/name");
  return text;
}

function httpUrl(text: string): string {
  if (!/^https?:\/\/./.test(text) || !isUri(text) || /[?#]/.test(text))
    throw new Error("a URL that begins with http:// or https:// and has no query");
  return text;
}

function hosts(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (!names.every(isHost)) throw new Error("host names, such as api.example, with commas between them");
  return names;
}

function fileUrl(text: string): string {
  if (!text.includes("{id}") || !isUri(text.replaceAll("{id}", "0")))
    throw new Error("an absolute URL, percent-encoded, in which {id} stands for the identifier");
  return text;
}

/** `URL` mends what it reads; in an answer it must be a URI as it stands (RFC 3986, appendix A). */
function isUri(text: string): boolean {
  return URL.canParse(text) && /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})+$/.test(text);
}

function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === text);
  if (!level) throw new Error(`one of ${LOG_LEVELS.join(", ")}`);
  return level;
}
