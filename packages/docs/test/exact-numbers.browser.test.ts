/** Numbers in examples are shown as they are written, even those that JavaScript changes. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type OpenApiDocument, prepareDocument } from "@metadata-service/spec-tools";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import { parseWithExamples } from "@metadata-service/spec-tools/json";
import { expect, onTestFinished, test } from "vitest";
import { siteOf } from "../src/site/site.js";
import { openPage } from "./open-page.js";

const NUMBERS = ["9007199254740993", "1e400", "0.12345678901234567891"];
const example = `{"big":${NUMBERS[0]},"huge":${NUMBERS[1]},"fine":${NUMBERS[2]},"small":12.5}`;
const content = `{"application/json":{"schema":{"type":"object"},"example":${example}}}`;
const text = `{
  "openapi": "3.1.0",
  "info": { "title": "Things", "version": "1.0.0" },
  "paths": {
    "/things/{id}": {
      "put": {
        "operationId": "putThing",
        "parameters": [{
          "name": "id", "in": "path", "required": true, "example": 9007199254740993,
          "schema": { "type": "integer", "maximum": 9223372036854775807 }
        }],
        "requestBody": { "content": ${content} },
        "responses": { "200": { "description": "Stored.", "content": ${content} } }
      }
    }
  }
}`;
const { document } = prepareDocument(parseWithExamples(text)) as { document: OpenApiDocument };
const files = await siteOf(document);

test.each(["reference.md", "llms-full.txt", "reference-plain.html", "assets/try-operations.js"])("in %s", (path) => {
  for (const number of NUMBERS) expect(files[path]).toContain(number);
  expect(files[path]).not.toContain("number_");
});

test("in samples, also in their URLs", () => {
  const [, curl = ""] = /Sample, curl:\n\n```bash\n([\s\S]*?)```/.exec(files["reference.md"] ?? "") ?? [];
  expect(curl).toContain("/things/9007199254740993'");
  for (const number of NUMBERS) expect(curl).toContain(`: ${number}`);
});

test.skipIf(noChromium)(`in the reference${noChromium ? ` (skipped: ${noChromium})` : ""}`, async () => {
  const server = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end(files["reference.html"]),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    server.close();
  });
  const { page } = await openPage(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}/reference.html`);
  const response = page.locator(".panel-response-samples pre");
  for (const number of NUMBERS) await expect.poll(() => response.first().textContent()).toContain(`: ${number}`);
  await page.getByRole("button", { name: "Payload" }).click();
  await expect.poll(() => page.locator(".panel-request-samples pre").textContent()).toContain(`: ${NUMBERS[0]}`);
});
