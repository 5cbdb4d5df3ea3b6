import { mkdir, stat } from "node:fs/promises";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocsServer, serveDocs } from "../src/index.js";
import { inDocs } from "../src/site/paths.js";
import { openNext, openPage, type WatchedPage } from "./open-page.js";

const PAGES = [
  "index.html",
  "guides/paging.html",
  "guides/item-kinds.html",
  "try/listPurchaseOrders.html",
  "reference.html#/metadata/createmetadata",
];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Pictures for a person to look at: packages/docs/.screenshots, by page, width and theme. */
describe.skipIf(noChromium)(`screenshots${noChromium ? ` (skipped: ${noChromium})` : ""}`, () => {
  let docs: DocsServer;
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    docs = await serveDocs({ port: 0 });
    browser = await launchChromium();
    watched = await openPage(browser, docs.url);
    await mkdir(inDocs(".screenshots"), { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await docs?.stop();
  });

  test.each(PAGES.flatMap((path) => SIZES.map((viewport) => ({ path, width: viewport.width, viewport }))))(
    "$path, $width pixels wide",
    async ({ path, width, viewport }) => {
      for (const colorScheme of ["light", "dark"] as const) {
        const { page } = watched;
        await page.emulateMedia({ colorScheme });
        await openNext(watched, docs.url + path, viewport);
        if (path.includes("#")) await page.getByRole("button", { name: "curl", exact: true }).first().waitFor();
        // A picture is taken when nothing moves any more.
        await page.evaluate("new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done)))");
        const name = `${path.replaceAll(/[^a-z0-9]+/gi, "-")}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: inDocs(`.screenshots/${name}`) });
        expect((await stat(inDocs(`.screenshots/${name}`))).size).toBeGreaterThan(10_000);
      }
    },
  );
});
