/** Tests records supplied by the user instead of generated ones. */
import { describe, expect, it } from "vitest";
import { startMock } from "../src/index.js";
import { petStore } from "./cases/pet-store.js";
import { testMock } from "./helpers.js";

const tom = { id: 7, name: "Tom", status: "free" };
const rex = { id: 9, name: "Rex", status: "sold", price: 5 };

describe("data", () => {
  it("is returned by lists and by single records, until a client changes it", async () => {
    const mock = await testMock({ document: petStore, data: { listPets: [tom, rex] } });
    const send = async (method: string, path: string, body?: object) => {
      const headers = { "X-Key": mock.apiKey, ...(body && { "Content-Type": "application/json" }) };
      const response = await fetch(mock.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : undefined };
    };
    const pets = async (search = "") => (await send("GET", `/pets${search}`)).body;
    expect(await pets()).toMatchObject({ total: 2, data: [tom, rex] });
    expect(await pets("?status=sold")).toMatchObject({ total: 1, data: [rex] });
    expect((await send("GET", "/pets/9")).body).toEqual(rex);
    expect((await send("GET", "/pets/8")).status).toBe(404);

    const created = (await send("POST", "/pets", { name: "Ada", status: "free" })).body;
    expect([7, 9]).not.toContain(created.id);
    await send("PATCH", "/pets/7", { name: "Thomas" });
    await send("DELETE", "/pets/9");
    expect(await pets()).toMatchObject({ total: 2, data: [{ ...tom, name: "Thomas" }, created] });

    mock.reset();
    expect(await pets()).toMatchObject({ total: 2, data: [tom, rex] });
    mock.use("empty");
    expect(await pets()).toMatchObject({ total: 2 });
  });

  it("keeps the notation of its timestamps, and is filtered by them", async () => {
    const report = (uid: string, updatedDate: string) => ({
      uid,
      createdDate: "2026-11-01T00:00:00.000000+00:00",
      updatedDate,
    });
    const early = report("a", "2026-11-02T00:00:00.500000+01:00");
    const late = report("b", "2026-11-20T00:00:00.000000+00:00");
    const mock = await testMock({ data: { listReports: [early, late] } });
    const list = async (search: string) => {
      const response = await fetch(`${mock.url}/api/v1/reports${search}`, { headers: { apiKey: mock.apiKey } });
      return ((await response.json()) as { data: unknown[] }).data;
    };
    expect(await list("")).toEqual([early, late]);
    expect(await list("?updated_from=2026-11-10T00:00:00Z")).toEqual([late]);
    expect(await list("?updated_to=2026-11-10T00:00:00Z")).toEqual([early]);
  });

  it.each([
    [{ listDogs: [] }, /^data: unknown resource or operation listDogs; available: .*pets/],
    [{ listPets: tom }, "data: listPets must be an array of records"],
    [{ listPets: [tom, { id: 8 }] }, "data: listPets[1].name is required"],
    [{ listPets: [tom, { ...rex, id: 7 }] }, "data: listPets[1] has the same identity as listPets[0]: 7"],
  ])("%j is rejected at the start", async (data, message) => {
    await expect(startMock({ document: petStore, data: data as never })).rejects.toThrow(message);
  });
});
