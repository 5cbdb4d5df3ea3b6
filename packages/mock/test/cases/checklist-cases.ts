import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { createRules, type ParameterRules } from "@metadata-service/server-rules";
import { own } from "@metadata-service/spec-tools";
import { describe, expect, it } from "vitest";
import { expectDocumented } from "./expect-documented.js";
import type { Subject } from "./subject.js";

const rules = createRules(document);
const CREATE = "/api/v2/metadata/{namespace}";
/** The bounds of a record. */
const { MetadataInput, ObjectItemInput, Uid, ItemKey } = document.components.schemas;
const [UID, KEY] = [Uid.maxLength, ItemKey.maxLength];
const [ITEMS, NESTED] = [MetadataInput.properties.items.maxItems, ObjectItemInput.properties.value.maxItems];
let uids = 0;
const record = (item: unknown, changes: object = {}) => ({ uid: `check-${++uids}`, items: [item], ...changes });

/** The item types of the spec, in the order of its example of all of them. */
const KINDS = document.components.examples.CreateMetadataAllKinds.value.items.map(({ type }) => type);
const example = (kind: string) =>
  structuredClone(
    document.components.examples.CreateMetadataAllKinds.value.items.find(({ type }) => type === kind),
  ) as { key: string; type: string; value: unknown };

/**
 * Tests what a strict contract fuzzer would check: requests that violate one rule of the spec are rejected, boundary
 * values are accepted, and every response is documented.
 */
