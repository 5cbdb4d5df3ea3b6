import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { convertMembers, createRules, memberKey, type Rules } from "../src/index.js";

const paginationOf = (rules: Rules, id: string) => {
  const pagination = rules.operations.find((operation) => operation.id === id)?.pagination;
  if (!pagination) throw new Error(`${id} has no pagination`);
  return pagination;
};
const LISTS = ["listPurchaseOrders", "listPurchaseOrdersV3", "listReports"];

/** Returns the pagination of both purchase order lists, for a spec with additional fields. */
function withMembers(v1: readonly string[], v3: readonly string[]) {
  const copy = structuredClone(document);
  for (const [schema, names] of [
    ["PurchaseOrder", v1],
    ["PurchaseOrderV3", v3],
  ] as const)
    for (const name of names)
      Object.defineProperty(copy.components.schemas[schema].properties, name, {
        value: { type: "string" },
        enumerable: true,
      });
  const rules = createRules(copy);
  return [paginationOf(rules, "listPurchaseOrders"), paginationOf(rules, "listPurchaseOrdersV3")] as const;
}

const [v1, v3] = withMembers([], []);
const forth = convertMembers(v3, v1);
const back = convertMembers(v1, v3);
const recordOf = (names: Iterable<string>) => Object.fromEntries([...names].map((name) => [name, name]));

describe("convertMembers", () => {
  it("renames fields by role and by name, declared or not, and keeps their order", () => {
    const order = {
      uid: "po-1",
      po_number: "7",
      total_quantity: 3,
      created_at: "then",
      updated_at: "now",
      style_code: {},
    };
    expect(Object.entries(forth.convert(order))).toEqual([
      ["uid", "po-1"],
      ["poNumber", "7"],
      ["totalQuantity", 3],
      ["createdDate", "then"],
      ["updatedDate", "now"],
      ["styleCode", {}],
    ]);
  });

  it("converts every declared field of every list there and back", () => {
    const rules = createRules(document);
    const pages = LISTS.map((id) => paginationOf(rules, id));
    for (const from of pages)
      for (const to of pages.filter(({ collection }) => collection === from.collection)) {
        const record = recordOf(from.members.keys());
        const shown = convertMembers(from, to).convert(record);
        expect(convertMembers(from, to).clash(record)).toBeUndefined();
        expect(Object.keys(shown)).toEqual([...to.members.keys()]);
        expect(convertMembers(to, from).convert(shown)).toEqual(record);
      }
  });

  it.each([
    ["po2Number", "po_2_number"],
    ["po2Number", "po2_number"],
    ["hsCode6", "hs_code_6"],
    ["PONumber2", "po_number2"],
    ["URL", "url"],
    ["größe2Maß", "größe_2_maß"],
  ])("treats %s and %s as one field if both are declared, as the mock does", (camel, snake) => {
    const [one, three] = withMembers([camel], [snake]);
    expect(memberKey(one, camel)).toBe(memberKey(three, snake));
    expect(convertMembers(three, one).convert({ [snake]: 1 })).toEqual({ [camel]: 1 });
    expect(convertMembers(one, three).convert({ [camel]: 1 })).toEqual({ [snake]: 1 });
  });

  it("separates fields of one schema that differ only in a separator", () => {
    const [one, three] = withMembers([], ["a_b", "ab"]);
    expect(memberKey(three, "a_b")).not.toBe(memberKey(three, "ab"));
    const record = { a_b: 1, ab: 2 };
    expect(convertMembers(one, three).convert(convertMembers(three, one).convert(record))).toEqual(record);
  });

  it.each(["style_2_code", "a__b", "_a", "a_", "A_b", "", "日_本", "constructor", "a_B", "ünder_score", "a-b", "x"])(
    "converts %j, which no schema declares, there and back",
    (name) => {
      const record = JSON.parse(`{"__proto__":1,${JSON.stringify(name)}:2}`);
      expect(JSON.stringify(back.convert(forth.convert(record)))).toBe(JSON.stringify(record));
    },
  );

  it.each([
    ["the name of another field in the target", { uid: "u", poNumber: 1 }, ["poNumber", "po_number"]],
    ["two names that become one", { style_code: 1, styleCode: 2 }, ["styleCode", "style_code"]],
    ["the name of a date in the target", { createdDate: 1 }, ["createdDate", "created_at"]],
  ])("reports a clash: %s", (_name, record, clash) => {
    expect(forth.clash(record)).toEqual(clash);
  });

  it("maps each name without a clash to itself", () => {
    const letters = ["a", "b", "B", "2", "_"];
    const names = letters.flatMap((x) =>
      letters.flatMap((y) => letters.flatMap((z) => [x + y + z, `${x}${y}${z}a_b`])),
    );
    for (let size = 1; size <= names.length; size += 7) {
      const record: Record<string, number> = {};
      for (const [index, name] of names.slice(0, size).entries())
        if (forth.clash({ ...record, [name]: index }) === undefined) record[name] = index;
      expect(Object.values(forth.convert(record))).toEqual(Object.values(record));
      expect(Object.keys(forth.convert(record))).toHaveLength(Object.keys(record).length);
    }
  });
});
