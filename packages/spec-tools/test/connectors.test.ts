/** Tests the connectors for Airbyte and dlt that are generated from a spec. `npm run extra -- connectors` runs them. */
import { expect, test } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { airbyteManifest } from "../src/generate/connectors/airbyte-manifest.js";
import { dltSource } from "../src/generate/connectors/dlt-source.js";
import { connectorShape } from "../src/generate/connectors/streams.js";
import { readDocument } from "../src/read-document.js";

/** The spec with one more list, which has a path parameter. */
async function withFactories(): Promise<OpenApiDocument> {
  const document = structuredClone(await readDocument()) as OpenApiDocument;
  const reports = document.paths?.["/api/v1/reports"] as unknown as { get: { parameters: object[] } };
  const region = { name: "region-id", in: "path", required: true, schema: { type: "string" } };
  const get = { ...reports.get, operationId: "listFactories", parameters: [...reports.get.parameters, region] };
  return {
    ...document,
    paths: { ...document.paths, "/api/v1/{region-id}/factories": { get } },
  } as unknown as OpenApiDocument;
}

test("every list of the spec becomes a stream, with its window if it has one", async () => {
  const { streams } = connectorShape(await readDocument());
  expect(streams.map(({ name, window }) => [name, window?.field])).toEqual(
    expect.arrayContaining([
      ["purchase_orders", undefined],
      ["purchase_orders_v3", "updated_at"],
      ["reports", "updatedDate"],
    ]),
  );
});

test("a new list becomes a stream of the Airbyte manifest", async () => {
  const manifest = airbyteManifest(connectorShape(await withFactories())) as {
    streams: { name: string }[];
    spec: { connection_specification: { required: string[] } };
  };
  expect(manifest.spec.connection_specification.required).toEqual(
    expect.arrayContaining(["base_url", "api_key", "region-id"]),
  );
  expect(manifest.streams.find(({ name }) => name === "factories")).toMatchObject({
    primary_key: ["uid"],
    retriever: {
      requester: { path: "/api/v1/{{ config['region-id'] }}/factories", request_parameters: { limit: "50" } },
      record_selector: { extractor: { field_path: ["data"] } },
    },
    incremental_sync: { cursor_field: "updatedDate", start_time_option: { field_name: "updated_from" } },
  });
});

test("a new list becomes a resource of the dlt source", async () => {
  const source = dltSource(connectorShape(await withFactories()));
  for (const text of ['"name": "factories"', "region_id: str = dlt.config.value", 'f"/api/v1/{region_id}/factories"'])
    expect(source).toContain(text);
});

test.each([
  [
    { type: "http", scheme: "bearer" },
    "Bearer {{ config['api_key'] }}",
    '"auth": {"type": "bearer", "token": api_key}',
  ],
  [
    { type: "http", scheme: "basic" },
    "Basic {{ config['api_key'] | base64encode }}",
    '"username": api_key.partition(":")[0]',
  ],
  [{ type: "apiKey", in: "query", name: "k" }, "{{ config['api_key'] }}", '"name": "k", "location": "query"'],
])("the credential is sent as the spec documents it: %o", async (scheme, airbyte, dlt) => {
  const document = structuredClone(await readDocument()) as OpenApiDocument;
  Object.assign(document.components ?? {}, { securitySchemes: { apiKey: scheme } });
  const shape = connectorShape(document);
  expect(JSON.stringify(airbyteManifest(shape))).toContain(airbyte);
  expect(dltSource(shape)).toContain(dlt);
});
