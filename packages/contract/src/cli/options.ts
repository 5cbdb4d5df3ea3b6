import { type Flag, type Flags, parseFlags } from "@metadata-service/spec-tools/flags";
import { asSentence } from "@metadata-service/spec-tools/terminal";
import { EFFORTS, type Effort, REQUESTS } from "../effort.js";
import { DEFAULTS } from "../run-contract.js";

export const HELP = `metadata-contract: checks a server against the contract of the Metadata Service

  metadata-contract --base-url http://localhost:4010 --api-key demo-key

What to check
  --base-url URL         scheme, host and port of the server
  --api-key KEY          a key that the server accepts; or set the environment variable METADATA_API_KEY. Not needed if
                         the document has no security
  --user NAME            user name of Basic authentication; the key is the password (default: the key)
  --header "NAME: VALUE" a header of every request, such as that of a tenant; may be repeated
  --ca FILE              certificates to trust, in PEM
  --insecure             accepts any certificate, for a server with one that nobody signed
  --document FILE        an OpenAPI document in JSON or YAML (default: the one this package was released with)
  --provoke-header H     a header that makes the server return a given status, in place of {status},
                         as in "Prefer: code={status}"; without it, 429 and 500 are reported as not provoked

What the run may do
  --read-only            sends nothing that could change what the server stores
  --uid-prefix TEXT      prefix of every uid that it creates (default: contract- and a part of the time)
  --any-uid              with --uid-prefix: also creates the few records whose uid is a single character and cannot have the prefix (always created without --uid-prefix)
  --cleanup              deletes what it created, if the document has an operation for that
  --max-records N        maximum number of records to read from a list (default: ${DEFAULTS.maxRecords})
  --concurrency N        cases at once (default: ${DEFAULTS.concurrency})

Which cases run
  --effort HOW           about how many requests to send, or quick (${REQUESTS.quick}), standard (${REQUESTS.standard}) or thorough (${REQUESTS.thorough}):
                         about 10, 60 or 300 seconds; a run with fewer requests tries a sample (default: ${DEFAULTS.effort})
  --seed N               seed for generated values and samples; the report names the one it used. The same seed and
                         effort send the same requests
  --runs N               generated values per property (default: 12, 60 or 400 by effort)
  --only REGEXP          only cases whose id matches

Time limits
  --timeout SECONDS      limit for one request (default: ${DEFAULTS.timeout / 1000})
  --max-time SECONDS     limit for the whole run, its preparation included; cases that have not started by then are
                         reported as not run
                         A run also ends if the server is gone, hangs or returns nothing but 503.

Output (exit code 0: all passed, 1: something failed, 2: the run could not finish)
  --html FILE            writes the report as one HTML page
  --json                 prints the report as JSON
  --junit FILE           also writes the report as JUnit XML
  --coverage             adds the complete coverage table
  --help, --version
`;

/** A mistake in the arguments; its message is all that the user needs to see. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface CliOptions {
  baseUrl: string;
  apiKey?: string;
  user?: string;
  headers?: Record<string, string>;
  ca?: string;
  insecure: boolean;
  document?: string;
  provokeHeader?: string;
  readOnly: boolean;
  uidPrefix?: string;
  anyUid: boolean;
  cleanup: boolean;
  maxRecords?: number;
  concurrency?: number;
  effort?: Effort | number;
  /** In milliseconds. */
  timeout?: number;
  maxTime?: number;
  html?: string;
  seed?: number;
  runs?: number;
  only?: RegExp;
  json: boolean;
  junit?: string;
  coverage: boolean;
}

