import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect } from "vitest";
import type { Reply } from "./subject.js";

/** The API in `openapi/`, whichever it is; the type of the bundle has the names of one. */
const document = bundle as unknown as {
  readonly paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  readonly components?: { readonly responses?: Record<string, Described> };
};

/** A separate validator, not that of the mock or the service; it checks formats. */
export const ajv = new Ajv2020({ strict: false, ownProperties: true, multipleOfPrecision: 5 });
for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
ajv.addSchema({ ...document, $id: "spec" });

/** Checks a response against the spec alone: its status, media type and body. */
export function expectDocumented(reply: Reply, path: string, method: string): void {
  const item = document.paths[path];
  const responses = item?.[method]?.responses ?? {};
  const written = [String(reply.status), `${Math.floor(reply.status / 100)}XX`, "default"].find(
    (one) => one in responses,
  );
  expect(written, `${reply.status} is documented`).toBeDefined();
  const entry = responses[written ?? ""] as { $ref?: string };
  const pointer = entry.$ref ?? `#/paths/${path.replaceAll("/", "~1")}/${method}/responses/${written}`;
  const { content } = entry.$ref ? componentResponse(entry.$ref) : (entry as Described);
  const [mediaType] = (reply.headers.get("content-type") ?? "").split(";");
  // A response to HEAD has the headers of the one to GET, and no body.
  if (method === "head" || !content) {
    expect(reply.text).toBe("");
    return;
  }
  const ranges = [mediaType, mediaType?.replace(/\/.*/, "/*"), "*/*"];
  const documented = Object.keys(content).find((one) => ranges.includes(one.split(";")[0]));
  expect(documented, `${mediaType} is documented`).toBeDefined();
  if (!/[/+]json$/.test(mediaType ?? "")) return;
  expect(reply.headers.get("content-type")).toBe(documented);
  const names = [...pointer.slice(2).split("/"), "content", documented?.replaceAll("/", "~1") ?? "", "schema"];
  const validate = ajv.compile({ $ref: `spec#/${names.map(encodeURIComponent).join("/")}` });
  expect(validate(reply.body) ? [] : validate.errors).toEqual([]);
  if (reply.headers.has("retry-after")) expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
}

interface Described {
  readonly content?: object;
}

function componentResponse(reference: string): Described {
  const [name = ""] = reference.split("/").slice(-1);
  return document.components?.responses?.[name] ?? {};
}
