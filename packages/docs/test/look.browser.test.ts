/// <reference lib="dom" />

/** What the look of the pages must not lose: see the screenshots for the rest. */
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocsServer, serveDocs } from "../src/index.js";
import { openNext, openPage, type WatchedPage } from "./open-page.js";

describe.skipIf(noChromium)(`the look${noChromium ? ` (skipped: ${noChromium})` : ""}`, () => {
  let docs: DocsServer;
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    [docs, browser] = await Promise.all([serveDocs({ port: 0 }), launchChromium()]);
    watched = await openPage(browser, docs.url);
  });
  afterAll(async () => {
    await browser?.close();
    await docs?.stop();
  });

  async function open(path: string, width = 1280): Promise<Page> {
    await watched.page.emulateMedia({ media: "screen" });
    await openNext(watched, docs.url + path, { width, height: 900 });
    return watched.page;
  }
  async function openReference(): Promise<Page> {
    const page = await open("reference.html#/reports/listreports");
    await page.locator('[data-section-id="/reports/listreports"] .panel-request-samples pre').waitFor();
    return page;
  }
  const styles = (page: Page, selector: string, ...names: string[]) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, keys) => keys.map((key) => getComputedStyle(element).getPropertyValue(key)), names);

  test("guides and reference have one size of text, one font for code, and one sidebar", async () => {
    const guide = await open("guides/paging.html");
    const facts = async (page: Page, text: string, code: string, sidebar: string) => [
      await styles(page, text, "font-size", "font-family", "color"),
      await styles(page, code, "font-size", "font-family", "background-color"),
      await page.locator(sidebar).evaluate((element) => element.getBoundingClientRect().width),
    ];
    const ofGuide = await facts(guide, ".prose > p:not(.lead)", ".code pre code", ".guide-list");
    const reference = await openReference();
    const ofReference = await facts(
      reference,
      "#redoc .markdown p, #redoc [data-component-name='Markdown/Markdown'] p",
      "#redoc pre code",
      ".menu-content",
    );
    expect(ofReference).toEqual(ofGuide);
  });

  test.each([
    [1280, "guides/errors.html", ".code", ".copy"],
    [390, "guides/errors.html", ".code", ".copy"],
    [1280, "reference.html#/reports/listreports", "[data-component-name='CodeBlock/CodeBlock']", ".code-block-header"],
    [390, "reference.html#/reports/listreports", "[data-component-name='CodeBlock/CodeBlock']", ".code-block-header"],
  ])("%i pixels wide, nothing in %s covers code", async (width, path, blocks, buttons) => {
    const page = await open(path, width);
    await page.locator(`${blocks} pre`).first().waitFor();
    const covered = await page.locator(blocks).evaluateAll((all, selector) => {
      const boxes = all.map((block) =>
        ["pre", selector].map((part) => block.querySelector(part)?.getBoundingClientRect()),
      );
      return boxes.filter(([code, button]) => {
        if (!code?.width || !button?.width) return false;
        return (
          button.bottom > code.top + 1 &&
          button.top < code.bottom &&
          button.right > code.left &&
          button.left < code.right
        );
      }).length;
    }, buttons);
    expect(covered).toBe(0);
  });

  test.each([1440, 390])("%i pixels wide, no code of the start page is cut off", async (width) => {
    const page = await open("index.html", width);
    const cut = await page
      .locator(".hero pre")
      .evaluateAll((all) => all.filter((code) => code.scrollWidth > code.clientWidth).map((code) => code.textContent));
    expect(cut).toEqual([]);
  });

  test("on a phone, the menu of the reference fills the window down to its bar, which is at the bottom", async () => {
    const page = await open("reference.html#/reports/listreports", 390);
    await page.locator('[data-section-id="/reports/listreports"] .panel-request-samples pre').waitFor();
    const bar = page.getByTestId("floating-button");
    expect(await bar.boundingBox()).toMatchObject({ x: 0, y: 900 - 48, height: 48 });
    await bar.click();
    await expect
      .poll(() => page.locator(".menu-content").boundingBox())
      .toMatchObject({ x: 0, y: 0, height: 900 - 48 });
    await bar.click();
    await page.locator(".menu-content").waitFor({ state: "hidden" });
  });

  test.each([1440, 390])(
    "%i pixels wide, no sample in the reference has an empty row above its code",
    async (width) => {
      const page = await open("reference.html#/metadata/createmetadata", width);
      const panel = page.locator('[data-section-id="/metadata/createmetadata"] .panel-response-samples');
      await panel.getByRole("button", { name: "429", exact: true }).click();
      await panel.getByText('"Too many requests"').waitFor();
      await page.locator('[data-section-id="/schemas/objectitem"] pre').waitFor({ state: "attached" });
      const gaps = await page.locator(".panel-response-samples").evaluateAll((panels) =>
        panels.flatMap((one) => {
          const code = one.querySelector("pre");
          const above = [
            one.querySelector(":scope > :first-child:not([data-testid=panel-body])"),
            one.querySelector("[data-testid=dropdown]"),
            // Not the header of the code itself, if it only has buttons: that would be an empty row.
            [...one.querySelectorAll(".code-block-header")].find(
              (header) => getComputedStyle(header, "::before").content !== "none",
            ),
          ];
          if (!code?.checkVisibility()) return [];
          const bottoms = above.map((element) => element?.getBoundingClientRect().bottom ?? 0);
          return [code.getBoundingClientRect().top - Math.max(...bottoms)];
        }),
      );
      expect(gaps.length).toBeGreaterThan(10);
      expect(gaps.filter((gap) => gap > 24 || gap < 0)).toEqual([]);
    },
  );

  test("on a phone, the path of an operation is not cut off", async () => {
    const page = await open("reference.html#/metadata/createmetadata", 390);
    const path = page.locator(".panel-request-samples button span", { hasText: "/api/v2/metadata/{namespace}" }).last();
    await path.waitFor();
    expect(await path.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  test("in the menu of the reference, the name of each schema is on one line", async () => {
    const page = await open("reference.html#/schemas/objectarrayiteminput", 1440);
    const names = page.locator('.menu-content a[href^="#/schemas/"] [data-text]');
    await names.first().waitFor();
    const lines = await names.evaluateAll((all) => all.map((name) => Math.round(name.clientHeight / 24)));
    expect(lines.length).toBeGreaterThan(20);
    expect(new Set(lines)).toEqual(new Set([1]));
  });

  test("the names of settings are on one line each", async () => {
    const page = await open("guides/settings.html");
    const heights = await page
      .locator("td:first-child code")
      .evaluateAll((names) => names.map((name) => name.getClientRects().length));
    expect(heights.length).toBeGreaterThan(50);
    expect(new Set(heights)).toEqual(new Set([1]));
  });

  test("on paper, the reference has one column, and links to other sites say where they lead", async () => {
    const reference = await openReference();
    await reference.emulateMedia({ media: "print" });
    const part = reference.locator('[data-section-id="/reports/listreports"]');
    const [middle, right] = await Promise.all(
      ["middle-panel", "right-panel"].map((name) => part.getByTestId(name).last().boundingBox()),
    );
    expect(right?.x).toBe(middle?.x);
    expect(right?.y).toBeGreaterThanOrEqual((middle?.y ?? 0) + (middle?.height ?? 0));
    const guide = await open("guides/operate.html");
    await guide.emulateMedia({ media: "print" });
    expect(await guide.locator(".guide-list").isVisible()).toBe(false);
    const added = await guide
      .locator('.prose a[href^="http"]')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link, "::after").content));
    expect(added.length).toBeGreaterThan(0);
    for (const text of added) expect(text).toContain("http");
  });
});
