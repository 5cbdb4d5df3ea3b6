import { readFileSync } from "node:fs";
import { describeFileError } from "@metadata-service/spec-tools";
import { decodeText } from "@metadata-service/spec-tools/input";
import {
  databaseUrl,
  fileUrl,
  hosts,
  httpUrl,
  integer,
  logLevel,
  milliseconds,
  networks,
  nonEmpty,
  origins,
  portOrOff,
  positive,
  yesOrNo,
} from "./parse-setting.js";
import { DEFAULTS, LOG_LEVELS, type ServiceOptions } from "./service-options.js";

/** A setting, which can be set by a flag or an environment variable. The flag takes precedence. */
export interface Setting {
  readonly option: keyof ServiceOptions;
  /** The name of the flag, without dashes. */
  readonly flag: string;
  readonly variable: string;
  /** The placeholder for the value in the help. */
  readonly value: string;
  readonly help: string;
  /** The default, as shown in the help. */
  readonly otherwise: string;
  /** Whether the flag may be repeated; its values are then joined with commas. */
  readonly multiple: boolean;
  /** Parses the value, or throws an Error whose message completes "… must be". */
  parse(text: string): unknown;
  /** For a setting that is a path: reads the text to parse from the file. */
  read?(path: string): string;
}

/** The defaults of the command that differ from `DEFAULTS`. */
const COMMAND_DEFAULTS = {
  port: 4020,
  opsPort: 4021,
  drain: 5_000,
  logLevel: "info",
} as const satisfies ServiceOptions;

const DATABASE_URL_FILE = "METADATA_SERVICE_DATABASE_URL_FILE";

/** All settings of the service, in the groups of the documentation. */
export const SETTING_GROUPS: Readonly<Record<string, readonly Setting[]>> = {
  Network: [
    setting("port", "port", "PORT", "public port; 0 selects a free one", integer(0, 65_535)),
    setting("host", "host", "ADDRESS", "address to listen on; 0.0.0.0 for all", nonEmpty),
    setting("opsPort", "ops-port", "PORT|off", "private port: health, readiness, metrics", portOrOff),
    setting("opsHost", "ops-host", "ADDRESS", "address of the private port", nonEmpty),
    setting("fileUrl", "file-url", "TEMPLATE", "URL of a file; {id} is replaced by its ID", fileUrl),
    setting("publicUrl", "public-url", "URL", "base of the links in pages, behind a proxy", httpUrl, {
      otherwise: "the host of each request, if allowed",
    }),
    setting("allowedHosts", "allowed-host", "NAMES", "host names that links may use, separated by commas", hosts, {
      otherwise: "loopback and --host",
    }),
    setting("corsOrigins", "cors-origin", "ORIGINS", "origins of web pages that may use the API, or *", origins, {
      otherwise: "none",
      multiple: true,
    }),
    setting("trustedProxies", "trusted-proxy", "ADDRESSES", "proxies whose X-Forwarded-For is trusted", networks, {
      otherwise: "none",
    }),
  ],
  Database: [
    setting("data", "data", "DIR", "folder of the embedded database", nonEmpty, {
      variable: "METADATA_SERVICE_DATA_DIR",
    }),
    setting("databaseUrl", "database-url", "URL", "PostgreSQL server to use instead", databaseUrl, {
      variable: "DATABASE_URL",
      otherwise: "the embedded database",
    }),
    {
      ...setting("databaseUrl", "database-url-file", "FILE", "file that contains that URL", databaseUrl, {
        otherwise: "none",
      }),
      read: (path) => decodeText(readFileSync(path)).trim(),
    },
    setting("databaseConnections", "database-connections", "N", "connections to PostgreSQL", integer(1, 1000)),
  ],
  Limits: [
    setting("rate", "rate", "N", "sustained requests per second, per key", positive),
    setting("burst", "burst", "N", "largest burst of requests, per key", integer(1, 1e9)),
    setting("inFlight", "in-flight", "N", "concurrent requests per key", integer(1, 1e6)),
    setting("sharedLimits", "shared-limits", "yes|no", "count limits across all processes", yesOrNo),
    setting("maxConcurrent", "max-concurrent", "N", "concurrent requests, all keys together", integer(1, 1e6)),
    setting("maxConnections", "max-connections", "N", "concurrent connections", integer(1, 1e6), {
      otherwise: "10000, or what open files allow",
    }),
    setting(
      "maxConnectionsPerAddress",
      "max-connections-per-address",
      "N",
      "concurrent connections per address",
      integer(1, 1e6),
      {
        otherwise: "1000, or half of all",
      },
    ),
    setting(
      "failuresPerMinute",
      "failures-per-minute",
      "N",
      "requests without a valid key, per minute and address",
      integer(1, 1e9),
    ),
  ],
  Timeouts: [
    setting("requestTimeout", "request-timeout", "MS", "time limit for a request to arrive, in ms", milliseconds),
    setting("headersTimeout", "headers-timeout", "MS", "time limit for its headers to arrive, in ms", milliseconds),
    setting(
      "keepAliveTimeout",
      "keep-alive-timeout",
      "MS",
      "time until an idle connection is closed, in ms",
      milliseconds,
    ),
    setting("keylessTimeout", "keyless-timeout", "MS", "the same for connections without a valid key", milliseconds),
    setting(
      "sendTimeout",
      "send-timeout",
      "MS",
      "time in which a client may read nothing of a response, in ms",
      milliseconds,
    ),
    setting("stopTimeout", "stop-timeout", "MS", "time in which a shutdown ends, in ms", integer(0, 3_600_000)),
    setting(
      "drain",
      "drain",
      "MS",
      "part of it in which requests are still accepted, after SIGTERM, in ms",
      integer(0, 3_600_000),
    ),
  ],
  Log: [setting("logLevel", "log-level", LOG_LEVELS.join("|"), "lowest level to log", logLevel)],
};

