/** What a record keeps when a request replaces it that cannot contain all fields. */
import { expect, it } from "vitest";
import { inPath, integer, json, notFound, object, ok, ref, serve, text } from "./small-document.js";

const schemas = {
  Gauge: object({ id: integer, maker: text, scale: integer }),
  GaugeInput: object({ maker: text, scale: integer }),
  GaugeChange: object({ scale: integer }),
};
const body = (schema: object) => ({ required: true, content: json(schema) });
const sent = await serve(
  {
    "/gauges": {
      post: { operationId: "createGauge", requestBody: body(ref("GaugeInput")), responses: ok(ref("Gauge"), {}, 201) },
    },
    "/gauges/{id}": {
      parameters: [inPath("id", integer)],
      get: { operationId: "getGauge", responses: { ...ok(ref("Gauge")), ...notFound } },
      put: {
        operationId: "replaceGauge",
        requestBody: body(ref("GaugeChange")),
        responses: { ...ok(ref("Gauge")), ...notFound },
      },
    },
    "/scales/{id}": {
      parameters: [inPath("id", integer)],
      get: { operationId: "getScale", responses: { ...ok(object({ id: integer, unit: text }, ["id"])), ...notFound } },
      put: {
        operationId: "replaceScale",
        requestBody: body({ type: "object" }),
        responses: {
          200: { description: "d", content: json(object({ id: integer, unit: text }, ["id"])) },
          ...notFound,
        },
      },
    },
  },
  schemas,
);

it("keeps the fields that the schema of the request does not have", async () => {
  const { body: made } = await sent("POST", "/gauges", { maker: "acme", scale: 3 });
  const after = await sent("PUT", `/gauges/${made.id}`, { scale: 4 });
  expect(after).toMatchObject({ status: 200, body: { id: made.id, maker: "acme", scale: 4 } });
  expect((await sent("GET", `/gauges/${made.id}`)).body).toEqual(after.body);
});

it("replaces all fields if the schema of the request names none", async () => {
  await sent("PUT", "/scales/3", { unit: "kg" });
  await sent("PUT", "/scales/3", {});
  expect((await sent("GET", "/scales/3")).body).not.toMatchObject({ unit: "kg" });
});
