import { mkdir } from "node:fs/promises";
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

/** Below the header, and not at the bottom of the window. */
const isInSight = (y: number) => y > 50 && y < 400;

/** Takes pictures for a person to look at: packages/docs/.screenshots, by page, width and theme. */
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
    "are taken of $path, $width pixels wide",
    async ({ path, width, viewport }) => {
      for (const colorScheme of ["light", "dark"] as const) {
        const { page } = watched;
        await page.emulateMedia({ colorScheme });
        await openNext(watched, docs.url + path, viewport);
        const [, section] = path.split("#");
        if (section !== undefined) {
          await page.getByRole("button", { name: "curl", exact: true }).first().waitFor();
          // Redoc renders the parts above the section step by step, and keeps the section in view meanwhile.
          const heading = page.locator(`[data-section-id="${section}"]`).getByRole("heading").first();
          await expect.poll(() => heading.boundingBox()).toMatchObject({ y: expect.toSatisfy(isInSight) });
        }
        const name = `${path.replaceAll(/[^a-z0-9]+/gi, "-")}-${width}-${colorScheme}.png`;
        const picture = inDocs(`.screenshots/${name}`);
        // A page that is laid out may not be painted yet.
        await expect.poll(async () => (await page.screenshot({ path: picture })).length).toBeGreaterThan(10_000);
      }
    },
  );
});
