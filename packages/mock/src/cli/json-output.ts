import { displayUrl, type Output } from "./output.js";

/** Writes one JSON line per event; its `event` field is the type. */
export function createJsonOutput(stream: NodeJS.WriteStream): Output {
  const write = (event: string, fields: object = {}) => stream.write(`${JSON.stringify({ event, ...fields })}\n`);
  return {
    started: (mock, { seed, size, scenario }, took) =>
      write("started", {
        url: displayUrl(mock.url),
        apiKey: mock.apiKey,
        seed,
        size,
        scenario,
        took: Math.round(took),
      }),
    request: (entry) => write("request", entry),
    spec: (news) => write("spec", news),
    progress: (done, total) => write("progress", { done, total }),
    notice: (text) => write("notice", { text }),
    defect: (operation, violation) => write("defect", { operation, violation }),
    stopped: () => write("stopped"),
  };
}
