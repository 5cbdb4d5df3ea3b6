const WIDTH = 30;

/**
 * Shows the progress of a sync: a bar on a terminal, a line for every 10% in a log. A sync reads from the end of a list
 * to its start, so the offset of a page is the number of remaining records.
 */
export function createProgress(output) {
  let top = 0;
  let share = 0;
  let tenths = 0;
  return {
    /** For the client's `onEvent`: pages show the progress; retries and pauses explain a delay. */
    onEvent(event) {
      if (event.type === "page") {
        top ||= event.offset + event.records;
        share = top === 0 ? 1 : 1 - event.offset / top;
      } else if (event.type === "retry") {
        write(output, `${event.error.name}: retrying in ${Math.ceil(event.delay / 1000)} s`);
      }
    },

    onStored(table, records) {
      const percent = `${Math.floor(share * 100)}%`.padStart(4);
      const text = `${table} ${percent}, ${records} records stored`;
      if (output.isTTY) {
        const done = Math.round(share * WIDTH);
        output.write(`\r\x1b[K[${"#".repeat(done)}${".".repeat(WIDTH - done)}] ${text}${share === 1 ? "\n" : ""}`);
      } else if (share === 1 || Math.floor(share * 10) > tenths) {
        tenths = Math.floor(share * 10);
        output.write(`${text}\n`);
      }
      // The next list starts at its own end.
      if (share === 1) top = tenths = 0;
    },
  };
}

const write = (output, line) => output.write(output.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`);
