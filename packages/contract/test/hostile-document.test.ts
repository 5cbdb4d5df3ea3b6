/** Tests the suite with a document that has hostile texts in every position, on the mock of this document. */
import { startMock } from "@metadata-service/mock";
import { hostileDocument } from "@metadata-service/test-kit/hostile/document";
import { expect, onTestFinished, test } from "vitest";
import { valueForStream } from "../src/cli/guard-terminal.js";
import { type Document, runContract } from "../src/index.js";
import { textReport } from "../src/report/text.js";

test("the suite runs to its end, and its report does not act on a terminal", async () => {
  const document = hostileDocument().document as Document;
  const mock = await startMock({ document });
  onTestFinished(() => mock.stop());
  const report = await runContract({ document, baseUrl: mock.url, apiKey: mock.apiKey, effort: 1000, seed: 7 });
  expect(report.stopped).toBeUndefined();
  expect(report.failed).toBe(0);
  expect(report.passed).toBeGreaterThan(50);
  const text = textReport(valueForStream(report, { isTTY: true }), { coverage: true });
  expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
});
