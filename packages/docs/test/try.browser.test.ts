import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Mock, startMock } from "@metadata-service/mock";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocsServer, serveDocs } from "../src/index.js";
import { openNext, openPage, type WatchedPage } from "./open-page.js";

describe.skipIf(noChromium)(`the console${noChromium ? ` (skipped: ${noChromium})` : ""}`, () => {
  let docs: DocsServer;
  let mock: Mock;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    [docs, mock, browser] = await Promise.all([serveDocs({ port: 0 }), startMock(), launchChromium()]);
    watched = await openPage(browser, docs.url, {}, ({ origin }) => origin === mock.url);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([docs?.stop(), mock?.stop()]);
  });

  /** Opens the console page of an operation, with the mock's URL in the form. */
  async function open(path: string): Promise<Page> {
    mock.reset();
    await openNext(watched, docs.url + path);
    await watched.page.getByLabel("Base URL").fill(mock.url);
    return watched.page;
  }
  const response = (page: Page) => page.locator("#try-response");
  const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();

  test("creates a record, which the mock stores", async () => {
    const page = await open("try/createMetadata.html");
    await page.getByLabel("Start from").selectOption({ index: 1 });
    await send(page);
    await response(page).getByText("201 Created").waitFor();
    expect(await response(page).innerText()).toContain('"uid": "lot-2026-0042"');
    expect(await response(page).innerText()).toContain(`${mock.url}/files/`);
    expect(await response(page).innerText()).toContain("curl -X POST");
    expect(mock.requests.map(({ status }) => status)).toEqual([201]);
    expect(watched.problems).toEqual([]);
  });

  test("pages through purchase orders forwards and backwards, up to the end", async () => {
    const page = await open("try/listPurchaseOrders.html?limit=100");
    await send(page);
    await response(page).getByText("records 1 to 100 of 1,000").waitFor();
    expect(await page.getByRole("button", { name: "Previous page" }).isDisabled()).toBe(true);
    for (let offset = 100; offset < 1000; offset += 100) {
      await page.getByRole("button", { name: "Next page" }).click();
      await response(page)
        .getByText(`records ${offset + 1} to ${offset + 100} of 1,000`)
        .waitFor();
    }
    expect(await page.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Previous page" }).click();
    await response(page).getByText("records 801 to 900 of 1,000").waitFor();
    expect(watched.problems).toEqual([]);
  });

  test.each([
    ["try/listPurchaseOrdersV3.html?limit=200", "records 1 to 200"],
    ["try/listReports.html?limit=50", "records 1 to 50 of 1,000"],
  ])("at %s shows %s", async (path, range) => {
    const page = await open(path);
    await send(page);
    await response(page).getByText(range).waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await response(page)
      .getByText(range.replace("records 1 to ", "to ").split(" of ")[0] ? /records \d+1 to/ : range)
      .waitFor();
    expect(watched.problems).toEqual([]);
  });

  test.each([
    ["400", "limit must be at most 100"],
    ["401", "expired or invalid"],
    ["429", "Too many requests"],
    ["500", "Internal server error"],
  ])("can provoke a %s, and shows it", async (status, message) => {
    const page = await open("try/listPurchaseOrders.html");
    await page.locator(`#try-provoke [data-status="${status}"]`).click();
    await response(page)
      .getByText(new RegExp(`^${status} `))
      .waitFor();
    const text = await response(page).innerText();
    expect(text).toContain("errorCode");
    expect(text).toContain(message);
    if (status === "429") expect(text).toMatch(/retry-after: \d/);
    // A browser logs each error status itself; nothing else may be logged.
    for (const problem of watched.problems) expect(problem).toContain("the server responded with a status of");
  });

  test("explains what to do if there is no server", async () => {
    const page = await open("try/listReports.html");
    await page.getByLabel("Base URL").fill("http://127.0.0.1:9");
    await send(page);
    await response(page).getByText("Is the server running?").waitFor();
  });

  test("distinguishes a server that does not allow the page (CORS) from one that is not running", async () => {
    const closed = createServer((_, response) => response.end("{}"));
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    try {
      const page = await open("try/listReports.html");
      await page.getByLabel("Base URL").fill(`http://127.0.0.1:${(closed.address() as AddressInfo).port}`);
      await send(page);
      await response(page).getByText("does not allow requests from this page (CORS)").waitFor();
      expect(await response(page).innerText()).toContain(`--cors-origin ${new URL(docs.url).origin}`);
    } finally {
      closed.close();
    }
  });

  test("explains how to allow an address that the page may not request", async () => {
    const page = await open("try/listReports.html");
    await page.getByLabel("Base URL").fill("https://metadata.example.com");
    await send(page);
    await response(page).getByText("--api https://metadata.example.com").waitFor();
  });

  test("lets the user choose the server in a menu, or type its address", async () => {
    const page = await open("try/listReports.html");
    const address = page.getByLabel("Base URL");
    await page.getByLabel("Server").selectOption("Service (npm start)");
    expect(await address.inputValue()).toBe("http://localhost:4020");
    await address.fill("http://localhost:4010");
    expect(await page.getByLabel("Server").inputValue()).toBe("http://localhost:4010");
    await address.fill("http://localhost:5000");
    expect(await page.getByLabel("Server").inputValue()).toBe("");
  });

  test("explains that it needs JavaScript", async () => {
    const { page } = await openPage(browser, `${docs.url}try/listReports.html`, { javaScriptEnabled: false });
    await page.getByText("This page needs JavaScript").waitFor();
    await page.context().close();
  });

  test("never interprets a response as markup", async () => {
    const page = await open("try/createMetadata.html");
    const uid = "<img src=x onerror=alert(1)>";
    await page.getByLabel("Body").fill(JSON.stringify({ uid, items: [{ key: "a", type: "string", value: "b" }] }));
    await send(page);
    await response(page).getByText("201 Created").waitFor();
    expect(await response(page).locator("img").count()).toBe(0);
    expect(await response(page).innerText()).toContain(uid);
    expect(watched.problems).toEqual([]);
  });
});
