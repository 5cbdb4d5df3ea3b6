import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** The duration of a program, and its peak memory. */
export interface Measure {
  readonly seconds: number;
  readonly peakMiB: number;
  readonly stderr: string;
}

const PRELOAD = new URL("./report-peak.mjs", import.meta.url).href;

/** Runs a program of this project in a separate process; throws if it fails. */
export async function measure(file: string, args: readonly string[], env: Record<string, string>): Promise<Measure> {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", PRELOAD, file, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const [, , , peak] = child.stdio;
  if (!child.stderr || !peak) throw new Error("the program has no pipes");
  const [stderr, reported, [code]] = await Promise.all([
    text(child.stderr),
    text(peak as NodeJS.ReadableStream),
    once(child, "exit"),
  ]);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}: ${stderr}`);
  return { seconds: (performance.now() - start) / 1000, peakMiB: Number(reported), stderr };
}
