/** The languages and tools in which every operation is shown, in the order of the tabs. */
export const WAYS = [
  { way: "curl", file: "curl.sh", lang: "Shell", highlight: "bash", label: "curl" },
  { way: "client", file: "client.ts", lang: "TypeScript", highlight: "typescript", label: "Client" },
  { way: "fetch", file: "fetch.ts", lang: "TypeScript", highlight: "typescript", label: "fetch" },
  { way: "python", file: "python.py", lang: "Python", highlight: "python", label: "Python" },
] as const;

/** One of them: `curl`, `client`, `fetch` or `python`. */
export type Way = (typeof WAYS)[number]["way"];

/** Returns the language whose interpreter runs a sample. */
export function runAs(way: Way): "shell" | "typescript" | "python" {
  if (way === "curl") return "shell";
  return way === "python" ? "python" : "typescript";
}

/** A sample: a program that a reader can run unchanged against the mock. */
export interface Sample {
  /** The operation that it calls. */
  operationId: string;
  /** The status of the error that it causes, such as `400`; missing if it succeeds. */
  status?: string;
  way: Way;
  /** The program. */
  source: string;
  /** Its recorded output; missing for samples generated from the spec. */
  output?: string;
}
