// About this API: its typed items.
import { expect, it } from "vitest";
import { testMock } from "./helpers.js";

const mock = await testMock();
it("accepts a leap second with an offset, which RFC 3339 allows", async () => {
  const items = [{ key: "k", type: "datetime", value: "2017-01-01T06:59:60+07:00" }];
  expect((await mock.create({ uid: "leap", items })).status).toBe(201);
  expect(
    (await mock.create({ uid: "none", items: [{ ...items[0], value: "2017-01-01T06:58:60+07:00" }] })).status,
  ).toBe(400);
});
