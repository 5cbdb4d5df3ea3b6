import type { MockData } from "./core/memory/preset-rows.js";
import type { Scenario } from "./core/scenarios/scenario.js";

/** Options of every mock, with a server (`startMock`) and without one (`createMockHandlers`). */
export interface CommonOptions {
  /**
   * The accepted API keys; any other key gets a 401.
   *
   * @default ["demo-key"]
   */
  apiKeys?: readonly string[];
  /**
   * The number of records in each list.
   *
   * @default 1000
   */
  size?: number;
  /**
   * The seed for random choices: the same seed produces the same records and the same faults.
   *
   * @default 1
   */
  seed?: number;
  /**
   * The scenario at the start, by name or as data.
   *
   * @default "none"
   */
  scenario?: string | Scenario;
  /** Scenarios in addition to the built-in ones. */
  scenarios?: readonly Scenario[];
  /**
   * The URL of a stored file; `{id}` is replaced by its ID.
   *
   * @default `/files/{id}` at the address of the mock
   */
  fileUrl?: string;
  /**
   * Your records, keyed by resource name or by the operationId of an operation that returns them. These lists contain
   * no other records. Each record must be valid for at least one operation that returns it. `size` and scenarios do not
   * change how many there are.
   *
   * @example { listReports: [{ uid: "report-1", createdDate: "2026-11-21T06:15:00.000000+00:00", updatedDate:
   *   "2026-11-21T06:15:00.000000+00:00" }] }
   */
  data?: MockData;
  /**
   * The bundle of the spec, one OpenAPI 3.1 document without external references.
   *
   * @default the bundle in @metadata-service/openapi
   */
  document?: object;
}

/** Options of `startMock`. */
export interface MockOptions extends CommonOptions {
  /**
   * The port to listen on; 0 picks a free one.
   *
   * @default 0
   */
  port?: number;
  /**
   * The address to listen on. `0.0.0.0` allows other machines to connect.
   *
   * @default "127.0.0.1"
   */
  host?: string;
  /**
   * Host names that requests may use, in addition to loopback and `host`. Any other `Host` gets a 400, which prevents
   * DNS rebinding.
   *
   * @default []
   */
  allowedHosts?: readonly string[];
  /**
   * Called for each resource for which the mock cannot generate a valid record, at startup and after the spec changes;
   * its list is empty.
   */
  onNotice?: (text: string) => void;
  /** Called when a response of the mock violates the spec; the client gets a 500 that explains it. */
  onDefect?: (operation: string, violation: string) => void;
}

/** The default options. */
export const DEFAULTS = {
  port: 0,
  host: "127.0.0.1",
  allowedHosts: [],
  apiKeys: ["demo-key"],
  size: 1000,
  seed: 1,
  scenario: "none",
  scenarios: [],
} as const satisfies MockOptions;

/** Options with every default filled in. */
export type ResolvedOptions = Readonly<
  Required<Pick<MockOptions, keyof typeof DEFAULTS>> & Pick<MockOptions, "fileUrl" | "document" | "data">
>;

/** Applies the defaults; an option that is `undefined` is treated as missing. */
export function withDefaults(options: MockOptions): ResolvedOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...DEFAULTS, ...given };
}