/** @throws {UsageError} */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): CliOptions | "help" | "version" {
  const { text, texts, isOn } = parse(args);
  if (isOn("help")) return "help";
  if (isOn("version")) return "version";
  const uidPrefix = text("uid-prefix");
  if (uidPrefix !== undefined && !/^[\w.-]{1,30}$/.test(uidPrefix))
    throw new UsageError(
      `--uid-prefix must be 1 to 30 letters, digits, dots, dashes or underscores, not ${JSON.stringify(uidPrefix)}`,
    );
  const provokeHeader = text("provoke-header");
  if (provokeHeader !== undefined && !/^[\w-]+:\s*\S/.test(provokeHeader))
    throw new UsageError('--provoke-header must look like "Prefer: code={status}"');
  const apiKey = text("api-key") || environment["METADATA_API_KEY"];
  const user = text("user");
  const headers = texts("header");
  return {
    baseUrl: address(text("base-url")),
    ...(apiKey ? { apiKey } : {}),
    ...(user === undefined ? {} : { user }),
    ...(headers.length === 0 ? {} : { headers: headersOf(headers) }),
    ca: text("ca"),
    insecure: isOn("insecure"),
    document: text("document"),
    provokeHeader,
    readOnly: isOn("read-only"),
    uidPrefix,
    anyUid: isOn("any-uid") || uidPrefix === undefined,
    cleanup: isOn("cleanup"),
    maxRecords: count("max-records", text("max-records")),
    concurrency: count("concurrency", text("concurrency")),
    effort: effort(text("effort")),
    timeout: seconds("timeout", text("timeout")),
    maxTime: seconds("max-time", text("max-time")),
    html: text("html"),
    seed: count("seed", text("seed")),
    runs: count("runs", text("runs")),
    only: expression(text("only")),
    json: isOn("json"),
    junit: text("junit"),
    coverage: isOn("coverage"),
  };
}

function address(text: string | undefined): string {
  if (text === undefined)
    throw new UsageError("--base-url is missing; set it to the URL of a server, such as http://localhost:4010");
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError(`--base-url must be a URL such as http://localhost:4010, not ${JSON.stringify(text)}`);
  return text;
}

const TEXTS = [
  "base-url",
  "api-key",
  "user",
  "header",
  "ca",
  "document",
  "provoke-header",
  "uid-prefix",
  "max-records",
  "concurrency",
  "effort",
  "timeout",
  "max-time",
  "html",
  "seed",
  "runs",
  "only",
  "junit",
];
const SWITCHES = ["insecure", "read-only", "any-uid", "cleanup", "json", "coverage", "help", "version"];
const FLAGS: readonly Flag[] = [
  ...TEXTS.map((name) => ({ name, value: "VALUE", help: "" })),
  ...SWITCHES.map((name) => ({ name, help: "" })),
];

function parse(args: readonly string[]): Flags {
  try {
    return parseFlags(args, FLAGS, false);
  } catch (error) {
    throw new UsageError(`${asSentence((error as Error).message)} metadata-contract --help lists the options.`);
  }
}

function count(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text) || (Number(text) === 0 && name !== "seed"))
    throw new UsageError(
      `--${name} must be a whole number from ${name === "seed" ? 0 : 1} to 9999999999, not ${JSON.stringify(text)}`,
    );
  return Number(text);
}

function seconds(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text) || Number(text) === 0)
    throw new UsageError(
      `--${name} must be a number of seconds above 0, such as 30 or 0.5, not ${JSON.stringify(text)}`,
    );
  return Number(text) * 1000;
}

function effort(text: string | undefined): Effort | number | undefined {
  const known = EFFORTS.find((name) => name === text);
  if (text === undefined || known) return known;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(
    `--effort must be one of ${EFFORTS.join(", ")} or a number of requests, not ${JSON.stringify(text)}`,
  );
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([ -~]*\S)\s*$/.exec(line) ?? [];
      if (!name || !value)
        throw new UsageError(`--header must look like "X-Tenant: acme", not ${JSON.stringify(line)}`);
      return [name, value];
    }),
  );
}

function expression(text: string | undefined): RegExp | undefined {
  try {
    return text === undefined ? undefined : new RegExp(text);
  } catch (error) {
    throw new UsageError(
      `--only must be a regular expression; escape characters such as ( or [ with \\: ${(error as Error).message}`,
    );
  }
}
