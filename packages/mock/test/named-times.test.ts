/** A list whose `x-pagination` names its time fields, and a get of one of its records: both show the same record. */
import { expect, it } from "vitest";
import { testMock } from "./helpers.js";

const string = { type: "string" };
const time = { type: "string", format: "date-time" };
const required = ["id", "bookedAt", "movedAt"];
const Booking = { type: "object", required, properties: { id: string, movedAt: time, bookedAt: time, port: string } };
const returns = (schema: object) => ({ "200": { description: "Done.", content: { "application/json": { schema } } } });
const integer = (name: string, schema: object) => ({ name, in: "query", schema: { type: "integer", ...schema } });
const ref = { $ref: "#/components/schemas/Booking" };

const document = {
  openapi: "3.1.1",
  info: { title: "Bookings", version: "1" },
  paths: {
    "/bookings/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: string }],
      get: { operationId: "getBooking", responses: returns(ref) },
    },
    "/bookings": {
      get: {
        operationId: "listBookings",
        "x-pagination": { shape: "array", identity: "id", createdAt: "bookedAt", updatedAt: "movedAt" },
        parameters: [
          integer("limit", { minimum: 1, maximum: 200, default: 200 }),
          integer("offset", { minimum: 0, default: 0 }),
        ],
        responses: returns({ type: "array", items: ref }),
      },
    },
  },
  components: { schemas: { Booking } },
};

it("a list is in the order of its times, no record is updated before it was created, and a get returns the same record", async () => {
  const mock = await testMock({ document, size: 150 });
  const read = async (path: string) => (await fetch(mock.url + path)).json();
  const bookings = (await read("/bookings")) as { id: string; bookedAt: string; movedAt: string }[];
  expect(bookings).toHaveLength(150);
  const booked = bookings.map(({ bookedAt }) => Date.parse(bookedAt));
  expect(booked).toEqual([...booked].sort((one, other) => one - other));
  for (const { bookedAt, movedAt } of bookings)
    expect(Date.parse(movedAt)).toBeGreaterThanOrEqual(Date.parse(bookedAt));
  for (const booking of bookings.slice(0, 20)) expect(await read(`/bookings/${booking.id}`)).toEqual(booking);
});
