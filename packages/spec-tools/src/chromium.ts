import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Debian installs Chromium; the shell without a user interface needs a quarter less processor time. */
const INSTALLED = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const chosen = process.env["CHROMIUM"];
const executablePath = (chosen === undefined ? INSTALLED : [chosen]).find((path) => existsSync(path));

/** Why browser tests cannot run here; undefined if they can. */
export const noChromium =
  executablePath === undefined
    ? `there is no Chromium at ${chosen ?? INSTALLED.join(" or ")}: install Debian's package chromium-headless-shell, or set CHROMIUM to the path of another one`
    : undefined;

/**
 * Starts Chromium with a new profile and without background requests.
 *
 * @param more additional command-line arguments
 */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    // No timeout: the caller's own limit ends a start that hangs, and a slow machine must not fail.
    timeout: 0,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      // Without a graphics card Chromium would emulate one, which takes a fifth of its time and renders the same.
      "--disable-software-rasterizer",
      // Else every page gets a process, and another one is kept ready, which takes a quarter of the time of a short test.
      "--renderer-process-limit=1",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}
