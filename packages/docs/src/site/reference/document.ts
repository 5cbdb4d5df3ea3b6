import { createRequire } from "node:module";
import type { ApiModel } from "@metadata-service/spec-tools";

const require = createRequire(import.meta.url);

/** The generated document, as JSON and as YAML. */
export const documentFiles = {
  json: require.resolve("@metadata-service/openapi/openapi.json"),
  yaml: require.resolve("@metadata-service/openapi/openapi.yaml"),
};

/** The URL where `npm start` runs the mock. */
const MOCK = "http://localhost:4010";

/** The URL where it runs the service, which has the same key. */
const SERVICE = "http://localhost:4020";

/** Whether a URL is on the reader's machine. */
const isLocal = (url: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(url);

/** Whether a base URL is that of the mock that `npm start` runs. */
export const isMock = (url: string): boolean => new URL(url).origin === MOCK;

/** A server that requests can be sent to. */
export interface ApiServer {
  name: string;
  url: string;
}

/** Returns the servers on the reader's machine: the two of `npm start`, and the one that the document names, by its URL. */
export function localServers(url: string): ApiServer[] {
  const isOther = isLocal(url) && !isMock(url);
  return [
    { name: "Mock (npm start)", url: isMock(url) ? url : MOCK },
    { name: "Service (npm start)", url: SERVICE },
    ...(isOther ? [{ name: "Server of the OpenAPI file", url }] : []),
  ];
}

/** The base URL in the samples: that of the API's server, or its path on the mock. */
export const baseUrlOf = ({ server }: Pick<ApiModel, "server">): string =>
  URL.canParse(server, MOCK) ? new URL(server, MOCK).href.replace(/\/$/, "") : MOCK;
