/**
 * Runs the suite on the service with both databases, the tests of the mock and the client about the API, which apply to
 * the service too, and the main tasks through the client.
 */
import * as clientPackage from "@metadata-service/client";
import { validateResponse } from "@metadata-service/client/validate";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smoke } from "../../client/test/smoke.mjs";
import { checklistCases } from "../../mock/test/cases/checklist-cases.js";
import { createCases } from "../../mock/test/cases/create-cases.js";
import { errorCases } from "../../mock/test/cases/error-cases.js";
import { hostileCases } from "../../mock/test/cases/hostile-cases.js";
import { listCases } from "../../mock/test/cases/list-cases.js";
import { type Subject, subjectAt } from "../../mock/test/cases/subject.js";
import { type Effort, type Report, runContract } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import {
  type DatabaseKind,
  KINDS,
  type ServiceUnderContract,
  startServiceUnderContract,
} from "./targets/service-target.js";

const SEED = Number(process.env["CONTRACT_SEED"] ?? 20261121);
/** CONTRACT_EFFORT=standard runs everything that users run by default, on both databases. */
const EFFORT = process.env["CONTRACT_EFFORT"] as Effort | undefined;
/**
 * Requests that are rejected without the database use the same code for both: one of them gets all cases,
 * the other one only those that read or store something.
 */
const REFUSED_BEFORE =
  /^\w+ (rejects|paths|methods|media types|API key|namespace|JSON|fields|types|item rules|query|numbers|[\w-]+ grammar)\b/;
const READS_OR_STORES = new RegExp(`^(?!${REFUSED_BEFORE.source.slice(1)})`);
const ONLY: Partial<Record<DatabaseKind, RegExp>> = EFFORT ? {} : { PGlite: READS_OR_STORES };
const document = bundle();

/** The failed cases, which the message of the test begins with. */
const failedIn = ({ results }: Report): string[] =>
  results.flatMap(({ id, verdict, reason }) => (verdict === "failed" ? `${id}: ${reason}` : []));

describe.each(KINDS)("the service on %s", (kind) => {
  let service: ServiceUnderContract;

  beforeAll(async () => {
    service = await startServiceUnderContract(kind);
  });
  afterAll(() => service?.close());

  it("fulfils the contract", async () => {
    const { target } = service;
    const options = {
      document,
      target,
      effort: EFFORT ?? "quick",
      only: ONLY[kind],
      seed: SEED,
      uidPrefix: "service-",
      anyUid: true,
      patience: 0,
    };
    const report = await runContract(options);
    expect(failedIn(report).join("\n")).toBe("");
    expect([report.skipped, report.notRun]).toEqual([0, 0]);
  });

  describe("in the tests of the mock", () => {
    let subject: Subject;
    beforeAll(() => {
      subject = subjectAt({ ...service, files: "http://localhost:4010/files/" });
    });
    describe("create", () => createCases(() => subject));
    listCases(() => subject);
    errorCases(() => subject);
    checklistCases(() => subject);
    describe("hostile requests", () => hostileCases(() => subject, { controls: false }));
  });

  describe("through the client", () => {
    const connect = () => clientPackage.createClient({ baseUrl: service.url, apiKey: service.apiKey });

    it("creates a record with all thirteen item types in both namespaces, and returns it for a repeated request", async () => {
      const example = document.components?.["examples"]?.["CreateMetadataAllKinds"];
      const { value } = example as unknown as { value: clientPackage.MetadataInput };
      for (const namespace of ["inspection", "analytics"] as const) {
        const { data } = await connect().createMetadata(namespace, value);
        expect(new Set(data.items.map(({ type }) => type)).size).toBe(13);
        expect(await connect().createMetadata(namespace, value)).toEqual({ data });
      }
    });

    it("passes the smoke suite of the client", async () => {
      const done = await smoke({ ...clientPackage, validateResponse }, service);
      expect(done.length).toBeGreaterThan(10);
    });

    it("pulls 1,000 records of each list exactly once, with 20 requests at a time", async () => {
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
