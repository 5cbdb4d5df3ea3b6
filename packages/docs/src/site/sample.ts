/** The ways in which every operation is shown, in the order of the tabs. */
export const WAYS = [
  { way: "curl", file: "curl.sh", lang: "Shell", highlight: "bash", label: "curl" },
  { way: "client", file: "client.ts", lang: "TypeScript", highlight: "typescript", label: "Client" },
  { way: "fetch", file: "fetch.ts", lang: "TypeScript", highlight: "typescript", label: "fetch" },
  { way: "python", file: "python.py", lang: "Python", highlight: "python", label: "Python" },
] as const;

/** One of the ways: `curl`, `client`, `fetch` or `python`. */
export type Way = (typeof WAYS)[number]["way"];

/** The language that a way is run in. */
export function runAs(way: Way): "shell" | "typescript" | "python" {
  if (way === "curl") return "shell";
  return way === "python" ? "python" : "typescript";
}

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
