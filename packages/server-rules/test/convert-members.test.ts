import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { convertMembers, createRules } from "../src/index.js";

const rules = createRules(document);
const paginationOf = (id: string) => {
  const pagination = rules.operations.find((operation) => operation.id === id)?.pagination;
  if (!pagination) throw new Error(`${id} has no pagination`);
  return pagination;
};
const [v1, v3] = [paginationOf("listPurchaseOrders"), paginationOf("listPurchaseOrdersV3")];

describe("convertMembers", () => {
  const order = {
    uid: "po-1",
    po_number: "7",
    total_quantity: 3,
    created_at: "then",
    updated_at: "now",
    style_2_code: {},
  };

  it("renames by role and by name, known or not, and keeps the order", () => {
    const shown = convertMembers(v3, v1)(order);
    expect(Object.entries(shown)).toEqual([
      ["uid", "po-1"],
      ["poNumber", "7"],
      ["totalQuantity", 3],
      ["createdDate", "then"],
      ["updatedDate", "now"],
      ["style2Code", {}],
    ]);
  });

  it("leads back for every member of the schema", () => {
    const known = Object.fromEntries(Object.keys(v3.record.node.properties ?? {}).map((name) => [name, name]));
    expect(convertMembers(v1, v3)(convertMembers(v3, v1)(known))).toEqual(known);
    expect(Object.keys(convertMembers(v3, v1)(known))).toEqual(Object.keys(v1.record.node.properties ?? {}));
  });

  it("leaves names of no style alone, those of Object.prototype included", () => {
    const odd = JSON.parse('{"__proto__": 1, "": 2, "日_本": 3, "_a": 4, "A_b": 5, "constructor": 6}');
    expect(JSON.stringify(convertMembers(v3, v1)(odd))).toBe(JSON.stringify(odd));
  });
});
