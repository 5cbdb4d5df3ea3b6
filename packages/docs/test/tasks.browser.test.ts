import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Mock, startMock } from "@metadata-service/mock";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocsServer, serveDocs } from "../src/index.js";
import { WRITTEN_URL } from "../src/site/samples/run-sample.js";
import { openNext, openPage, type WatchedPage } from "./open-page.js";

/** Tasks that readers come with; each must be possible within three clicks from the start page. */
describe.skipIf(noChromium)(`within three clicks, readers can${noChromium ? ` (skipped: ${noChromium})` : ""}`, () => {
  let docs: DocsServer;
  let mock: Mock;
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    [docs, mock, browser] = await Promise.all([serveDocs({ port: 0 }), startMock(), launchChromium()]);
    watched = await openPage(browser, docs.url);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([docs?.stop(), mock?.stop()]);
  });

  type Name = string | RegExp;
  type Way = [] | [Name] | [Name, Name] | [Name, Name, Name];
  /** Opens the start page and clicks one link after another, at most three. */
  async function follow(...links: Way): Promise<Page> {
    const { page } = watched;
    await openNext(watched, docs.url);
    for (const name of links) await page.getByRole("link", { name, exact: true }).first().click();
    return page;
  }
  const section = (page: Page, heading: string) =>
    page.locator("#content").getByRole("heading", { name: heading, exact: true });

  test("find the maximum page size", async () => {
    const page = await follow("Paging");
    await page.getByRole("row").filter({ hasText: "listReports" }).getByText("maximum 50").waitFor();
  });

  test("copy a request with a nested object that works", async () => {
    const page = await follow("Reference", "Metadata", /^Create metadata/);
    const code = page.locator('[data-section-id="/metadata/createmetadata"] pre').filter({ hasText: "curl -X POST" });
    await expect.poll(() => code.first().textContent()).toContain('"type": "object"');
    const command = ((await code.first().textContent()) ?? "").trim().replaceAll(WRITTEN_URL, mock.url);
    const { stdout } = await promisify(execFile)("sh", ["-c", `${command} -s -w '%{http_code}'`]);
    expect(stdout).toMatch(/201$/);
  });

  test("learn what to do on a 429", async () => {
    const page = await follow("Handle errors");
    await page.getByRole("row").filter({ hasText: "429" }).getByText("Retry-After").waitFor();
  });

  test("find a sample of a nightly sync", async () => {
    const page = await follow("Incremental sync", "A reliable sync");
    await page.locator("pre").filter({ hasText: "syncReports(" }).first().waitFor();
  });

  test("see what an object-array is in a response", async () => {
    const page = await follow("Item types", "object-array");
    await page.locator("section.kind").filter({ hasText: "object-array" }).getByText("Response").first().waitFor();
  });

  test("get the OpenAPI file", async () => {
    const page = await follow();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "openapi.yaml" }).click();
    expect((await download).suggestedFilename()).toBe("openapi.yaml");
  });

  test("learn what happens with a wrong key", async () => {
    const page = await follow("Authentication", "Response to a wrong key");
    await section(page, "Response to a wrong key").waitFor();
    await page.getByText("UnauthorizedError").first().waitFor({ state: "attached" });
  });

  test("learn how to move to PostgreSQL and import records", async () => {
    const page = await follow("Run the service");
    await section(page, "Move to PostgreSQL").waitFor();
    await page.getByText("metadata-service import").first().waitFor();
  });

  test("find the error classes", async () => {
    const page = await follow("The TypeScript client");
    await section(page, "Handle errors").waitFor();
    await page.getByText("RateLimitError").filter({ visible: true }).first().waitFor();
  });

  test("send someone a link to an operation", async () => {
    const page = await follow("Reference", "Reports", /^List reports/);
    await expect.poll(() => page.url()).toMatch(/#\/reports\/listreports$/);
    const address = page.url();
    await openNext(watched, address);
    await page.locator('[data-section-id="/reports/listreports"]').getByRole("heading").first().waitFor();
  });
});