/** The same without groups. The help, the environment variables and the flags are derived from this list. */
export const SETTINGS: readonly Setting[] = Object.values(SETTING_GROUPS).flat();

/** Thrown for invalid settings; the message names them and explains what is valid. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/**
 * Reads and validates all settings.
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
    wrong.push("--database-url and --database-url-file are alternatives; use one of them");
  // A flag takes precedence over the environment for both ways to name a database.
  if (flags["database-url-file"] !== undefined) delete given["DATABASE_URL"];
  if (flags["database-url"] !== undefined || given["DATABASE_URL"]) delete given[DATABASE_URL_FILE];
  for (const one of SETTINGS) {
    const text = flags[one.flag] ?? (given[one.variable] || undefined);
    if (text === undefined) continue;
    try {
      options[one.option] = one.parse(one.read?.(text) ?? text);
    } catch (error) {
      wrong.push(sentence(one, flags[one.flag] === undefined, text, error as Error));
    }
  }
  for (const name of unknownVariables(given))
    wrong.push(`The environment variable ${name} is not a known setting; metadata-service --help lists all settings`);
  if (wrong.length > 0) throw new SettingError(wrong.join("\n"));
  return options;
}

function sentence({ option, flag, variable, read }: Setting, isVariable: boolean, text: string, error: Error): string {
  const { message, syscall } = error as NodeJS.ErrnoException;
  const source = isVariable ? variable : `--${flag}`;
  if (syscall !== undefined) return `${source} cannot be used: ${describeFileError(error, text).message}`;
  // What is wrong is in the file, which contains a password.
  if (read) return `The content of ${text} (${source}) must be ${message}`;
  // A database URL contains a password.
  const shown = option === "databaseUrl" ? "the current value" : JSON.stringify(text);
  return `${source} must be ${message}, not ${shown}`;
}

function unknownVariables(environment: object): string[] {
  const known = new Set(SETTINGS.map(({ variable }) => variable));
  return Object.keys(environment).filter((name) => name.startsWith("METADATA_SERVICE_") && !known.has(name));
}

/**
 * Whether Kubernetes set a variable: it defines variables named after its Services, so their names may start with our
 * prefix.
 */
function isOfKubernetes(name: string, value = ""): boolean {
  if (name === "METADATA_SERVICE_PORT") return /^(?:tcp|udp|sctp):\/\//.test(value);
  return /^METADATA_SERVICE_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_)/.test(name);
}

function setting(
  option: keyof ServiceOptions,
  flag: string,
  value: string,
  help: string,
  parse: Setting["parse"],
  {
    variable = `METADATA_SERVICE_${flag.toUpperCase().replaceAll("-", "_")}`,
    otherwise = defaultOf(option),
    multiple = false,
  } = {},
): Setting {
  return { option, flag, variable, value, help, otherwise, multiple, parse };
}

function defaultOf(option: keyof ServiceOptions): string {
  const value: unknown = { ...DEFAULTS, ...COMMAND_DEFAULTS }[option as keyof typeof DEFAULTS];
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
