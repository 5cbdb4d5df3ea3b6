import { createRequire } from "node:module";
import {
  type Bundle as GeneratorBundle,
  type Operation as GeneratorOperation,
  operationsOf as rowsOf,
} from "@metadata-service/spec-tools/bundle";

const require = createRequire(import.meta.url);

/** Where the bundle lies, in both notations. */
export const bundleFiles = {
  json: require.resolve("@metadata-service/openapi/openapi.json"),
  yaml: require.resolve("@metadata-service/openapi/openapi.yaml"),
};

/** A JSON Schema, as far as the docs read it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  examples?: unknown[];
}

/** A named example. */
export interface Example {
  summary?: string;
  value: unknown;
}

/** The bundle, with what the docs read beyond what the generators do. */
export interface Bundle extends GeneratorBundle {
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string; variables?: Record<string, { default: string }> }[];
  tags: { name: string; description: string }[];
  components: GeneratorBundle["components"] & {
    schemas: Record<string, Schema>;
    examples: Record<string, Example>;
  };
}

/** An operation, with what the docs read beyond what the generators do. */
export interface Operation extends GeneratorOperation {
  tags: string[];
  "x-codeSamples"?: { lang: string; label: string; source: string }[];
}

/** One operation with its place in the API and its parameters, references followed. */
export type Row = Omit<ReturnType<typeof rowsOf>[number], "operation"> & { operation: Operation };

/** All operations in the order of the spec. */
export const operationsOf = (bundle: Bundle): Row[] => rowsOf(bundle) as Row[];

/** Follows a reference inside the bundle. */
export function follow<T>(bundle: Bundle, node: T): T {
  const reference = (node as { $ref?: string } | undefined)?.$ref;
  if (!reference) return node;
  const parts = reference.slice(2).split("/");
  return parts.reduce<unknown>(
    (target, part) => (target as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")],
    bundle,
  ) as T;
}

/** The last part of a reference: the name of a schema or an example. */
export const nameOf = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);

/** The address where the samples find the service: the default of the spec's own server. */
export function baseUrlOf(bundle: Bundle): string {
  const server = bundle.servers[0];
  const variables = Object.entries(server?.variables ?? {});
  return variables.reduce((url, [name, { default: value }]) => url.replace(`{${name}}`, value), server?.url ?? "");
}

/** The examples of the request body, or of the first successful response, by name. */
export function examplesOf(bundle: Bundle, row: Row, where: "request" | "response"): Record<string, Example> {
  const success = Object.entries(row.operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const holder = where === "request" ? row.operation.requestBody : follow(bundle, success);
  const media = holder?.content?.["application/json"] as { examples?: Record<string, Example> } | undefined;
  return Object.fromEntries(Object.entries(media?.examples ?? {}).map(([name, node]) => [name, follow(bundle, node)]));
}

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** The address of an operation inside the reference page. */
export const operationLink = ({ operation }: Row) =>
  `reference.html#/${slug(operation.tags[0] ?? "")}/${operation.operationId.toLowerCase()}`;
