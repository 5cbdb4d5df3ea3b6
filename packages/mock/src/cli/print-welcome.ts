import type { Mock } from "../start-mock.js";
import type { Paint } from "./paint.js";
import type { Flags } from "./parse-flags.js";

/** Says where the mock is, with a first request to copy; one line of JSON with `--json`. */
export function printWelcome(mock: Mock, flags: Flags, took: number, paint: Paint): void {
  // localhost is what people type; the address is what it leads to.
  const url = mock.url.replace("//127.0.0.1:", "//localhost:");
  if (flags.json) {
    process.stdout.write(
      `${JSON.stringify({ event: "started", url, seed: flags.seed, size: flags.size, scenario: flags.scenario })}\n`,
    );
    return;
  }
  const line = (name: string, value: string) => `  ${paint("dim", name.padEnd(9))} ${value}\n`;
  process.stdout.write(
    `\n${paint("bold", "Metadata Service mock")} ${paint("dim", `ready in ${Math.round(took)} ms`)}\n\n` +
      line("API", paint("cyan", url)) +
      line("key", mock.apiKey) +
      line("control", paint("cyan", `${url}/__mock/`)) +
      line("data", `${flags.size.toLocaleString("en")} records in each list, seed ${flags.seed}`) +
      line("scenario", flags.scenario) +
      `\n  curl -H 'apiKey: ${mock.apiKey}' '${url}/api/v1/purchase-orders?limit=2'\n\n`,
  );
}
