import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import type axe from "axe-core";
import type { Result, RunOptions } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocsServer, serveDocs } from "../src/index.js";
import { inDocs } from "../src/site/paths.js";
import { operationLink } from "../src/site/reference/operations.js";
import { openNext, openPage, type WatchedPage } from "./open-page.js";
import { pages } from "./site.js";
import { operations } from "./spec.js";

describe.skipIf(noChromium)(`in a browser${noChromium ? ` (skipped: ${noChromium})` : ""}`, () => {
  let docs: DocsServer;
  let browser: Browser;
  beforeAll(async () => {
    docs = await serveDocs({ port: 0 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await docs?.stop();
  });

  // Only options in the search dialog, because Redoc's menus have options, too.
  const results = (page: Page) => page.getByRole("dialog", { name: "Search" }).getByRole("option");
  const find = async (page: Page, words: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search" }).fill(words);
    await results(page).first().waitFor();
  };

  /**
   * Turns off transitions and forces the layout of every part, because axe uses the wrong background for parts that are
   * off-screen. It uses a style sheet constructed by a script, which every Content-Security-Policy allows.
   */
  const withoutTransitions = `const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { transition: none !important; content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];`;

  /**
   * Loads axe into the page. Directly through the debugger, and minified: Playwright would wrap the program in another
   * one, and compiling that takes longer than most checks.
   */
  const loadAxe = async (page: Page) => {
    const file = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Runtime.evaluate", { expression: await readFile(file, "utf8") });
    await devtools.detach();
  };

  type Violation = Pick<Result, "id" | "impact" | "nodes">;
  const violationsOf = async (page: Page, options: RunOptions = {}) => {
    // Only the violations leave the browser, because the list of all that is right is thousands of elements long.
    const run = async (given: RunOptions) =>
      (await (globalThis as unknown as { axe: typeof axe }).axe.run(given)).violations;
    const given: RunOptions = { resultTypes: ["violations"], ...options };
    const violations: Violation[] = await page.evaluate(run, given);
    return violations.map(
      ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html.slice(0, 160)).join(" ")}`,
    );
  };
  const width = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth");

  describe("every page", () => {
    let watched: WatchedPage;
    beforeAll(async () => {
      watched = await openPage(browser, docs.url);
    });
    afterAll(() => watched?.page.context().close());

    test.each([...pages, ...operations.map(operationLink)])(
      "%s has no axe violations in either theme, no errors, and fits on a phone",
      async (path) => {
        const { page, problems } = watched;
        await openNext(watched, docs.url + path);
        if (path === "reference.html") await page.getByRole("group", { name: "Language" }).first().waitFor();
        if (path.includes("#")) await page.getByRole("button", { name: "curl", exact: true }).first().waitFor();
        // Redoc renders the part in the URL first, and the title of the page a moment later.
        await page.locator("h1").first().waitFor();
        await loadAxe(page);
        await page.evaluate(withoutTransitions);
        expect(await violationsOf(page), "light").toEqual([]);
        await page.getByRole("button", { name: "Switch between light and dark" }).click();
        expect(await violationsOf(page, { runOnly: ["color-contrast", "link-in-text-block"] }), "dark").toEqual([]);
        expect(problems).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        expect(await width(page), "wider than the window of a phone").toBeLessThanOrEqual(390);
      },
    );
  });

  test("the search finds object-array and opens it, with the keyboard alone", async () => {
    const { page, problems } = await openPage(browser, `${docs.url}index.html`);
    await find(page, "object-array");
    const texts = await results(page).allInnerTexts();
    expect(texts.join("\n")).toContain("object-array");
    expect(texts.join("\n")).toContain("ObjectArrayItem");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(/item-kinds\.html#|reference\.html#\/schemas\/objectarray/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test.each([
    ["pagin", "Paging"],
    ["Retry-After", "Rate limits"],
    ["updated_from", "Incremental sync"],
    ["listReports", "List reports"],
    ["expird key", "Authentication"],
  ])("the search finds %s in %s", async (words, place) => {
    const { page } = await openPage(browser, `${docs.url}guides/versions.html`);
    await find(page, words);
    await expect.poll(async () => (await results(page).allInnerTexts()).join("\n")).toContain(place);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("combobox", { name: "Search" }).isVisible()).toBe(false);
    await page.context().close();
  });

  test("a button closes the search, on a narrow screen, too", async () => {
    const { page } = await openPage(browser, `${docs.url}index.html`, { viewport: { width: 390, height: 844 } });
    await find(page, "paging");
    await page.getByRole("button", { name: "Close the search" }).click();
    expect(await page.getByRole("combobox", { name: "Search" }).isVisible()).toBe(false);
    await page.context().close();
  });

  test("the search works on the reference page too, and opens a result there", async () => {
    const { page, problems } = await openPage(browser, `${docs.url}reference.html`);
    await page.getByRole("group", { name: "Language" }).first().waitFor();
    await find(page, "listReports");
    await results(page).first().click();
    await page.locator('[data-section-id="/reports/listreports"]').getByRole("heading").first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("the theme follows the system setting, the button switches it, and the choice is remembered", async () => {
    const { page } = await openPage(browser, `${docs.url}index.html`, { colorScheme: "dark" });
    const dark = () => page.evaluate("document.documentElement.classList.contains('dark')");
    expect(await dark()).toBe(true);
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    expect(await dark()).toBe(false);
    for (const path of ["reference.html", "guides/paging.html"]) {
      await page.goto(docs.url + path);
      expect(await dark()).toBe(false);
    }
    await page.context().close();
  });

  test("tabs work with mouse and keyboard, and a choice applies everywhere", async () => {
    const { page } = await openPage(browser, `${docs.url}guides/errors.html`);
    const shown = (name: string) => page.getByRole("tabpanel", { name, exact: true }).count();
    expect(await shown("curl")).toBeGreaterThan(3);
    await page.getByRole("tab", { name: "curl" }).first().focus();
    await page.keyboard.press("ArrowRight");
    expect(await shown("curl")).toBe(0);
    expect(await shown("Client")).toBeGreaterThan(3);
    await page.goto(`${docs.url}guides/rate-limits.html`);
    expect(await shown("Client")).toBe(1);
    await page.context().close();
  });

  test("the first Tab focuses a link that skips the header", async () => {
    for (const path of ["guides/paging.html", "reference.html"]) {
      const { page } = await openPage(browser, docs.url + path);
      await page.keyboard.press("Tab");
      await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
      await page.keyboard.press("Enter");
      // Following a link with the keyboard takes a moment.
      await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("content");
      await page.context().close();
    }
  });

  test("without JavaScript, the guides and the reference can be read", async () => {
    const { page } = await openPage(browser, `${docs.url}guides/rate-limits.html`, { javaScriptEnabled: false });
    for (const way of ["curl", "Client", "fetch", "Python"])
      expect(await page.locator(".code-head", { hasText: way }).isVisible()).toBe(true);
    await page.goto(`${docs.url}reference.html`);
    await page.getByRole("link", { name: "the same reference on one plain page" }).click();
    for (const { id, summary } of operations) await page.getByRole("heading", { name: `${id}: ${summary}` }).waitFor();
    await page.context().close();
  });

  test("from a folder, without a server, pages are rendered and the search works", async () => {
    const folder = pathToFileURL(inDocs("dist/site/"));
    const { page, problems } = await openPage(browser, new URL("guides/paging.html", folder).href);
    await find(page, "object-array");
    await page.goto(new URL("reference.html#/reports/listreports", folder).href);
    await page.locator('[data-section-id="/reports/listreports"]').getByRole("heading").first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("no page requests anything from another host", async () => {
    const { page, problems } = await openPage(browser, `${docs.url}index.html`);
    const asked: string[] = [];
    await page.route(
      (url) => url.origin !== new URL(docs.url).origin,
      (route) => {
        asked.push(route.request().url());
        return route.abort();
      },
    );
    for (const path of pages) await page.goto(docs.url + path, { waitUntil: "load" });
    expect(asked).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
