/** Records that a list tells apart by one field, and that a path names by another one. */
import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { withSlugs } from "@metadata-service/test-kit/record-operations";
import { expect, it } from "vitest";
import { testMock } from "./helpers.js";

it("a record of a list is found by the field that the path names", async () => {
  const mock = await testMock({ document: withSlugs(bundle), size: 20 });
  const send = async (method: string, at: string, body?: object) => {
    const headers = { apiKey: mock.apiKey, "content-type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${mock.url}/api/v1/depots${at}`, init);
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const created = await send("POST", "", { slug: "north", title: "North" });
  expect([created.status, created.body]).toEqual([201, expect.objectContaining({ id: 10_021, slug: "north" })]);
  // Its document promises that the same request returns the same record.
  expect(await send("POST", "", { slug: "north", title: "North" })).toEqual(created);
  expect(await send("POST", "", { slug: "north", title: "Other" })).toMatchObject({
    status: 400,
    body: { message: 'slug "north" is taken' },
  });
  const { data } = (await send("GET", "?limit=100")).body;
  expect(data).toHaveLength(21);
  for (const field of ["id", "slug"])
    expect(new Set(data.map((one: Record<string, unknown>) => one[field])).size).toBe(21);
  for (const record of data) expect((await send("GET", `/${record.slug}`)).body).toEqual(record);
  const replaced = await send("PUT", "/north", { title: "New" });
  expect(replaced.body).toMatchObject({ id: created.body.id, slug: "north", title: "New" });
  expect((await send("DELETE", "/north")).status).toBe(204);
  expect((await send("GET", "/north")).status).toBe(404);
});

it("a record that one operation gets as a PDF is that of the list, and others do not exist", async () => {
  const id = { type: "integer", minimum: 1 };
  const record = { type: "object", required: ["id", "title"], properties: { id, title: { type: "string" } } };
  const parameters = [{ name: "id", in: "path", required: true, schema: id }];
  const responses = (type: string, schema?: object) => ({
    200: { description: "The report.", content: { [type]: schema ? { schema } : {} } },
    404: { description: "There is none." },
  });
  const mock = await testMock({
    document: {
      openapi: "3.1.1",
      info: { title: "Reports", version: "1" },
      paths: {
        "/reports/{id}.pdf": { get: { operationId: "print", parameters, responses: responses("application/pdf") } },
        "/reports/{id}": { get: { operationId: "get", parameters, responses: responses("application/json", record) } },
        "/reports": {
          get: { operationId: "list", responses: responses("application/json", { type: "array", items: record }) },
        },
      },
    } as never,
  });
  const records = (await (await fetch(`${mock.url}/reports`)).json()) as { id: number }[];
  expect(records.length).toBeGreaterThan(1);
  for (const one of records.slice(0, 3)) {
    expect(await (await fetch(`${mock.url}/reports/${one.id}`)).json()).toEqual(one);
    const printed = await fetch(`${mock.url}/reports/${one.id}.pdf`);
    expect([printed.status, printed.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  }
  for (const unknown of ["987654", "987654.pdf"])
    expect((await fetch(`${mock.url}/reports/${unknown}`)).status).toBe(404);
});
