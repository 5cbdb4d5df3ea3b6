// @vitest-environment node
/**
 * The application in a real browser, as `npm run dev` serves it: with the mock, and with the key that the proxy adds.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const executablePath = [
  process.env["CHROMIUM"] ?? "",
  ...["chromium-headless-shell", "chromium", "google-chrome"].map((name) => `/usr/bin/${name}`),
].find(existsSync);

describe.skipIf(!executablePath)(
  `the page in a browser${executablePath ? "" : " (skipped: set CHROMIUM to its path)"}`,
  () => {
    let server: ViteDevServer;
    let browser: Browser;
    let page: Page;
    const errors: string[] = [];

    beforeAll(async () => {
      // Vitest disables the mock in the configuration, but this test needs it.
      delete process.env["VITEST"];
      server = await createServer({ server: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
      await server.listen();
      browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
      page = await browser.newPage({ viewport: { width: 1200, height: 800 }, timezoneId: "UTC" });
      page.setDefaultTimeout(60_000);
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(server.resolvedUrls?.local[0] ?? "");
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
      expect(errors).toEqual([]);
    });

    it("pages through a list, and filters it", async () => {
      await page.getByText("1–15 of 1000").waitFor();
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("16–30 of 1000").waitFor();
      await page.getByLabel("Updated from").fill("2026-11-01");
      await page.getByText(/^1–15 of \d{2,3}$/).waitFor();
      await page.locator("h1").click();
      await page.mouse.move(0, 0);
      await shoot(page, "list");
    });

    it("downloads a whole list", async () => {
      await page.getByRole("button", { name: "Purchase orders" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download all as CSV" }).click(),
      ]);
      const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
      expect(new Set(lines).size).toBe(1001);
      await page.getByText("1000 saved").waitFor();
    });

    it("creates a record with an item of every type", async () => {
      await page.getByRole("button", { name: "New record" }).click();
      await page.getByLabel("Record ID").fill("lot-2026-0042");
      const form = page.locator("form");
      for (const [i, [type, key, value]] of ITEMS.entries()) {
        if (i > 0) await form.locator(":scope > fieldset > button").click();
        const item = form.locator(":scope > fieldset > .item").nth(i);
        await item.getByLabel("Key").fill(key);
        await item.getByLabel("Type").selectOption(type);
        if (type.startsWith("object")) {
          await item.getByRole("button", { name: "+ Add item" }).click();
          await item.getByLabel("Key").nth(1).fill("note");
          await item.getByLabel("Value").fill(value);
        } else {
          const input = item.getByLabel(/^Value/);
          if (type.startsWith("boolean")) await input.selectOption(value);
          else await input.fill(value);
        }
      }
      await page.getByRole("button", { name: "Create record" }).click();
      const record = page.getByRole("article", { name: "Record lot-2026-0042" });
      await record.waitFor();
      expect(await record.locator("dt").count()).toBe(ITEMS.length + 2);
      const picture = record.getByAltText("photo");
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await page.evaluate(() => window.scrollTo(0, 0));
      await shoot(page, "form");
    });
  },
);

/** `SCREENSHOTS=. npm test` updates the screenshots in the README. */
async function shoot(page: Page, name: string) {
  const folder = process.env["SCREENSHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/screenshot-${name}.png` });
}

const ITEMS = [
  ["string", "inspectionNote", "Lot 42 passed"],
  ["file", "photo", "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"],
  ["number", "sampleWeight", "12.5"],
  ["boolean", "sealed", "true"],
  ["date", "inspectionDate", "2026-11-21"],
  ["datetime", "arrivedAt", "2026-11-21T06:15"],
  ["string-array", "colours", "navy"],
  ["number-array", "measurements", "1.5"],
  ["boolean-array", "checks", "true"],
  ["date-array", "visitDates", "2026-12-01"],
  ["datetime-array", "scanTimes", "2026-11-21T06:15"],
  ["object", "factory", "Hue, line 3"],
  ["object-array", "defects", "loose thread"],
] as const;
