import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { PATIENCE } from "../../../vitest.base.js";

/** A page that is watched: what it logs as an error, and what it asks of other hosts, is collected. */
export interface WatchedPage {
  page: Page;
  /** Errors in the console, exceptions, requests to elsewhere. */
  problems: string[];
}

/** Hosts that a page may ask besides the one that serves it. */
type Allowed = (url: URL) => boolean;

const WINDOW = { width: 1280, height: 900 };

/** Opens a page of the docs, in a new browser window, and waits until it is loaded. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  allowed: Allowed = () => false,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: WINDOW, ...options });
  // Less than the limit of a test, so that the failure says what was missing.
  context.setDefaultTimeout(PATIENCE / 2);
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
 * Opens another page of the docs in the same window, as for a reader who has never been there. It takes half the time of a
 * new window, which begins with new processes of the browser.
 *
 * @param watched a page of the docs; its problems are emptied
 */
export async function openNext({ page, problems }: WatchedPage, url: string, viewport = WINDOW): Promise<void> {
  // Or a link into the page that is open would not load it again.
  await page.goto("about:blank");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "all" });
  await devtools.detach();
  await page.setViewportSize(viewport);
  problems.length = 0;
  await page.goto(url);
}
