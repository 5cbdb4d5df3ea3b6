import { parseArgs } from "node:util";
import { EFFORTS, type Effort, REQUESTS } from "../cases/effort.js";
import { DEFAULTS, type RunOptions } from "../run/run-contract.js";

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

/** The options of a run, and files to read and to write. */
export interface CliOptions
  extends Omit<RunOptions, "baseUrl" | "document" | "target" | "ca" | "givingUp" | "patience" | "bail"> {
  baseUrl: string;
  document?: string;
  ca?: string;
  html?: string;
  json: boolean;
  junit?: string;
  coverage: boolean;
}

/** @throws {UsageError} */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): CliOptions | "help" | "version" {
  const values = parse(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const baseUrl = values["base-url"];
  if (baseUrl === undefined)
    throw new UsageError("--base-url is missing; set it to the URL of a server, such as http://localhost:4010");
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    throw new UsageError(`--base-url must be a URL such as http://localhost:4010, not ${JSON.stringify(baseUrl)}`);
  const apiKey = values["api-key"] || environment["METADATA_API_KEY"];
  const uidPrefix = values["uid-prefix"];
  if (uidPrefix !== undefined && !/^[\w.-]{1,30}$/.test(uidPrefix))
    throw new UsageError(
      `--uid-prefix must be 1 to 30 letters, digits, dots, dashes or underscores, not ${JSON.stringify(uidPrefix)}`,
    );
  if (values["provoke-header"] !== undefined && !/^[\w-]+:\s*\S/.test(values["provoke-header"]))
    throw new UsageError('--provoke-header must look like "Prefer: code={status}"');
  return {
    baseUrl,
    ...(apiKey ? { apiKey } : {}),
    ...(values.user === undefined ? {} : { user: values.user }),
    ...(values.header === undefined ? {} : { headers: headersOf(values.header) }),
    ca: values.ca,
    insecure: values.insecure === true,
    document: values.document,
    provokeHeader: values["provoke-header"],
    readOnly: values["read-only"] === true,
    uidPrefix,
    anyUid: values["any-uid"] === true || uidPrefix === undefined,
    cleanup: values.cleanup === true,
    maxRecords: count("max-records", values["max-records"]),
    concurrency: count("concurrency", values.concurrency),
    effort: effort(values.effort),
    timeout: seconds("timeout", values.timeout),
    maxTime: seconds("max-time", values["max-time"]),
    html: values.html,
    seed: count("seed", values.seed),
    runs: count("runs", values.runs),
    only: expression(values.only),
    json: values.json === true,
    junit: values.junit,
    coverage: values.coverage === true,
  };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    return parseArgs({
      args,
      options: {
        "base-url": text,
        "api-key": text,
        user: text,
        header: { type: "string", multiple: true },
        ca: text,
        insecure: flag,
        document: text,
        "provoke-header": text,
        "read-only": flag,
        "uid-prefix": text,
        "any-uid": flag,
        cleanup: flag,
        "max-records": text,
        concurrency: text,
        effort: text,
        timeout: text,
        "max-time": text,
        html: text,
        seed: text,
        runs: text,
        only: text,
        json: flag,
        junit: text,
        coverage: flag,
        help: flag,
        version: flag,
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}. See metadata-contract --help`);
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

function headersOf(lines: string[]): Record<string, string> {
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