export function checklistCases(subject: () => Subject): void {
  async function refused(body: unknown, message?: RegExp): Promise<void> {
    const reply = await subject().create(body);
    expect(reply.status).toBe(400);
    expectDocumented(reply, CREATE, "post");
    if (message) expect(reply.body["message"]).toMatch(message);
  }
  async function taken(body: unknown): Promise<void> {
    const reply = await subject().create(body);
    expect(reply.body["message"]).toBeUndefined();
    expect(reply.status).toBe(201);
    expectDocumented(reply, CREATE, "post");
  }

  describe("a request with any single violation of the schema is rejected", () => {
    const wrong: Record<string, unknown[]> = {
      string: [1, null, true, [], {}],
      number: ["1", null, true, [], {}],
      boolean: ["true", 0, null, []],
      date: ["2026-13-01", "2026-02-29", "21-11-2026", "2026-11-21T00:00:00Z", "", 20261121],
      datetime: [
        "2026-11-21",
        "2026-11-21T06:15:00",
        "2026-11-21 06:15:00Z",
        "2026-11-21T25:00:00Z",
        "2026-11-21t06:15:00z",
        1,
      ],
      "string-array": ["a", [1], [null], {}, null],
      "number-array": [1, ["1"], [null], {}],
      "date-array": ["2026-11-21", ["2026-02-30"], [1]],
      "datetime-array": ["2026-11-21T06:15:00Z", ["2026-11-21"], [1]],
      "boolean-array": [true, ["true"], [0]],
      file: ["", "not-a-uuid", "6f1b2c3d4e5f4a6b8c7d9e0f1a2b3c4d", "{6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d}", 1],
      object: [{}, [], [1], "x", [{ key: "k", type: "string" }], [[]]],
      "object-array": [{}, [1], "x", [[{ key: "k", type: "string", value: "v" }]]],
    };

    it("there are wrong values for each type of the spec as it is", () =>
      expect(KINDS).toEqual(expect.arrayContaining(Object.keys(wrong))));

    it.each(KINDS)("%s: each field missing, wrong or unknown", async (kind) => {
      // Of a type that was added, nothing is known but that its values are no such arrays.
      for (const value of own(wrong, kind) ?? [[[[["wrong"]]]]])
        await refused(record({ ...example(kind), value }), /^items\[0\]\.value/);
      for (const name of ["key", "type", "value"] as const) {
        const { [name]: _left, ...rest } = example(kind);
        await refused(record(rest), new RegExp(`^items\\[0\\]\\.${name} is required$`));
      }
      for (const key of ["", "k".repeat(KEY + 1), 1, null])
        await refused(record({ ...example(kind), key }), /^items\[0\]\.key/);
      await refused(record({ ...example(kind), extra: null }), /^items\[0\]\.extra is not a known field$/);
    });

    it("the record: each constraint and bound", async () => {
      const item = example("string");
      for (const uid of ["", "u".repeat(UID + 1), 1, null, undefined]) await refused(record(item, { uid }), /^uid/);
      for (const items of [[], Array(ITEMS + 1).fill(item), {}, "x", null, undefined])
        await refused(record(item, { items }), /^items/);
      await refused(
        record(item, { createdDate: "2026-11-21T06:15:00.000000+00:00" }),
        /^createdDate is not a known field$/,
      );
      for (const body of [[], "x", 1, true, null]) await refused(JSON.stringify(body), /^the body must be an object$/);
    });

    it("random bytes for a body", async () => {
      for (let seed = 1; seed <= 20; seed++) {
        const bytes = Uint8Array.from({ length: seed * 7 }, (_, index) => (seed * 2654435761 * (index + 1)) >>> 24);
        const reply = await subject().call("/api/v2/metadata/inspection", {
          method: "POST",
          headers: { apiKey: subject().apiKey, "Content-Type": "application/json" },
          body: bytes,
        });
        expect(reply.status).toBe(400);
        expectDocumented(reply, CREATE, "post");
      }
    });

    // Lists with required parameters are tested by the contract suite.
    const alone = rules.operations.filter(({ parameters }) => parameters.every(({ required }) => !required));
    it.each(alone.filter(({ pagination }) => pagination))(
      "$id: each parameter wrong in turn",
      async ({ path, parameters, pagination }) => {
        const most = (pagination?.maxLimit ?? 0) + 1;
        for (const parameter of parameters.filter((one) => one.in === "query")) {
          const { name } = parameter;
          for (const value of wrongTexts(parameter, most)) {
            const reply = await subject().call(`${path}?${name}=${value}`);
            expect([name, value, reply.status]).toEqual([name, value, 400]);
            expectDocumented(reply, path, "get");
            expect(reply.body["message"]).toMatch(new RegExp(`^${name}(\\[\\d+\\])? must`));
          }
        }
      },
    );
  });

  describe("a valid request, at every boundary, is accepted", () => {
    it.each<[string, unknown[]]>([
      ["string", ["", "x".repeat(10_000), "\u0000", "𝒳", "日本"]],
      ["number", [0, -0, 1e308, 5e-324, 9007199254740992, 0.1, -12.5]],
      ["boolean", [true, false]],
      ["date", ["2024-02-29", "0001-01-01", "9999-12-31"]],
      [
        "datetime",
        [
          "2026-11-21T06:15:00Z",
          "2026-11-21T06:15:00.1234567890+14:00",
          "2016-12-31T23:59:60Z",
          "2026-11-21T00:00:00-00:00",
        ],
      ],
      ["string-array", [[], [""], Array(500).fill("x")]],
      ["number-array", [[], [0]]],
      ["date-array", [[]]],
      ["datetime-array", [[]]],
      ["boolean-array", [[]]],
      ["file", ["00000000-0000-0000-0000-000000000000", "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"]],
      ["object", [[example("string")], Array(NESTED).fill(example("number")), KINDS.map(example)]],
      ["object-array", [[], Array(NESTED).fill(example("file")), KINDS.map(example)]],
    ])("%s", async (kind, values) => {
      for (const value of values) await taken(record({ ...example(kind), value }));
      for (const key of ["k", "k".repeat(KEY), "𝒳".repeat(KEY), "a key / with ünïcode"])
        await taken(record({ ...example(kind), key }));
    });

    it("the record", async () => {
      const item = example("string");
      for (const uid of ["u", "u".repeat(UID), "𝒳".repeat(UID), " ", "../x"]) await taken(record(item, { uid }));
      await taken(record(item, { items: Array(ITEMS).fill(item) }));
      await taken(record(item, { items: [item, item] }));
    });

    // A list that needs more than the parameter in question is left to the contract suite.
    const alone = rules.operations.filter(({ parameters }) => parameters.every(({ required }) => !required));
    it.each(alone.filter(({ pagination }) => pagination))(
      "$id: the bounds of its parameters",
      async ({ path, parameters, pagination }) => {
        const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema ?? {};
        const { minimum: least = 1 } = schemaOf("limit");
        const { maximum: last = Number.MAX_SAFE_INTEGER } = schemaOf("offset");
        const queries = ["", `limit=${least}`, `limit=${pagination?.maxLimit}`, "offset=0", `offset=${last}`];
        if (parameters.some(({ name }) => name === "updated_from"))
          queries.push(
            "updated_from=2026-11-01T00:00:00Z",
            "updated_to=2026-11-01T00:00:00.5%2B07:00",
            "updated_from=2016-12-31T23:59:60Z",
          );
        for (const query of queries) {
          const reply = await subject().call(`${path}?${query}`);
          expect([query, reply.status]).toEqual([query, 200]);
          expectDocumented(reply, path, "get");
        }
      },
    );
  });

  describe("every response is documented", () => {
    const keyed = rules.operations.filter(
      ({ security }) => security.length > 0 && security.every((schemes) => schemes.length > 0),
    );
    it.each(keyed)("$id: no key and an unknown key are 401", async ({ path, method }) => {
      for (const headers of [{}, { apiKey: "unknown" }] as Record<string, string>[]) {
        const reply = await subject().call(path.replace("{namespace}", "inspection"), { method, headers });
        expect(reply.status).toBe(401);
        expectDocumented(reply, path, method.toLowerCase());
      }
    });

    it.each(rules.operations)("$id: records that were created or listed are returned again", async ({ id, path }) => {
      if (id === "createMetadata") {
        const body = record(example("object"));
        const first = await subject().create(body);
        expect((await subject().create(body)).body).toEqual(first.body);
        return;
      }
      expect((await subject().call(`${path}?offset=990`)).body).toEqual(
        (await subject().call(`${path}?offset=990`)).body,
      );
    });
  });
}

/** Returns texts that are invalid for a parameter of a list. */
function wrongTexts({ name, schema }: ParameterRules, aboveLimit: number): string[] {
  if (schema.type === "string" && !schema.format && !schema.pattern && !schema.enum) return [];
  if (schema.type !== "integer") return ["", "x", "2026-11-21", "2026-02-30T00:00:00Z"];
  const texts = ["", "x", "1.5", "-1", "1e2", "null", "9".repeat(40)];
  return name === "limit" ? [...texts, "0", String(aboveLimit)] : texts;
}
