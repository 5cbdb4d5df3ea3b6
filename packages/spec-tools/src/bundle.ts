import { readFile } from "node:fs/promises";
import { inRepo } from "./in-repo.js";

/** The parts of an OpenAPI document that the generators read. */
export interface Bundle {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { description?: string; discriminator?: { mapping?: Record<string, string> } }>;
    parameters?: Record<string, Parameter>;
    examples: Record<string, { value: unknown }>;
    securitySchemes?: Record<string, { type: string; in: string; name: string }>;
  };
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description?: string; content?: Content } & Partial<Reference>>;
  "x-pagination"?: Pagination;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: { default?: unknown; maximum?: number; enum?: unknown[] };
}

export type Content = Record<string, { schema: Partial<Reference> }>;

/** What a list operation says of its pages; `openapi/lint/pagination.js` holds the spec to it. */
export interface Pagination {
  shape: "standard" | "linked" | "array";
  records?: string;
  total?: string;
  identity: string;
  createdAt: string;
  updatedAt: string;
  updatedFrom?: string;
  updatedTo?: string;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

/** Reads the bundle: the one file that every generator downstream of the spec starts from. */
export async function readBundle(): Promise<Bundle> {
  return JSON.parse(await readFile(inRepo("openapi/generated/openapi.json"), "utf8"));
}

/** All operations in the order of the spec, with method, path and parameters, references followed. */
export function operationsOf(bundle: Bundle) {
  return Object.entries(bundle.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
        parameters: (operation.parameters ?? []).map((parameter) => dereference<Parameter>(bundle, parameter)),
      })),
  );
}

/** Follows one reference inside the bundle. */
export function dereference<T>(bundle: Bundle, node: T | Reference): T {
  if (!node || typeof node !== "object" || !("$ref" in node)) return node as T;
  let target: unknown = bundle;
  for (const part of node.$ref.slice(2).split("/"))
    target = (target as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  return target as T;
}
