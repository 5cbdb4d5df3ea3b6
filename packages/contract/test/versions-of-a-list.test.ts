/** Two versions of a list show the same records, each with the fields that it describes. */
import { expect, it } from "vitest";
import { type Document, runContract, type Target } from "../src/index.js";

const list = (operationId: string, identity: string, fields: readonly string[]) => ({
  get: {
    operationId,
    "x-pagination": { shape: "array", identity },
    parameters: [
      { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 10 } },
      { name: "offset", in: "query", schema: { type: "integer", minimum: 0, default: 0 } },
    ],
    responses: {
      "200": {
        description: "A page.",
        content: {
          "application/json": {
            schema: {
              type: "array",
              items: {
                allOf: [{ type: "object", properties: Object.fromEntries(fields.map((name) => [name, {}])) }],
              },
            },
          },
        },
      },
    },
  },
});
const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/v1/things": list("listThings", "uid", ["uid", "first_name"]),
    "/v2/things": list("listThingsV2", "id", ["id", "firstName", "colour"]),
  },
} as unknown as Document;

/** Returns the failed cases that compare the versions, on a server with these records. */
async function failed(first: object, second: object) {
  const target: Target = {
    name: "a server with two versions",
    apiKey: "",
    async send({ method, path }) {
      const { pathname, searchParams: query } = new URL(path, "http://localhost");
      const records = [pathname === "/v1/things" ? first : second].slice(Number(query.get("offset") ?? 0));
      const body = method === "HEAD" ? "" : JSON.stringify(records);
      return { status: 200, headers: { "content-type": "application/json" }, body };
    },
  };
  const report = await runContract({ document, target, effort: "quick", seed: 1, only: /one collection/ });
  expect(report.results).not.toEqual([]);
  return report.results.filter(({ verdict }) => verdict === "failed").map(({ reason }) => reason);
}

it("what only one version describes, the other may leave out", async () => {
  const second = { id: "a", firstName: "Ada", colour: "red" };
  expect(await failed({ uid: "a", first_name: "Ada" }, second)).toEqual([]);
  expect(await failed({ uid: "a" }, second)).toEqual([
    'a has firstname undefined in listThings, "Ada" in listThingsV2',
  ]);
  expect(await failed({ uid: "a", first_name: "Ada", colour: "green" }, second)).toEqual([
    'a has colour "green" in listThings, "red" in listThingsV2',
  ]);
});
