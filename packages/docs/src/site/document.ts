import { createRequire } from "node:module";
import {
  dereference,
  type ExampleObject,
  type OpenApiDocument,
  type Operation,
  successOf,
} from "@metadata-service/spec-tools";

const require = createRequire(import.meta.url);

/** The generated document, in both notations. */
export const documentFiles = {
  json: require.resolve("@metadata-service/openapi/openapi.json"),
  yaml: require.resolve("@metadata-service/openapi/openapi.yaml"),
};

/** The address where the samples find the service: the default of the spec's own server. */
export function baseUrlOf(document: OpenApiDocument): string {
  const server = document.servers?.[0];
  const variables = Object.entries(server?.variables ?? {});
  return variables.reduce((url, [name, { default: value }]) => url.replace(`{${name}}`, value), server?.url ?? "");
}

/** The examples of the request body, or of the first successful response, by name. */
export function examplesOf(
  document: OpenApiDocument,
  operation: Operation,
  where: "request" | "response",
): Record<string, ExampleObject> {
  const holder = where === "request" ? operation.requestBody : successOf(operation)?.[1];
  const examples = Object.entries(holder?.content?.["application/json"]?.examples ?? {});
  return Object.fromEntries(examples.map(([name, example]) => [name, dereference(document, example).node]));
}

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** The address of an operation inside the reference page. */
export const operationLink = ({ operation }: Operation) =>
  `reference.html#/${slug(operation.tags?.[0] ?? "")}/${operation.operationId.toLowerCase()}`;
