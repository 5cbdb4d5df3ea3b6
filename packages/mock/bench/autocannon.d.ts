/** The part of autocannon that the benchmark uses; the package comes without types. */
declare module "autocannon" {
  export interface Options {
    url: string;
    connections: number;
    /** The duration in seconds; alternatively, set `amount`. */
    duration?: number;
    /** The total number of requests. */
    amount?: number;
    method?: "GET" | "POST";
    headers?: Record<string, string>;
    body?: string;
  }
  export interface Result {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    "2xx": number;
    non2xx: number;
    errors: number;
  }
  const autocannon: (options: Options) => Promise<Result>;
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default autocannon;
}
