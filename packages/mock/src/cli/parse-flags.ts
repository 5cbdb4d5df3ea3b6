import { parseArgs } from "node:util";

/** What the command was told. */
export interface Flags {
  readonly port: number;
  readonly host: string;
  readonly keys: readonly string[];
  readonly size: number;
  readonly seed: number;
  readonly scenario: string;
  /** A file with scenarios of the user. */
  readonly scenarioFile?: string;
  /** The spec to serve, as a file; the bundle in @metadata-service/openapi unless given. */
  readonly spec?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly list: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

export const HELP = `metadata-mock: the Metadata Service, mocked: Prism with a memory, and faults on demand

  --port N          port to listen on; 0 takes a free one     (4010)
  --host ADDRESS    0.0.0.0 lets other machines in            (127.0.0.1)
  --key KEY         an API key that is let in; may be repeated (demo-key)
  --size N          records in each list                      (1000)
  --seed N          same seed, same records and same faults   (1)
  --scenario NAME   what goes wrong; --list shows the names   (none)
  --scenarios FILE  a JSON file with scenarios of your own
  --spec FILE       another OpenAPI 3.1 file to serve; the new version is served
                    when it, or a file that it refers to, changes
  --json            one line of JSON for each request
  --quiet           no line for each request
  --list            list the scenarios and end
  --version, --help

While it runs: /__mock/ is a page with the last requests, and switches the scenario.
One request alone: Prefer: code=429 | example=NAME | delay=MS | scenario=NAME
`;

/**
 * Reads the flags.
 *
 * @throws Error in one sentence for a flag that is unknown or a value that cannot be
 */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parse(args);
  return {
    port: wholeNumber("--port", values.port, 4010, 65_535),
    host: values.host ?? "127.0.0.1",
    keys: values.key ?? [],
    size: wholeNumber("--size", values.size, 1000, 100_000_000),
    seed: wholeNumber("--seed", values.seed, 1, 0xffff_ffff),
    scenario: values.scenario ?? "none",
    ...(values.scenarios !== undefined && { scenarioFile: values.scenarios }),
    ...(values.spec !== undefined && { spec: values.spec }),
    json: values.json ?? false,
    quiet: values.quiet ?? false,
    list: values.list ?? false,
    help: values.help ?? false,
    version: values.version ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string", short: "p" },
        host: { type: "string" },
        key: { type: "string", multiple: true },
        size: { type: "string" },
        seed: { type: "string" },
        scenario: { type: "string" },
        scenarios: { type: "string" },
        spec: { type: "string" },
        json: { type: "boolean" },
        quiet: { type: "boolean" },
        list: { type: "boolean" },
        version: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const [sentence] = (error as Error).message.split(". ");
    throw new Error(`${sentence}; metadata-mock --help lists the flags.`);
  }
}

function wholeNumber(flag: string, text: string | undefined, fallback: number, most: number): number {
  if (text === undefined) return fallback;
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new Error(`${flag} must be a whole number from 0 to ${most}, not ${JSON.stringify(text)}.`);
}
