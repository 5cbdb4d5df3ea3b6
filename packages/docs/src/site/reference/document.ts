import { createRequire } from "node:module";
import type { OpenApiDocument } from "@metadata-service/spec-tools";

const require = createRequire(import.meta.url);

/** The generated document, as JSON and as YAML. */
export const documentFiles = {
  json: require.resolve("@metadata-service/openapi/openapi.json"),
  yaml: require.resolve("@metadata-service/openapi/openapi.yaml"),
};

/** The URL where `npm start` runs the mock. */
const MOCK = "http://localhost:4010";

/** Whether a URL is on the reader's machine, where `npm start` runs the mock. */
export const isLocal = (url: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(url);

/** The URL of the mock that `npm start` runs; its paths are those of the document. */
export const mockUrlOf = (document: OpenApiDocument): string => {
  const url = baseUrlOf(document);
  return isLocal(url) ? url : MOCK;
};

/** The base URL in the samples: the default of the spec's own server, or its path on the mock. */
export function baseUrlOf(document: OpenApiDocument): string {
  const server = document.servers?.[0];
  const variables = Object.entries(server?.variables ?? {});
  const url = variables.reduce(
    (text, [name, { default: value }]) => text.replace(`{${name}}`, () => value),
    server?.url ?? "",
  );
  return URL.canParse(url, MOCK) ? new URL(url, MOCK).href.replace(/\/$/, "") : MOCK;
}
