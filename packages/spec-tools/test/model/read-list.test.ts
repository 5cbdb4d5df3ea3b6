import { describe, expect, it } from "vitest";
import { readApi } from "../../src/index.js";

const string = { type: "string" };
const query = ["limit", "offset"].map((name) => ({ name, in: "query", schema: { type: "integer" } }));
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const returns = (schema: object) => ({ "200": { description: "Done.", content: { "application/json": { schema } } } });
const paging = { shape: "array", identity: "id", createdAt: "bookedAt", updatedAt: "movedAt" };

const listOf = (record: object, more: object = {}) => ({
  get: {
    "x-pagination": { ...paging, ...more },
    parameters: query,
    responses: returns({ type: "array", items: record }),
  },
});
const schemas = {
  Booking: { type: "object", properties: { id: string, bookedAt: string, movedAt: string, createdAt: string } },
  Part: { type: "object", properties: { id: string, bookedAt: string, movedAt: string, factoryId: string } },
};
const read = (paths: object) => readApi({ openapi: "3.1.1", info: {}, paths, components: { schemas } });
const collections = (paths: Record<string, object>) =>
  read(paths).operations.flatMap(({ path, list }) => (list ? [[path, list.collection]] : []));

describe("the collection of a list", () => {
  it.each([
    [
      ["/api/v1/parts", "/api/v3/parts"],
      ["parts", "parts"],
    ],
    [
      ["/api/v1/factories/parts", "/api/v1/warehouses/parts"],
      ["factories/parts", "warehouses/parts"],
    ],
    [
      ["/v1/parts", "/v2/factories/{factoryId}/parts"],
      ["parts", "parts"],
    ],
    [
      ["/factories/{factoryId}/parts", "/warehouses/{id}/parts"],
      ["factories/parts", "warehouses/parts"],
    ],
    [
      ["/a/{a}/b/{b}/parts", "/a/{a}/c/{c}/parts"],
      ["a/b/parts", "a/c/parts"],
    ],
    [
      ["/constructor", "/v2/__proto__/parts"],
      ["constructor", "__proto__/parts"],
    ],
  ])("%j are %j", (paths, expected) => {
    const items = Object.fromEntries(paths.map((path) => [path, listOf(ref("Part"))]));
    expect(collections(items)).toEqual(paths.map((path, i) => [path, expected[i]]));
  });

  it("differs for other records, even if the paths end alike", () => {
    const paths = { "/parts": listOf(ref("Part")), "/factories/{factoryId}/parts": listOf(ref("Booking")) };
    expect(collections(paths)).toEqual([
      ["/parts", "parts"],
      ["/factories/{factoryId}/parts", "factories/parts"],
    ]);
  });

  it("is the name in x-resource, or the path of a list that is in no resource", () => {
    const named = { get: { ...listOf(ref("Part")).get, "x-resource": { name: "spares" } } };
    const alone = { get: { ...listOf(ref("Part")).get, "x-resource": false } };
    expect(collections({ "/v1/parts": named, "/v2/parts": named, "/v3/parts": alone })).toEqual([
      ["/v1/parts", "spares"],
      ["/v2/parts", "spares"],
      ["/v3/parts", "parts"],
    ]);
  });
});

describe("the identity and the times of a record", () => {
  const id = { name: "id", in: "path", required: true, schema: string };
  const placesOf = (paths: object) =>
    read(paths).resources.flatMap(({ operations }) =>
      operations.map(({ operation, response = {} }) => {
        const { identity, createdAt, updatedAt } = response as Record<string, unknown>;
        return [operation, identity, createdAt, updatedAt];
      }),
    );

  it("are those of the list for every operation of its resource", () => {
    const one = { parameters: [id], get: { operationId: "getBooking", responses: returns(ref("Booking")) } };
    const list = listOf(ref("Booking"));
    expect(
      placesOf({ "/bookings/{id}": one, "/bookings": { get: { ...list.get, operationId: "listBookings" } } }),
    ).toEqual([
      ["getBooking", "id", "bookedAt", "movedAt"],
      ["listBookings", "id", "bookedAt", "movedAt"],
    ]);
  });

  it("are not in a request just because a field of it is called like a time", () => {
    const body = { type: "object", properties: { created: string, modified: string } };
    const post = {
      operationId: "createBooking",
      requestBody: { content: { "application/json": { schema: body } } },
      responses: returns(ref("Booking")),
    };
    const [booked] = read({ "/bookings": { ...listOf(ref("Booking")), post } }).resources;
    expect(booked?.operations[1]?.request).not.toHaveProperty("createdAt");
    const [plain] = read({ "/bookings": { post: { ...post, responses: returns({ type: "object" }) } } }).resources;
    expect(plain?.operations[0]?.request).toMatchObject({ createdAt: "created", updatedAt: "modified" });
  });

  it("have the names of the schema if another version writes them differently", () => {
    const other = { type: "object", properties: { id: string, booked_at: string, moved_at: string } };
    const one = { parameters: [id], get: { operationId: "getBooking", responses: returns(other) } };
    const list = { get: { ...listOf(ref("Booking")).get, operationId: "listBookings" } };
    expect(placesOf({ "/v2/bookings/{id}": one, "/v1/bookings": list })[0]).toEqual([
      "getBooking",
      "id",
      "booked_at",
      "moved_at",
    ]);
  });

  it("are recognized by their names without a list, and missing if there are none", () => {
    const of = (properties: object) => ({
      parameters: [id],
      get: { operationId: "getOne", responses: returns({ type: "object", properties }) },
    });
    expect(
      placesOf({ "/ones/{id}": of({ id: string, created_on: string, lastModified: { type: ["integer", "null"] } }) }),
    ).toEqual([["getOne", "id", "created_on", "lastModified"]]);
    expect(placesOf({ "/ones/{id}": of({ id: string, created: { type: "boolean" } }) })).toEqual([
      ["getOne", "id", undefined, undefined],
    ]);
  });
});
