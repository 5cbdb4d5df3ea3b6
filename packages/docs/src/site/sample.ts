/** The ways in which every operation is shown, in the order of the tabs. */
export const WAYS = [
  { way: "curl", file: "curl.sh", lang: "Shell", highlight: "bash", label: "curl" },
  { way: "client", file: "client.ts", lang: "TypeScript", highlight: "typescript", label: "Client" },
  { way: "fetch", file: "fetch.ts", lang: "TypeScript", highlight: "typescript", label: "fetch" },
] as const;

/** One of the ways: `curl`, `client` or `fetch`. */
export type Way = (typeof WAYS)[number]["way"];

/** One sample: a program a reader can run as it is against the mock. */
export interface Sample {
  /** The operation that it shows. */
  operationId: string;
  /** The error that it provokes, `400` for instance; missing where all goes well. */
  status?: string;
  way: Way;
  /** The program. */
  source: string;
  /** What it prints, as recorded; missing for samples made from the spec alone. */
  output?: string;
}
