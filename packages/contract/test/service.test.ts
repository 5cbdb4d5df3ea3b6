/** The suite on the service over both of its databases, every case of it, and the main job through the client. */
import { createClient, type MetadataInput } from "@metadata-service/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Context, cases, createContext, createValidator } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { type ServiceUnderContract, startServiceUnderContract } from "./targets/service-target.js";

const SEED = Number(process.env["CONTRACT_SEED"] ?? 20261121);
const document = bundle();

describe.each(["PGlite", "PostgreSQL"] as const)("service on %s", (kind) => {
  let service: ServiceUnderContract;
  let context: Context;

  beforeAll(async () => {
    service = await startServiceUnderContract(kind);
    context = createContext({
      document,
      validator: createValidator(document),
      target: service.target,
      uidPrefix: "service-",
      seed: SEED,
      runs: 25,
      maxRecords: 5000,
      patience: 0,
    });
  }, 120_000);
  afterAll(() => service?.close(), 60_000);

  for (const each of cases(document)) it(each.id, () => each.run(context));

  describe("through the client", () => {
    const connect = () => createClient({ baseUrl: service.url, apiKey: service.apiKey });

    it("creates a record of all thirteen kinds in both namespaces, and again", async () => {
      const example = document.components?.["examples"]?.["CreateMetadataAllKinds"];
      const { value } = example as unknown as { value: MetadataInput };
      for (const namespace of ["inspection", "analytics"] as const) {
        const { data } = await connect().createMetadata(namespace, value);
        expect(new Set(data.items.map(({ type }) => type)).size).toBe(13);
        expect(await connect().createMetadata(namespace, value)).toEqual({ data });
      }
    });

    it("pulls 1,000 records of each list, each once, 20 pages at a time", async () => {
      const client = connect();
      const lists = [
        client.listPurchaseOrders({ limit: 100 }),
        client.listPurchaseOrdersV3({ limit: 200 }),
        client.listReports({ limit: 50 }),
      ];
      const pulled = await Promise.all(lists.map(async (list) => (await list.toArray()).map(({ uid }) => uid)));
      for (const uids of pulled) expect([uids.length, new Set(uids).size]).toEqual([1000, 1000]);
      expect(pulled[1]).toEqual(pulled[0]);
    });
  });
});
