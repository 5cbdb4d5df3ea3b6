/** The page at `/` of the private port, in a browser. */
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WAIT_LIMIT } from "../../../vitest.base.js";
import { json, type ServiceUnderTest, startOn } from "./support/start.js";

type Browser = Awaited<ReturnType<typeof launchChromium>>;

/** Longer than the refresh interval of the page, in ms. */
const INTERVALS = 5_000;

/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;

describe.skipIf(noChromium)(`the page for operators${noChromium ? ` (skipped: ${noChromium})` : ""}`, () => {
  let under: ServiceUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    under = await startOn(PGLITE, { opsPort: 0 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await under?.end();
  });

  const open = async (options: Parameters<Browser["newPage"]>[0] = {}) => {
    const page = await browser.newPage(options);
    page.setDefaultTimeout(WAIT_LIMIT / 2);
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    // The page refreshes when its clock advances.
    await page.clock.install();
    await page.goto(`${under.service.opsUrl}/`);
    return { page, faults };
  };

  it.each(["light", "dark"] as const)("has sufficient contrast in %s mode", async (colorScheme) => {
    await json(under.get("/api/v1/reports"));
    const { page, faults } = await open({ colorScheme });
    await page.getByRole("rowheader", { name: "listReports" }).waitFor();
    const [background] = await page.locator("body").evaluateAll((elements) => {
      return elements.map((element) => getComputedStyle(element).backgroundColor);
    });
    const isDark = luminance(background) < 0.5;
    expect(isDark).toBe(colorScheme === "dark");
    const colors = await page.locator("body *").evaluateAll((elements) => {
      const withText = elements.filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
      );
      const shown = withText.filter((element) => !element.matches("script, [hidden]"));
      return [...new Set(shown.map((element) => getComputedStyle(element).color))];
    });
    // Text, table headings, labels, and the state.
    expect(colors.length).toBeGreaterThanOrEqual(3);
    expect(colors.filter((color) => contrast(color, background) < LEAST_CONTRAST)).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it("fits a phone", async () => {
    const { page } = await open({ viewport: { width: 390, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await page.getByText("Ready", { exact: true }).isVisible()).toBe(true);
    await page.close();
  });

  it("refreshes unless it is paused", async () => {
    const { page, faults } = await open();
    const refused = page.getByRole("row", { name: "(no operation)" });
    expect(await refused.count()).toBe(0);
    await json(under.get("/api/nothing"), 404);
    await page.getByRole("button", { name: "Pause" }).click();
    let requests = 0;
    page.on("request", () => (requests += 1));
    await page.clock.runFor(INTERVALS);
    expect(requests).toBe(0);
    expect(await refused.count()).toBe(0);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.clock.runFor(INTERVALS);
    await refused.waitFor();
    expect(await refused.innerText()).toContain("404: 1");
    expect(faults).toEqual([]);
    await page.close();
  });

  it("shows when the service does not respond, and when it responds again", async () => {
    const { page } = await open();
    await page.route("**/*", (route) => route.abort());
    await page.clock.runFor(INTERVALS);
    await page.getByText("The service does not respond.").waitFor();
    await page.unroute("**/*");
    await page.clock.runFor(INTERVALS);
    await page.getByText("The service does not respond.").waitFor({ state: "hidden" });
    await page.close();
  });
});

/** Returns the relative luminance (WCAG 2.2) of a computed color. */
function luminance(color = ""): number {
  const [red = 0, green = 0, blue = 0] = [...color.matchAll(/[\d.]+/g)].map(([part]) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string | undefined): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}
