import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

interface Bundle {
  paths: Record<string, Record<string, { operationId: string; summary: string; tags: string[] }>>;
  components: { schemas: Record<string, object>; examples: Record<string, { summary: string; value: unknown }> };
}

const require = createRequire(import.meta.url);

export const bundle: Bundle = JSON.parse(
  await readFile(require.resolve("@metadata-service/openapi/openapi.json"), "utf8"),
);

export const operations = Object.entries(bundle.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
);
