/// <reference lib="dom" />

import type { ExampleModel } from "@metadata-service/spec-tools";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocsServer, serveDocs } from "../src/index.js";
import { readDecisions } from "../src/site/guides/decisions.js";
import { examplesOf, operationLink } from "../src/site/reference/operations.js";
import { WAYS } from "../src/site/samples/sample.js";
import { samplesOf } from "../src/site/samples/samples.js";
import { openPage, type WatchedPage } from "./open-page.js";
import { api, operations, spec } from "./spec.js";

describe.skipIf(noChromium)(`the reference in a browser${noChromium ? ` (skipped: ${noChromium})` : ""}`, () => {
  let docs: DocsServer;
  let browser: Browser;
  beforeAll(async () => {
    // Serves the site under a base path, which is the harder case.
    docs = await serveDocs({ port: 0, base: "/docs/" });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await docs?.stop();
  });

  describe.each(operations)("$id", (operation) => {
    let watched: WatchedPage;
    let part: Locator;
    beforeAll(async () => {
      watched = await openPage(browser, docs.url + operationLink(operation));
      part = watched.page.locator(`[data-section-id="${operationLink(operation).split("#")[1]}"]`);
    });
    afterAll(() => watched?.page.context().close());

    test("has its own URL, with its parameters, responses and samples", async () => {
      await part.getByRole("heading", { name: operation.summary }).first().waitFor();
      // Redoc renders a part in several steps.
      const words = [
        operation.path,
        ...operation.parameters.map(({ name }) => name),
        ...operation.responses.map(({ status }) => status),
      ];
      const lacking = async () => {
        const text = await part.innerText();
        return [...words, "curl", "demo-key"].filter((word) => !text.includes(word));
      };
      await expect.poll(lacking).toEqual([]);
      expect(watched.problems).toEqual([]);
    });

    test("shows every sample, by language and by status", async () => {
      const squeeze = (text: string) => text.replaceAll(/\s+/g, "");
      const outcomes = part.getByRole("group", { name: "Outcome" });
      for (const { way, status = "Success", source } of await samplesOf(api, operation)) {
        const label = WAYS.find((each) => each.way === way)?.label ?? way;
        await part.getByRole("group", { name: "Language" }).getByRole("button", { name: label, exact: true }).click();
        if ((await outcomes.count()) > 0) await outcomes.getByRole("button", { name: status, exact: true }).click();
        // If a body has several examples, the sample sends the chosen one; another test checks those.
        const isExpected = status !== "Success" || examplesOf(operation, "request").length < 2;
        if (isExpected) await expect.poll(async () => squeeze(await part.innerText())).toContain(squeeze(source));
      }
    });

    test("offers every example", async () => {
      const { page } = watched;
      for (const where of ["request", "response"] as const) {
        const summaries = examplesOf(operation, where).map(({ summary = "" }) => summary);
        if (summaries.length > 1) await offers(page, part, summaries);
      }
      const [answer] = examplesOf(operation, "response");
      const values = leaves(answer?.value).slice(0, 5);
      const lacking = async () => {
        const text = await part.innerText();
        return values.filter((value) => !text.includes(value));
      };
      await expect.poll(lacking).toEqual([]);
    });

    test("links to its page in the console, without any errors", async () => {
      const { page, problems } = watched;
      await part.getByRole("link", { name: "Try it" }).click();
      await page.waitForURL(`**/try/${operation.id}.html`);
      expect(problems).toEqual([]);
    });
  });

  test("shows the sample for the chosen example", async () => {
    const create = operations.find(({ id }) => id === "createMetadata");
    if (!create) throw new Error("The spec has no createMetadata.");
    const { page, problems } = await openPage(browser, docs.url + operationLink(create));
    const part = page.locator(`[data-section-id="${operationLink(create).split("#")[1]}"]`);
    const [first, second] = examplesOf(create, "request");
    const uidOf = (example: ExampleModel | undefined) => (example?.value as { uid: string } | undefined)?.uid;
    await expect.poll(() => part.innerText()).toContain(`"uid": "${uidOf(first)}"`);
    await part.getByRole("button", { name: first?.summary ?? "", exact: true }).click();
    await page.getByRole("menuitem", { name: second?.summary ?? "" }).click();
    await expect.poll(() => part.innerText()).toContain(`"uid": "${uidOf(second)}"`);
    await part.getByRole("button", { name: "Python", exact: true }).click();
    await expect.poll(() => part.innerText()).toContain("from urllib.request import");
    expect(await part.innerText()).toContain(`"uid": "${uidOf(second)}"`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("the first view is there before Redoc is loaded", async () => {
    const { page } = await openPage(browser, `${docs.url}try.html`);
    await page.route("**/assets/redoc.js", (route) => route.abort());
    await page.goto(`${docs.url}reference.html`);
    await page.locator("#redoc").getByRole("heading", { level: 1, name: "Metadata Service API" }).waitFor();
    await page.locator("#redoc").getByText("Base URL:").waitFor();
    await page.context().close();
  });

  test("expands everything: each operation and schema is rendered without a click, also for printing", async () => {
    const { page, problems } = await openPage(browser, `${docs.url}reference.html`);
    const parts = [
      ...operations.map((operation) => operationLink(operation).split("#")[1] ?? ""),
      ...Object.keys(spec.components?.schemas ?? {}).map((name) => `/schemas/${name.toLowerCase()}`),
    ];
    for (const part of parts)
      await page.locator(`[data-section-id="${part}"] :is(h1, h2, h3)`).first().waitFor({ state: "attached" });
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".menu-content").isVisible()).toBe(false);
    expect(
      await page
        .getByRole("heading", { name: operations[0]?.summary ?? "" })
        .first()
        .isVisible(),
    ).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("names the file, the base URL and the authentication below the title, with no placeholder in the base URL", async () => {
    const { page } = await openPage(browser, `${docs.url}reference.html`);
    const overview = page.locator('[data-section-id="/"]').first();
    for (const name of ["openapi.yaml", "openapi.json"]) await overview.getByRole("link", { name }).waitFor();
    const text = await overview.innerText();
    expect(text).toContain("Authentication");
    expect(text).toContain("http://localhost:4010");
    expect(await page.locator("body").innerText()).not.toContain("{base_url}");
    await page.context().close();
  });

  test("has links for the groups in the menu, and a URL that follows the scroll position", async () => {
    const { page } = await openPage(browser, `${docs.url}reference.html`);
    await page.getByRole("group", { name: "Language" }).first().waitFor();
    const link = page.locator(".menu-content").getByRole("link", { name: "Reports" }).first();
    await expect.poll(() => link.getAttribute("href")).toContain("#/reports");
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 1500);
    await expect.poll(() => page.url()).toMatch(/#\/\w+/);
    await page.context().close();
  });

  // For each stack trace, V8 parses all of Redoc again to find the line.
  test("attempts nothing that its policy forbids", async () => {
    const { page } = await openPage(browser, docs.url);
    await page.addInitScript(`globalThis.forbidden = [];
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => forbidden.push(violatedDirective + " " + blockedURI));`);
    await page.goto(`${docs.url}reference.html`);
    const last = Object.keys(spec.components?.schemas ?? {}).at(-1) ?? "";
    await expect
      .poll(() => page.locator(`[data-section-id="/schemas/${last.toLowerCase()}"]`).textContent())
      .toContain(last);
    expect(await page.evaluate("globalThis.forbidden")).toEqual([]);
    await page.context().close();
  });

  test("takes no stack traces", async () => {
    const { page } = await openPage(browser, `${docs.url}reference.html`);
    await page.getByRole("group", { name: "Language" }).first().waitFor();
    expect(await page.evaluate("new Error('without one').stack")).toBe("Error: without one");
    await page.context().close();
  });

  test("repairs what Redoc draws before anything else sees it", async () => {
    const { page } = await openPage(browser, `${docs.url}reference.html`);
    const levels = await page.evaluate(async () => {
      const drawn = ["h4", "h5"].map((name) => document.createElement(name));
      document.querySelector("#redoc")?.append(...drawn);
      await Promise.resolve();
      return drawn.map((heading) => heading.ariaLevel);
    });
    expect(levels).toEqual(["3", "4"]);
    await page.context().close();
  });

  test("draws every part without being scrolled, so that it can be printed and found in the page", async () => {
    const { page } = await openPage(browser, `${docs.url}reference.html`);
    const last = Object.keys(spec.components?.schemas ?? {}).at(-1) ?? "";
    const parts = [...operations.map(({ id, summary }) => [id, summary] as const), [last, last] as const];
    for (const [id, words] of parts)
      await expect.poll(() => page.locator(`[data-section-id$="/${id.toLowerCase()}"]`).textContent()).toContain(words);
    await page.context().close();
  });

  test("contains every schema, with its description and its own URL", async () => {
    // Redoc renders what comes into view, so with a tall window many schemas are rendered at once.
    const viewport = { width: 1280, height: 3000 };
    const { page, problems } = await openPage(browser, `${docs.url}reference.html#/schemas/uid`, { viewport });
    for (const [name, { description = "", type }] of Object.entries(spec.components?.schemas ?? {})) {
      const words = description
        .replaceAll(/[*`]|\(.*/g, "")
        .split(/\s+/)
        .slice(0, 5)
        .join(" ");
      // For an array, Redoc shows its elements and not its description.
      const shown = await lookAt(page, `/schemas/${name.toLowerCase()}`, type === "array" ? "Array [" : words);
      expect(shown).toContain(name);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("scrolls to a part far down that is linked, although Redoc renders the parts before it later", async () => {
    const { page } = await openPage(browser, `${docs.url}reference.html#/schemas/objectarrayitem`);
    const heading = page.locator('[data-section-id="/schemas/objectarrayitem"]').getByRole("heading").first();
    await heading.waitFor();
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThan(50);
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(400);
    await page.context().close();
  });

  test("links “decision 0005” to its decision record", async () => {
    const [first] = operations;
    const record = (await readDecisions()).find(({ number }) => number === "0005");
    if (!first || !record) throw new Error("The spec has no operation, or no record 0005.");
    const { page, problems } = await openPage(browser, docs.url + operationLink(first));
    await page.getByRole("link", { name: "decision 0005" }).first().click();
    await page.getByRole("heading", { name: record.title }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** Opens the menu of examples, whose button shows the name of the first, and finds all of them in it. */
async function offers(page: Page, part: Locator, [first = "", ...more]: string[]): Promise<void> {
  await part.getByRole("button", { name: first, exact: true }).click();
  for (const name of [first, ...more]) await page.getByRole("menuitem", { name }).waitFor();
  await page.keyboard.press("Escape");
}

/** Returns the strings in a value, in order. */
function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(leaves) : [];
}

/**
 * Scrolls to a part of the page until it shows some words, and returns its text. Redoc may move the part while
 * it renders others.
 */
async function lookAt(page: Page, anchor: string, words: string): Promise<string> {
  const look = (id: string) => {
    const part = document.querySelector<HTMLElement>(`[data-section-id="${id}"]`);
    part?.scrollIntoView();
    return part?.innerText.replaceAll(/\s+/g, " ") ?? "";
  };
  let text = "";
  const read = async () => {
    text = await page.evaluate(look, anchor);
    return text;
  };
  await expect.poll(read).toContain(words);
  return text;
}
