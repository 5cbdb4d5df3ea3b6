/** Tests the mock with a document that has hostile texts in every position. */
import { hostileDocument } from "@metadata-service/test-kit/hostile/document";
import { expect, onTestFinished, test } from "vitest";
import { startMock } from "../src/index.js";

interface Named {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly enum?: readonly string[] };
}

test("a document with hostile texts is mocked: each list answers a valid request", async () => {
  const { document } = hostileDocument();
  const { paths, components } = document as {
    paths: Record<string, { get: { parameters: readonly Named[] } }>;
    components: { securitySchemes: { key: Named } };
  };
  const mock = await startMock({ document });
  onTestFinished(() => mock.stop());
  const wrong: string[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    const url = new URL(mock.url + path.replace(/\{[^}]*\}/, "here"));
    for (const { name, required, schema } of get.parameters)
      if (required) url.searchParams.set(name, schema.enum?.[0] ?? "");
    url.searchParams.set(components.securitySchemes.key.name, mock.apiKey);
    const response = await fetch(url);
    const text = await response.text();
    if (response.status !== 200) wrong.push(`${path}: ${response.status} ${text.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
});
