/** Writes small documents, and starts a mock of one. */
import { testMock } from "./helpers.js";

export type Schema = Readonly<Record<string, unknown>>;

export const text = { type: "string" };
export const integer = { type: "integer" };
export const boolean = { type: "boolean" };
export const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const json = (schema: unknown, more: object = {}) => ({ "application/json": { schema, ...more } });
export const ok = (schema: unknown, more: object = {}, status = 200) => ({
  [status]: { description: "d", content: json(schema, more) },
});
export const notFound = { 404: { description: "Not found." } };
export const inPath = (name: string, schema: Schema = text, more: object = {}) => ({
  name,
  in: "path",
  required: true,
  schema,
  ...more,
});
export const inQuery = (name: string, schema: Schema) => ({ name, in: "query", schema });
export const get = (operationId: string, responses: object, parameters: object[] = []) => ({
  get: { operationId, parameters, responses },
});

/** Starts a mock of these paths; returns a function that sends a request to it. */
export async function serve(paths: object, schemas: object = {}) {
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } };
  const mock = await testMock({ document });
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(mock.url + path, {
      method,
      headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const sent = await response.text();
    const type = response.headers.get("content-type") ?? "";
    return {
      status: response.status,
      headers: response.headers,
      type,
      why: response.headers.get("x-mock") ?? "",
      body: sent !== "" && type.includes("json") ? JSON.parse(sent) : sent,
    };
  };
}
