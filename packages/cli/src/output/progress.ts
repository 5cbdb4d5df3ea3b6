import { control } from "@metadata-service/spec-tools/terminal";
import type { Sink } from "../environment.js";
import { cut } from "./text-width.js";

/** A progress display. */
export interface Progress {
  /** @param total if it is known */
  tell(done: number, total?: number): void;
  /** Clears the bar, so that other text can be printed. */
  end(): void;
}

/** The intervals at which the bar is redrawn and a line is printed, in ms. */
const BAR_EVERY = 100;
const LINE_EVERY = 10_000;

const ERASE = control("\r\u001b[K");

/**
 * A bar with rate and time left on a terminal, a line every ten seconds elsewhere. It prints only when `tell` is
 * called, so it needs no timer.
 *
 * @param now the time in ms
 */
export function createProgress(sink: Sink, noun: string, now: () => number): Progress {
  const start = now();
  let printed = sink.isTerminal ? Number.NEGATIVE_INFINITY : start;
  let isDrawn = false;
  return {
    tell(done, total) {
      const time = now();
      if (time - printed < (sink.isTerminal ? BAR_EVERY : LINE_EVERY)) return;
      printed = time;
      const text = describe({ done, total, noun, seconds: (time - start) / 1000 });
      if (!sink.isTerminal) return sink.write(`${text}\n`);
      isDrawn = true;
      const room = sink.columns - 1;
      const bar = total === undefined || total === 0 ? "" : `${drawBar(done / total, Math.min(24, room >> 2))} `;
      sink.write(ERASE + cut(bar + text, room));
    },
    end() {
      if (isDrawn) sink.write(ERASE);
      isDrawn = false;
    },
  };
}

/** A progress display that prints nothing, for `--quiet`. */
export const NO_PROGRESS: Progress = { tell: () => {}, end: () => {} };

interface State {
  done: number;
  total: number | undefined;
  noun: string;
  seconds: number;
}

function describe({ done, total, noun, seconds }: State): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const of = total === undefined ? "" : ` of ${count(total)}`;
  const left = total !== undefined && rate > 0 && total > done ? `, ${duration((total - done) / rate)} left` : "";
  return `${count(done)}${of} ${noun}, ${count(Math.round(rate))}/s${left}`;
}

function drawBar(share: number, width: number): string {
  const full = Math.round(Math.max(0, Math.min(1, share)) * width);
  return `${"█".repeat(full)}${"░".repeat(width - full)}`;
}

/** Formats a count with separators: 1234567 -> 1,234,567. */
export const count = (value: number): string => value.toLocaleString("en-US");

/** 3725 -> 1 h 2 min. */
export function duration(seconds: number): string {
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
  return `${Math.floor(rounded / 3600)} h ${Math.floor((rounded % 3600) / 60)} min`;
}
