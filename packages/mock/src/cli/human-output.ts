import { control, createPaint } from "@metadata-service/spec-tools/terminal";
import { formatEntry } from "./format-entry.js";
import { displayUrl, type Output } from "./output.js";

/** The width of the progress bar, in characters. */
const BAR = 30;

/**
 * Creates output for people.
 *
 * @param quiet whether to omit the line for each request
 */
export function createHumanOutput(stream: NodeJS.WriteStream, quiet: boolean): Output {
  const paint = createPaint(stream.isTTY === true, process.env);
  const write = (text: string) => stream.write(text);
  const line = (name: string, value: string) => `  ${paint("dim", name.padEnd(9))} ${value}\n`;
  let quarter = 0;

  return {
    started(mock, { size, seed, scenario }, took) {
      const url = displayUrl(mock.url);
      write(
        `\n${paint("bold", "Metadata Service mock")}  ${paint("dim", `ready in ${Math.round(took)} ms; Ctrl-C stops it`)}\n\n` +
          line("API", paint("cyan", url)) +
          line("key", mock.apiKey) +
          line("control", paint("cyan", `${url}/__mock/`)) +
          line("data", `${size.toLocaleString("en")} records in each list, seed ${seed}`) +
          line("scenario", scenario) +
          `\n  ${mock.sampleRequest.replace(mock.url, url)}\n\n`,
      );
    },
    request(entry) {
      if (!quiet) write(`${formatEntry(entry, paint)}\n`);
    },
    spec({ files: [first = "", ...more], took, problem }) {
      const file = more.length > 0 ? `${first} and ${more.length} more` : first;
      if (problem === undefined) write(`${paint("green", "spec")}  ${file} changed: served now, after ${took} ms\n`);
      else
        write(
          `${paint("red", "spec")}  ${file} changed but cannot be served; still serving the previous version:\n${indent(problem)}\n`,
        );
    },
    progress(done, total) {
      const share = total === 0 ? 1 : done / total;
      const text = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} records indexed`;
      if (stream.isTTY) {
        const filled = Math.round(share * BAR);
        const bar = `${"━".repeat(filled)}${paint("dim", "━".repeat(BAR - filled))}`;
        write(`${control("\r")}${bar}  ${text}${share === 1 ? "\n" : ""}`);
      } else if (Math.floor(share * 4) > quarter) {
        quarter = Math.floor(share * 4);
        write(`${text}\n`);
      }
    },
    notice: (text) => write(`${paint("yellow", "notice")}  ${text}\n`),
    defect: (operation, violation) =>
      write(`${paint("red", "defect")}  the response of ${operation} violates the spec: ${violation}\n`),
    stopped: () => write("\nStopped.\n"),
  };
}

function indent(text: string): string {
  return text.replace(/^/gm, "      ");
}
