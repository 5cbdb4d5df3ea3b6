import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Why there can be no test in a browser here; undefined where there can. */
export const noChromium = existsSync(executablePath)
  ? undefined
  : `there is no Chromium at ${executablePath}: install Debian's package chromium, or name one in CHROMIUM`;

/**
 * Starts Chromium with a new profile and nothing that calls home.
 *
 * @param more further arguments of the command line
 */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // As long as it takes: the caller's own limit ends a start that hangs, on a busy machine none that is slow.
    timeout: 0,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      // Without a graphics card Chromium would emulate one, which costs a fifth of its time and draws the same.
      "--disable-software-rasterizer",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}
