// About this API: the app calls its operations.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { startMock } from "@metadata-service/mock";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";
import { WAIT_LIMIT } from "../../../../vitest.base.js";

/** Bundles the app into one file, with the URL and the API key of a mock. */
async function bundle(target: { url: string; apiKey: string }): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./app.tsx", import.meta.url))],
    bundle: true,
    format: "esm",
    jsx: "automatic",
    write: false,
    define: { target: JSON.stringify(target), "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0]?.text ?? "";
}

it.skipIf(noChromium)(
  `runs openapi-react-query, in a React app with TanStack Query, on client.raw${noChromium ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    const mock = await startMock({ port: 0 });
    onTestFinished(() => mock.stop());
    const script = await bundle(mock);
    const server = createServer(({ url }, response) =>
      url === "/app.js"
        ? response.writeHead(200, { "content-type": "text/javascript" }).end(script)
        : response
            .writeHead(200, { "content-type": "text/html" })
            .end('<div id="root"></div><script type="module" src="/app.js"></script>'),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const browser = await launchChromium();
    onTestFinished(() => browser.close());

    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_LIMIT / 2);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.getByText("report-000001 report-000002", { exact: true }).waitFor();
    await page.locator("#next").click();
    await page.getByText("report-000003 report-000004", { exact: true }).waitFor();
    await page.getByText("limit must be", { exact: false }).waitFor();
    await page.locator("#create").click();
    await page.getByRole("button", { name: "from-react" }).waitFor();
    expect(errors).toEqual([]);
    // The mock accepted these requests, so the client added the API key to each.
    expect(mock.requests.length).toBeGreaterThan(3);
  },
);
