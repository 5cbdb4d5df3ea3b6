import { createRequire } from "node:module";
import type { OpenApiDocument } from "@metadata-service/spec-tools";

const require = createRequire(import.meta.url);

/** The generated document, in both notations. */
export const documentFiles = {
  json: require.resolve("@metadata-service/openapi/openapi.json"),
  yaml: require.resolve("@metadata-service/openapi/openapi.yaml"),
};

/** Where `npm start` runs the mock. */
const MOCK = "http://localhost:4010";

/** The address where the samples find the service: the default of the spec's own server, or a path on the mock. */
export function baseUrlOf(document: OpenApiDocument): string {
  const server = document.servers?.[0];
  const variables = Object.entries(server?.variables ?? {});
  const url = variables.reduce(
    (text, [name, { default: value }]) => text.replace(`{${name}}`, value),
    server?.url ?? "",
  );
  return URL.canParse(url, MOCK) ? new URL(url, MOCK).href.replace(/\/$/, "") : MOCK;
}
