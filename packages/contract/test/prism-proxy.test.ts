/** Prism works as a second validator: it detects responses and accepted requests that violate the document. */
import { expect, it } from "vitest";
import { runContract } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { editDocument } from "./fixture/edit-document.js";
import { reference } from "./fixture/reference.js";
import { serve } from "./fixture/serve.js";
import { prismProxyTarget } from "./targets/prism-proxy-target.js";

const document = bundle();

it.each([
  ["a response", document, "/components/schemas/Report/properties/uid", { maxLength: 3 }],
  ["an accepted request", document, "/components/parameters/ReportsLimit/schema", { maximum: 7 }],
] as const)("Prism detects %s that violates the document", async (_, right, pointer, rule) => {
  const inner = reference(right);
  const server = await serve(inner);
  const stricter = editDocument(right, pointer, (node) => void Object.assign(node, rule));
  const target = await prismProxyTarget(stricter, { ...inner, baseUrl: server.url });
  try {
    const report = await runContract({
      document: right,
      target,
      only: /^listReports (responds with 200|law page size|accepts limit)/,
    });
    expect(report.results.filter(({ verdict }) => verdict === "failed").map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining("Prism reports for"),
    );
  } finally {
    await target.close?.();
    await server.stop();
  }
});
