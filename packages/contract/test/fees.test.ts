/** What HTTP says of conditions, PUT and merge patches, and what pages and identities of several parts are, on a server of fees. */
import { expect, it, onTestFinished } from "vitest";
import { cases, type Document, httpTarget, runContract, textReport } from "../src/index.js";
import { type Fault, FEES_DOCUMENT, fees } from "./documents/fees.js";
import { listen } from "./documents/servers.js";

const document = FEES_DOCUMENT as unknown as Document;

async function reportOn(fault?: Fault, only?: RegExp) {
  const { url, stop } = await listen(fees(fault));
  onTestFinished(stop);
  const target = httpTarget({ baseUrl: url, apiKey: "" });
  // The codes are made from the uids, and two of a few hundred with so few digits may be the same.
  const options = { effort: "quick", seed: 3, uidPrefix: "fees-" } as const;
  return runContract({ document, target, ...options, ...(only && { only }) });
}

it("a right server passes, and its records are known, whatever their identity", async () => {
  const report = await reportOn();
  expect(report.failed, textReport(report)).toBe(0);
  const skipped = report.results.filter(({ verdict }) => verdict === "skipped").map(({ id }) => id);
  expect(skipped.filter((id) => !/the header that provokes/.test(id))).toEqual([]);
});

const FAULTS: [fault: Fault, by: string][] = [
  ["a PUT that creates is a 200", "putFee resource: a record that is created at its path is a 201"],
  ["a PUT keeps what it does not have", "putFee resource: a replaced record has the values that were sent"],
  [
    "a code is used once in all regions",
    "getFee resource: records that share a part of their identity are not mixed up",
  ],
  ["a fee is deleted in all regions", "getFee resource: records that share a part of their identity are not mixed up"],
  ["If-Match is ignored", "deleteFee responds with 412: a condition that does not hold"],
  ["If-None-Match is ignored", "getFee responds with 304: what the client has already"],
  ["an ETag never changes", "putFee resource: a changed record has another ETag"],
  ["null in a merge patch is ignored", "patchFee resource: a patched record has the new values, and keeps the rest"],
  ["the cursor skips a fee", "listFees paging: two pages by cursor have the records of one that is twice as large"],
  ["there is no cursor", "listFees paging: two pages by cursor have the records of one that is twice as large"],
  ["Link loses the filter", "listFees paging: two pages by cursor have the records of one that is twice as large"],
  ["a note may have a slash", 'createFee rejects note pattern "x/"'],
];

it.each(FAULTS)("a wrong server fails: %s", async (fault, id) => {
  const [found] = cases(document).filter((each) => each.id === id);
  expect(found?.id).toBe(id);
  const report = await reportOn(fault, new RegExp(`^${id.replaceAll(/[/"]/g, ".")}$`));
  expect(report.results.map(({ verdict }) => verdict)).toEqual(["failed"]);
});
