/**
 * For each rule about requests, the suite has a case that violates only this rule. The case must fail on a server that
 * ignores the rule.
 */
import { describe, expect, it } from "vitest";
import { cases, createContext, runCase, runContract, type WireRequest } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { forgottenRules } from "./fixture/forgotten-rules.js";
import { holesOf } from "./fixture/holes.js";
import { reference } from "./fixture/reference.js";

const document = bundle();
const nearMisses = cases(document).filter(({ id }) => / rejects /.test(id));
const forgotten = forgottenRules(document);
const right = reference(document);

it("every rule of a request has a near miss", () => expect(holesOf(document)).toEqual([]));

it("there are at least 100 servers that ignore a rule", () => expect(forgotten.length).toBeGreaterThan(100));

describe("a server that ignores a rule", () => {
  it.each(forgotten.map((mutant) => [mutant.id, mutant] as const))(
    "fails a case: %s",
    async (_, { operation, keyword, ...rule }) => {
      const target = reference(rule.document());
      const options = {
        document,
        target,
        uidPrefix: "forgot-",
        seed: 1,
        runs: 1,
        maxRecords: 1000,
        patience: 0,
      };
      const context = createContext(options);
      const red: string[] = [];
      for (const each of nearMisses.filter((other) => other.operation === operation && other.keyword === keyword)) {
        const { verdict } = await runCase(each, context);
        if (verdict === "failed") red.push(each.id);
        if (red.length > 0) break;
      }
      expect(red).toHaveLength(1);
    },
  );
});

it.each<[string, (request: WireRequest) => WireRequest, Record<string, string>]>([
  ["checks the query of GET and not that of HEAD", (sent) => ({ ...sent, path: sent.path.replace(/\?.*/, "") }), {}],
  ["needs no key for HEAD", (sent) => ({ ...sent, headers: { ...sent.headers, apiKey: right.apiKey } }), {}],
  ["says that the content of HEAD has no bytes", (sent) => sent, { "content-length": "0" }],
])("a server that %s fails", async (_, change, headers) => {
  const send: typeof right.send = async (request) => {
    const isHead = request.method === "HEAD";
    const response = await right.send(isHead ? change(request) : request);
    const own = isHead ? headers : { "content-length": String(Buffer.byteLength(response.body)) };
    return { ...response, headers: { ...response.headers, ...own } };
  };
  const failed = async (target: typeof right) =>
    (await runContract({ document, target, only: / HEAD, / })).results.filter(({ verdict }) => verdict === "failed")
      .length;
  expect(await failed(right)).toBe(0);
  expect(await failed({ ...right, send })).toBe(3);
});
