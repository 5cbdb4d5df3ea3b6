import type { CaseResult } from "../run/run-contract.js";
import { forStream } from "./guard-terminal.js";

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Creates a progress display: one line that is updated on a terminal, a line for each 10 percent elsewhere. */
export function progressOn(output: Output): {
  onResult(result: CaseResult, done: number, total: number): void;
  end(): void;
} {
  let failed = 0;
  let tenth = 0;
  return {
    onResult(result, done, total) {
      if (result.verdict === "failed") failed++;
      const line = `${bar(done / total)} ${done}/${total}${failed ? `, ${failed} failed` : ""}`;
      const subject = forStream(`${result.operation} ${result.keyword}`, output);
      if (output.isTTY) output.write(`\r\u001b[2K${line}  ${subject}`);
      else if (Math.floor((done / total) * 10) > tenth) {
        tenth = Math.floor((done / total) * 10);
        output.write(`${line}\n`);
      }
    },
    end: () => void (output.isTTY && output.write("\r\u001b[2K")),
  };
}

const bar = (part: number) => `[${"#".repeat(Math.floor(part * 20)).padEnd(20, ".")}]`;
