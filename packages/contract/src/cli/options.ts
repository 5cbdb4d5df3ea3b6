import { parseArgs } from "node:util";
import { EFFORTS, type Effort } from "../effort.js";
import { DEFAULTS } from "../run-contract.js";

export const HELP = `metadata-contract: checks a server against the contract of the Metadata Service

  metadata-contract --base-url http://localhost:4010 --api-key demo-key

What to hold to what
  --base-url URL         scheme, host and port of the server
  --api-key KEY          a key that it accepts; or the environment variable METADATA_API_KEY
  --document FILE        an OpenAPI document in JSON (default: the one this package was released with)
  --provoke-header H     a header that makes the server answer a status of choice, {status} standing for it,
                         as in "Prefer: code={status}"; without it, 429 and 500 are reported as not provoked

What it may do
  --read-only            sends nothing that could change what the server stores
  --uid-prefix TEXT      begins every uid that is created (default: contract- and the seed)
  --any-uid              with --uid-prefix: also creates the few records whose uid is one rare character
  --cleanup              deletes what it created, where the document has an operation for that
  --max-records N        records of a list that are read at most (default: ${DEFAULTS.maxRecords})
  --concurrency N        cases at once (default: ${DEFAULTS.concurrency})

What is tried
  --effort HOW           quick, standard or thorough: about 10, 60 or 300 seconds (default: ${DEFAULTS.effort})
  --seed N               of generated values; a report names the one it used
  --runs N               tries of each property (default: ${Object.values(DEFAULTS.runs).join(", ")} by effort)
  --only REGEXP          only cases whose id matches

How long it may take
  --timeout SECONDS      for one request (default: ${DEFAULTS.timeout / 1000})
  --max-time SECONDS     for the whole run; what has not begun by then counts as not run
                         A server that is gone, hangs or answers only 503 ends the run by itself.

What comes out (exit code 0: all passed, 1: something failed, 2: it could not run to its end)
  --html FILE            the report as one page
  --json                 the report as JSON on standard output
  --junit FILE           the report as JUnit XML as well
  --coverage             adds the whole coverage table
  --help, --version
`;

/** What went wrong before anything was sent; its message is all a person needs. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface CliOptions {
  baseUrl: string;
  apiKey: string;
  document?: string;
  provokeHeader?: string;
  readOnly: boolean;
  uidPrefix?: string;
  anyUid: boolean;
  cleanup: boolean;
  maxRecords?: number;
  concurrency?: number;
  effort?: Effort;
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
  const values = parse(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const baseUrl = values["base-url"] ?? "";
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    throw new UsageError(`--base-url has to be a URL such as http://localhost:4010, got ${JSON.stringify(baseUrl)}`);
  const apiKey = values["api-key"] ?? environment["METADATA_API_KEY"];
  if (!apiKey) throw new UsageError("Give a key that the server accepts with --api-key or METADATA_API_KEY");
  const uidPrefix = values["uid-prefix"];
  if (uidPrefix !== undefined && !/^[\w.-]{1,30}$/.test(uidPrefix))
    throw new UsageError("--uid-prefix has to be 1 to 30 letters, digits, dots, dashes or underscores");
  if (values["provoke-header"] !== undefined && !/^[\w-]+:\s*\S/.test(values["provoke-header"]))
    throw new UsageError('--provoke-header has to look like "Prefer: code={status}"');
  return {
    baseUrl,
    apiKey,
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
    throw new UsageError(`--${name} has to be a number, got ${JSON.stringify(text)}`);
  return Number(text);
}

function seconds(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text) || Number(text) === 0)
    throw new UsageError(`--${name} has to be a number of seconds, got ${JSON.stringify(text)}`);
  return Number(text) * 1000;
}

function effort(text: string | undefined): Effort | undefined {
  const known = EFFORTS.find((name) => name === text);
  if (text !== undefined && !known)
    throw new UsageError(`--effort has to be ${EFFORTS.join(", ")}, got ${JSON.stringify(text)}`);
  return known;
}

function expression(text: string | undefined): RegExp | undefined {
  try {
    return text === undefined ? undefined : new RegExp(text);
  } catch (error) {
    throw new UsageError(`--only: ${(error as Error).message}`);
  }
}
