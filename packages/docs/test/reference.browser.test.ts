import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocsServer, serveDocs } from "../src/index.js";
import { launch, noBrowser } from "./browser.js";
import { operations } from "./bundle.js";

if (noBrowser) console.warn(`Skipped, because ${noBrowser}.`);

describe.skipIf(noBrowser)("the reference in a browser", () => {
  let docs: DocsServer;
  let browser: Browser;
  beforeAll(async () => {
    docs = await serveDocs({ port: 0, base: "/docs/" });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await docs?.stop();
  });

  test.each(operations)("$operationId has an address of its own and is shown there", async (operation) => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^https?:$/.test(protocol) && origin !== new URL(docs.url).origin) problems.push(request.url());
    });
    const tag = operation.tags[0]?.toLowerCase().replaceAll(" ", "-");
    await page.goto(`${docs.url}#/${tag}/${operation.operationId.toLowerCase()}`);
    const heading = page.getByRole("heading", { name: operation.summary, exact: false });
    await heading.first().waitFor();
    await page.getByText(operation.path, { exact: true }).first().waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
