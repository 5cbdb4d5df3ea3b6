import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import { expect, it } from "vitest";
import { WAIT_LIMIT } from "../../../vitest.base.js";
import { testMock } from "./helpers.js";

const mock = await testMock();

it.skipIf(noChromium)(
  `the page at /__mock/ updates live, and switches scenarios in a browser${noChromium ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(WAIT_LIMIT / 2);
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      await page.goto(`${mock.url}/__mock/`);
      await page.getByText("live", { exact: true }).waitFor();
      expect(await page.getByText("No requests yet").isVisible()).toBe(true);

      // A request appears immediately, and its text is not interpreted as HTML.
      await mock.call("/api/v1/reports?limit=<img src=x onerror=alert(1)>");
      const row = page.locator("tbody tr").first();
      await row.waitFor();
      expect(await row.innerText()).toContain("limit must be an integer");
      expect(await page.locator("tbody img").count()).toBe(0);

      await page.getByLabel("Scenario").selectOption("empty");
      await page.getByText("Every list is empty.").waitFor();
      expect((await mock.call("/api/v1/reports")).body["count"]).toBe(0);

      // A change of the scenario from elsewhere appears on the page.
      mock.use("flaky");
      await page.getByText("One request in five fails").waitFor();

      await page.getByRole("button", { name: "Reset" }).click();
      await page.getByText("No requests yet").waitFor();
      expect(await page.getByLabel("Scenario").inputValue()).toBe("none");
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

it.skipIf(noChromium)(
  `on a phone, each request has the width of the page${noChromium ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await mock.call("/api/v1/reports?limit=1000");
      await page.goto(`${mock.url}/__mock/`);
      const why = page.locator("td.why").first();
      await why.waitFor();
      expect((await why.boundingBox())?.width).toBeGreaterThan(300);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    } finally {
      await browser.close();
    }
  },
);
