/** Numbers are shown as they are written, even those that JavaScript changes. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type OpenApiDocument, prepareDocument } from "@metadata-service/spec-tools";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import { markedJson } from "@metadata-service/spec-tools/json";
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
    },
    "/things": {
      "post": {
        "operationId": "addThing",
        "parameters": [{ "name": "filter", "in": "query", "content": { "application/json": { "schema": { "type": "object" } } } }],
        "requestBody": { "required": true, "content": { "multipart/form-data": { "schema": {
          "type": "object", "properties": { "meta": { "type": "object" } }
        } } } },
        "responses": { "204": { "description": "Stored." } }
      },
      "put": {
        "operationId": "moveThing",
        "parameters": [
          { "name": "a", "in": "query", "schema": { "type": "number", "exclusiveMaximum": ${NUMBERS[0]}, "multipleOf": ${NUMBERS[2]} } },
          { "name": "b", "in": "query", "schema": { "enum": [${NUMBERS[0]}, 5] } }
        ],
        "requestBody": { "required": true, "content": { "application/x-www-form-urlencoded": {
          "schema": { "type": "object", "properties": { "meta": { "type": "object" } } },
          "encoding": { "meta": { "contentType": "application/json" } }
        } } },
        "responses": { "204": { "description": "Stored." } }
      }
    }
  }
}`;
const { document } = prepareDocument(JSON.parse(markedJson(text))) as { document: OpenApiDocument };
const files = await siteOf(document);

test.each(["reference.md", "llms-full.txt", "reference-plain.html", "assets/try-operations.js"])("in %s", (path) => {
  for (const number of NUMBERS) expect(files[path]).toContain(number);
  expect(files[path]).not.toContain("number_");
});

test("in bounds, constants and lists of values", () => {
  for (const path of ["reference.md", "reference-plain.html"]) {
    expect(files[path]).toContain("at most 9223372036854775807");
    expect(files[path]).toContain("less than 9007199254740993, a multiple of 0.12345678901234567891");
    expect(files[path]).toContain("one of 9007199254740993, 5");
  }
});

test("in samples, also in their URLs", () => {
  const [, curl = ""] = /Sample, curl:\n\n```bash\n([\s\S]*?)```/.exec(files["reference.md"] ?? "") ?? [];
  expect(curl).toContain("/things/9007199254740993'");
  for (const number of NUMBERS) expect(curl).toContain(`: ${number}`);
});

test("samples send a text where their language would change a number", () => {
  const sample = (name: string) =>
    new RegExp(`Sample, ${name}:\n\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\``).exec(files["reference.md"] ?? "")?.[1];
  expect(sample("fetch")).toContain(`body: \`{\n    "big": ${NUMBERS[0]},\n    "huge": ${NUMBERS[1]},`);
  expect(sample("Python")).toContain(`data="{\\"big\\":${NUMBERS[0]},\\"huge\\":${NUMBERS[1]},`);
  expect(sample("Client")).toContain("// JavaScript rounds a number of this request.");
});

/** Serves the site, and notes the requests to other paths. */
async function serveSite() {
  const requests: { url: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const path = (request.url ?? "").slice(1);
    const file = files[path];
    const type = path.endsWith(".js") ? "text/javascript" : path.endsWith(".css") ? "text/css" : "text/html";
    if (file !== undefined) return void response.setHeader("content-type", type).end(file);
    const chunks = await request.toArray();
    requests.push({ url: request.url ?? "", body: Buffer.concat(chunks).toString() });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.skipIf(noChromium)(`in what the console sends${noChromium ? ` (skipped: ${noChromium})` : ""}`, async () => {
  const { url, requests } = await serveSite();
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const { page } = await openPage(browser, `${url}/try/addThing.html`);
  const sendAs = async (fields: Record<string, string>) => {
    await page.locator("#try-base").fill(url);
    for (const [id, value] of Object.entries(fields)) await page.locator(`#try-${id}`).fill(value);
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("#try-response").getByText("204 No Content").waitFor();
    return page.locator("#try-response").innerText();
  };
  const shown = await sendAs({ "query-filter": example, "part-meta": example });
  expect(decodeURIComponent(requests[0]?.url ?? "")).toBe(`/things?filter=${example}`);
  expect(requests[0]?.body).toContain(example);
  expect(shown).toContain(`meta=${JSON.stringify(example).replaceAll("\\\\", "\\")}`);

  await page.goto(`${url}/try/moveThing.html`);
  await sendAs({ "part-meta": example });
  expect(decodeURIComponent(requests[1]?.body ?? "")).toBe(`meta=${example}`);
});

test.skipIf(noChromium)(`in the reference${noChromium ? ` (skipped: ${noChromium})` : ""}`, async () => {
  const server = createServer(({ url = "" }, response) =>
    response.setHeader("content-type", url.endsWith(".js") ? "text/javascript" : "text/html").end(files[url.slice(1)]),
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
  await expect.poll(() => page.locator("#redoc").textContent()).toContain("<= 9223372036854775807");
  await page.getByRole("button", { name: "Payload" }).first().click();
  await expect
    .poll(() => page.locator(".panel-request-samples pre").first().textContent())
    .toContain(`: ${NUMBERS[0]}`);
});
