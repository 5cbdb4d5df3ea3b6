/** Lists whose identities have few values: no two records have the same one, and each is found. */
import { expect, it, onTestFinished } from "vitest";
import { startMock } from "../src/index.js";

const json = (schema: object, more: object = {}) => ({ content: { "application/json": { schema, ...more } } });

async function listOf(identity: object, example?: object) {
  const grade = { type: "object", required: ["code"], properties: { code: identity, note: { type: "string" } } };
  const page = json({ type: "array", items: grade }, example && { example: [example] });
  const mock = await startMock({
    size: 60,
    document: {
      openapi: "3.1.1",
      info: { title: "Grades", version: "1" },
      paths: {
        "/grades": { get: { operationId: "listGrades", responses: { 200: { description: "x", ...page } } } },
        "/grades/{code}": {
          parameters: [{ name: "code", in: "path", required: true, schema: identity }],
          get: { operationId: "getGrade", responses: { 200: { description: "x", ...json(grade) } } },
          delete: { operationId: "deleteGrade", responses: { 204: { description: "x" } } },
        },
      },
    },
  });
  onTestFinished(() => mock.stop());
  const list = async () => (await (await fetch(`${mock.url}/grades`)).json()) as { code: unknown; note?: string }[];
  return { list, at: (code: unknown) => `${mock.url}/grades/${code}` };
}

it.each<[string, object, number]>([
  ["an enum", { type: "string", enum: ["a", "b", "c"] }, 3],
  ["an enum of numbers", { type: "integer", enum: [5, 7] }, 2],
  ["a bounded number", { type: "integer", minimum: 1, maximum: 9 }, 9],
  ["a constant", { const: "only" }, 1],
])("of %s", async (_, identity, most) => {
  const { list, at } = await listOf(identity);
  const records = await list();
  expect(new Set(records.map(({ code }) => code)).size).toBe(records.length);
  expect(records).toHaveLength(most);
  for (const record of records) expect(await (await fetch(at(record.code))).json()).toEqual(record);
});

it("of dates", async () => {
  const records = await (await listOf({ type: "string", format: "date" })).list();
  expect(new Set(records.map(({ code }) => code)).size).toBe(records.length);
});

it("of an enum, one of which is documented, and deleted", async () => {
  const { list, at } = await listOf({ type: "string", enum: ["a", "b", "c"] }, { code: "b", note: "shown" });
  expect((await list())[0]).toEqual({ code: "b", note: "shown" });
  expect((await list()).map(({ code }) => code).sort()).toEqual(["a", "b", "c"]);
  await fetch(at("b"), { method: "DELETE" });
  expect((await list()).map(({ code }) => code).sort()).toEqual(["a", "c"]);
});
