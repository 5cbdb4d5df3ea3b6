import type { SecuritySchemeModel } from "@metadata-service/spec-tools";
import { markdown } from "@metadata-service/spec-tools/languages";
import { isMock } from "./document.js";
import type { ApiOperation } from "./operations.js";

/** Explains the base URL of the samples. */
export const serverText = (baseUrl: string): string =>
  isMock(baseUrl)
    ? "This is the mock that `npm start` runs. Replace it with the URL of your deployment."
    : "`npm start` runs a mock of this API on your machine.";

/**
 * What every request and every response has, before the first operation: the URL, the credentials and the request ID.
 *
 * @param describe how a description is written, which is Markdown of the document's author
 */
export function introduction(
  baseUrl: string,
  operations: readonly ApiOperation[],
  describe: (text: string) => string,
): string[] {
  const schemes = new Map(operations.flatMap((operation) => operation.schemes.map((scheme) => [scheme.name, scheme])));
  const credentials = [...schemes.values()].map((scheme) => {
    const { name, description = "" } = scheme;
    const explained = description && `: ${describe(lowerFirst(description))}`;
    return `**Authentication:** ${whoNeeds(name, operations)} ${credentialText(scheme)}${explained || "."}`;
  });
  return [
    `**Base URL:** ${markdown.code(baseUrl)}. ${serverText(baseUrl)}`,
    ...credentials,
    "**Request ID:** every response of the mock and of the service has the header `X-Request-Id`. Name it when you ask for help with a request. You can choose it: send the header with the request.",
  ];
}

/** An operation may need no credentials, or others. */
export const whoNeeds = (scheme: string, operations: readonly ApiOperation[]): string =>
  operations.every(({ schemes }) => schemes.some(({ name }) => name === scheme))
    ? "every request needs"
    : "requests to the operations that say so need";

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** `the header apiKey`. */
export const credentialText = ({ name, credential }: SecuritySchemeModel) =>
  credential
    ? `the ${PLACES[credential.in]} ${markdown.code(credential.name)}${prefixText(credential.prefix)}`
    : markdown.text(name);

const PLACES = { header: "header", query: "query parameter", cookie: "cookie" } as const;
const prefixText = (prefix: string) => (prefix ? ` (${markdown.code(prefix)}…)` : "");
