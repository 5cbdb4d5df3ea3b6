import openApi from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { createRules, type Rules } from "@metadata-service/server-rules";
import { linesOf, moment, type Order } from "@metadata-service/test-kit/service/records";
import { runOn, TARGETS } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprintOf } from "../src/lists/fingerprint.js";
import { json, type ServiceUnderTest, startOn } from "./support/start.js";

const [, server] = TARGETS;
if (server?.name !== "PostgreSQL") throw new Error("No PostgreSQL target");

describe("pages whose texts were stored at import", () => {
  let under: ServiceUnderTest;
  const orders: Order[] = ["a", "b", "c"].map((uid, n) => ({
    uid: `po-${uid}`,
    po_number: `"${uid}", \\ and ü`,
    created_at: moment(n),
    updated_at: moment(n),
  }));
  const importAll = () =>
    under.service.administration.importRecords("purchase-orders", linesOf(orders), { onReject() {} });
  const run = (statement: string) => runOn(under.database.options.databaseUrl ?? "", statement);
  const numbers = async () => {
    const { data } = await json<{ data: { poNumber: string }[] }>(under.get("/api/v1/purchase-orders"));
    const plain = await json<Order[]>(under.get("/api/v3/purchase-orders"));
    return { v1: data.map((one) => one.poNumber), v3: plain.map((one) => one.po_number) };
  };
  const asImported = orders.map((one) => one.po_number);

  beforeAll(async () => {
    under = await startOn(server);
    await importAll();
  });
  afterAll(() => under.end());

  it("contain the stored text unchanged", async () => {
    expect(await numbers()).toEqual({ v1: asImported, v3: asImported });
    await run(`update list_records set renamed = array['{"poNumber":"stored"}'] where uid = 'po-b'`);
    expect((await numbers()).v1).toEqual([asImported[0], "stored", asImported[2]]);
  });

  it("ignore the stored text of a record that an earlier version has changed since", async () => {
    await run(
      `update list_records set document = replace(document, '"po_number":"', '"po_number":"new ') where uid = 'po-b'`,
    );
    const expected = asImported.map((one, n) => (n === 1 ? `new ${one}` : one));
    expect(await numbers()).toEqual({ v1: expected, v3: expected });
  });

  it("contain records of earlier versions without stored texts, after validating and converting them", async () => {
    await importAll();
    await run("update list_records set checked = null, renamed = null where uid <> 'po-a'");
    expect(await numbers()).toEqual({ v1: asImported, v3: asImported });
    await run(`update list_records set document = '{"uid":7}' where uid = 'po-c'`);
    const { status } = await under.get("/api/v3/purchase-orders");
    expect(status).toBe(500);
  });

  it("have new stored texts after another import of the same records, which changes nothing else", async () => {
    await importAll();
    await run("update list_records set checked = null, renamed = null");
    expect(await importAll()).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
    await run(`do $$ begin assert (select count(checked) + count(renamed) from list_records) = 6; end $$`);
    expect(await numbers()).toEqual({ v1: asImported, v3: asImported });
  });
});

describe("the fingerprint of the rules of a collection", () => {
  const ids = ["listPurchaseOrders", "listPurchaseOrdersV3"];
  const fingerprint = (edit: (text: string) => string) => {
    const rules: Rules = createRules(JSON.parse(edit(JSON.stringify(openApi))));
    return fingerprintOf(
      rules,
      rules.operations.filter(({ id }) => ids.includes(id)),
    );
  };
  const now = fingerprint((text) => text);

  it("stays the same when descriptions change", () => {
    expect(fingerprint((text) => text.replaceAll(/"description":"[^"\\]+"/g, '"description":"other words"'))).toBe(now);
  });

  it.each<[string, (text: string) => string]>([
    ["a field is renamed", (text) => text.replaceAll('"po_number"', '"order_number"')],
    [
      "a field gets a minimum length",
      (text) => text.replaceAll('"poNumber":{"type":"string"', '"poNumber":{"minLength":3,"type":"string"'),
    ],
    ["a format changes", (text) => text.replaceAll('"format":"date-time"', '"format":"date"')],
    [
      "arrays must have unique items",
      (text) => text.replaceAll('"type":"array",', '"type":"array","uniqueItems":true,'),
    ],
  ])("changes when %s", (_what, edit) => {
    expect(fingerprint(edit)).not.toBe(now);
  });
});
