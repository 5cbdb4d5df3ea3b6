import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { WAIT_LIMIT } from "../../../vitest.base.js";

/** A page whose errors, and whose requests to other hosts, are collected. */
export interface WatchedPage {
  page: Page;
  /** Console errors, exceptions, and requests to other hosts. */
  problems: string[];
}

/** Hosts that a page may send requests to, besides the one that serves it. */
type Allowed = (url: URL) => boolean;

const WINDOW = { width: 1280, height: 900 };

/** Opens a page of the docs in a new browser window, and waits until it is loaded. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  allowed: Allowed = () => false,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: WINDOW, ...options });
  // Less than the timeout of a test, so that the failure says what was missing.
  context.setDefaultTimeout(WAIT_LIMIT / 2);
  const page = await context.newPage();
  const problems: string[] = [];
  const { origin } = new URL(url);
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    const asked = new URL(request.url());
    if (/^https?:$/.test(asked.protocol) && asked.origin !== origin && !allowed(asked)) problems.push(asked.href);
  });
  await page.goto(url);
  return { page, problems };
}

/**
 * Opens another page of the docs in the same window, without anything stored from before. This takes half the time of a
 * new window, which starts new browser processes.
 *
 * @param watched a page of the docs; its list of problems is cleared
 */
export async function openNext({ page, problems }: WatchedPage, url: string, viewport = WINDOW): Promise<void> {
  // Otherwise a link to an anchor of the open page would not reload it.
  await page.goto("about:blank");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "all" });
  await devtools.detach();
  await page.setViewportSize(viewport);
  problems.length = 0;
  await page.goto(url);
}
