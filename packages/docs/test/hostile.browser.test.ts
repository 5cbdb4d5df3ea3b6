/// <reference lib="dom" />

/** Tests the site of a document with hostile texts in every position: nothing runs, nothing is missing. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import { hostileDocument } from "@metadata-service/test-kit/hostile/document";
import { PAYLOADS } from "@metadata-service/test-kit/hostile/texts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationLink, readDocs } from "../src/site/reference/operations.js";
import { siteOf } from "../src/site/site.js";
import { openNext, openPage, type WatchedPage } from "./open-page.js";

const hostile = hostileDocument().document as OpenApiDocument;
const [script = "", image = ""] = readDocs(hostile)
  .operations.filter(({ id }) => /^(listThings17|createThing18)$/.test(id))
  .map(operationLink);

describe.skipIf(noChromium)(`the site of a hostile document${noChromium ? ` (skipped: ${noChromium})` : ""}`, () => {
  let server: Server;
  let url: string;
  let browser: Browser;
  let watched: WatchedPage;
  const dialogs: string[] = [];

  beforeAll(async () => {
    const files = await siteOf(hostile);
    server = createServer((request, response) => {
      const path = (request.url ?? "").slice(1).split("?")[0] ?? "";
      const type = { html: "text/html", js: "text/javascript", css: "text/css" }[path.split(".").at(-1) ?? ""];
      response.writeHead(path in files ? 200 : 404, { "content-type": `${type ?? "text/plain"}; charset=utf-8` });
      response.end(files[path]);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await launchChromium();
    watched = await openPage(browser, `${url}index.html`);
    watched.page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** What a text of the document could have become. */
  const becameMarkup = (page: Page) =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll("*")];
      const foreign = /^(iframe|frame|object|embed|base|card)$/;
      const code = /^(globalThis\.RAN = 1|\*\{display:none\})$/;
      const runs = /^\s*(javascript:|vbscript:|data:(?!image\/))|^https:\/\/tracker\.invalid/i;
      const found = all
        .filter(
          ({ localName, textContent }) =>
            foreign.test(localName) || (/^(script|style)$/.test(localName) && code.test(textContent ?? "")),
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 100));
      for (const { name, value } of all.flatMap(({ attributes }) => [...attributes]))
        if (name.startsWith("on") || (/^(src|action|formaction|href|xlink:href)$/.test(name) && runs.test(value)))
          found.push(`${name}="${value.slice(0, 100)}"`);
      if ("RAN" in globalThis) found.push("a script of the document ran");
      return [...new Set(found)];
    });

  test.each([
    ["index.html", "main"],
    ["reference-plain.html", "main"],
    [script, `[data-section-id="${script.split("#")[1]}"]`],
    [image, `[data-section-id="${image.split("#")[1]}"]`],
    ["try.html", "main"],
    ["try/createThing17.html", "#try-form"],
    ["try/listThings18.html", "#try-form"],
  ])(
    "%s runs nothing, sends no request to others, and has no frame, handler or link that runs",
    async (path, ready) => {
      await openNext(watched, url + path);
      const { page, problems } = watched;
      await page.locator(ready).first().waitFor();
      expect(await becameMarkup(page)).toEqual([]);
      expect(problems).toEqual([]);
      expect(dialogs).toEqual([]);
    },
  );

  test("the plain reference shows each text of the document as it is", async () => {
    await openNext(watched, `${url}reference-plain.html`);
    const shown = words(await watched.page.locator("main").innerText());
    for (const [name, text] of Object.entries(PAYLOADS))
      expect(shown.includes(words(text)), `${name}: ${text}`).toBe(true);
  });
});

/** A text as a page shows it: spaces and controls are not told apart. */
const words = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Cs}\p{Bidi_Control}\ufffd]+/gu, "");
