import { describeFlags, type Flag, parseFlags as readFlags } from "@metadata-service/spec-tools/flags";
import { asSentence } from "@metadata-service/spec-tools/terminal";
import { DEFAULTS, type ResolvedOptions } from "../mock-options.js";

/** The parsed command line. */
export interface Flags {
  /** The options of the mock that have a flag. */
  readonly options: Pick<ResolvedOptions, "port" | "host" | "allowedHosts" | "apiKeys" | "size" | "seed"> & {
    readonly scenario: string;
  };
  /** A file with the user's scenarios. */
  readonly scenarioFile?: string;
  /** The spec to serve, as a file; the bundle in @metadata-service/openapi by default. */
  readonly spec?: string;
  /** The folder that all files of the spec must be in; that of the spec by default. */
  readonly root?: string;
  /** A file with the user's records. */
  readonly dataFile?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly list: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** The defaults of the command: those of the library, except for the port. */
export const COMMAND_DEFAULTS = { ...DEFAULTS, port: 4010 } as const;

const HIGHEST = { port: 65_535, size: 100_000_000, seed: 0xffff_ffff } as const;

/** Every flag of the command. */
export const FLAGS: readonly Flag[] = [
  flag("port", "N", "port to listen on; 0 picks a free one", COMMAND_DEFAULTS.port, { short: "p" }),
  flag("host", "ADDRESS", "address to listen on; 0.0.0.0 allows other machines to connect", COMMAND_DEFAULTS.host),
  flag(
    "allowed-host",
    "NAME",
    "additional host name that requests may use in the Host header; may be repeated",
    "loopback and --host",
    { multiple: true },
  ),
  flag("key", "KEY", "API key that is accepted; may be repeated", COMMAND_DEFAULTS.apiKeys.join(), { multiple: true }),
  flag("size", "N", "records in each list", COMMAND_DEFAULTS.size),
  flag("seed", "N", "seed for records and faults; the same seed generates the same ones", COMMAND_DEFAULTS.seed),
  flag("scenario", "NAME", "what goes wrong; --list shows the names", COMMAND_DEFAULTS.scenario),
  flag("scenarios", "FILE", "JSON file with your own scenarios"),
  flag("spec", "FILE", "another OpenAPI 3.1 file to serve; reloaded when one of its files changes"),
  flag("root", "DIR", "folder that all files of the spec must be in", "the folder of the spec"),
  flag("data", "FILE", 'JSON file with your own records, by operation: { "listReports": [ … ] }'),
  flag("json", undefined, "print one line of JSON for each request"),
  flag("quiet", undefined, "do not print a line for each request"),
  flag("list", undefined, "list the scenarios and exit"),
  flag("version", undefined, "print the version and exit"),
  flag("help", undefined, "print this help and exit", undefined, { short: "h" }),
];

export const HELP = `metadata-mock: a mock server for the Metadata Service, with stored records and simulated faults

${describeFlags(FLAGS)}
While the mock runs, the page /__mock/ shows the last requests and lets you switch the scenario.
To change a single response, send the header Prefer: code=429 | example=NAME | delay=MS | scenario=NAME
`;

/**
 * Parses the flags.
 *
 * @throws Error for an unknown flag or an invalid value
 */
export function parseFlags(args: readonly string[]): Flags {
  const given = read(args);
  const [scenarioFile, spec, dataFile] = [given.text("scenarios"), given.text("spec"), given.text("data")];
  const root = given.text("root");
  if (root !== undefined && spec === undefined)
    throw new Error(`--root ${root} is the folder of the files of a spec; it needs --spec FILE.`);
  const number = (name: keyof typeof HIGHEST) => wholeNumber(name, given.text(name));
  const keys = given.texts("key");
  return {
    options: {
      port: number("port"),
      host: given.text("host") ?? COMMAND_DEFAULTS.host,
      allowedHosts: given.texts("allowed-host"),
      apiKeys: keys.length > 0 ? keys : COMMAND_DEFAULTS.apiKeys,
      size: number("size"),
      seed: number("seed"),
      scenario: given.text("scenario") ?? COMMAND_DEFAULTS.scenario,
    },
    ...(scenarioFile !== undefined && { scenarioFile }),
    ...(spec !== undefined && { spec }),
    ...(root !== undefined && { root }),
    ...(dataFile !== undefined && { dataFile }),
    json: given.isOn("json"),
    quiet: given.isOn("quiet"),
    list: given.isOn("list"),
    help: given.isOn("help"),
    version: given.isOn("version"),
  };
}

function read(args: readonly string[]) {
  try {
    return readFlags(args, FLAGS, false);
  } catch (error) {
    throw new Error(`${asSentence((error as Error).message)} metadata-mock --help lists the flags.`);
  }
}

function wholeNumber(name: keyof typeof HIGHEST, text: string | undefined): number {
  if (text === undefined) return COMMAND_DEFAULTS[name];
  const most = HIGHEST[name];
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new Error(`--${name} must be a whole number from 0 to ${most}, not ${JSON.stringify(text)}.`);
}

function flag(
  name: string,
  value: string | undefined,
  help: string,
  otherwise?: string | number,
  more: Pick<Flag, "short" | "multiple"> = {},
): Flag {
  return { name, value, help, ...(otherwise !== undefined && { default: String(otherwise) }), ...more };
}
