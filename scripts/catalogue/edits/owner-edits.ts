import type { Edit } from "../edit.js";
import { foreignSpec } from "./document-edits.js";

const UUID = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const order = '{ customer: "c", payment: { kind: "card", last4: "4242" } }';
const reports = (from: string, to: string) => ["paths/reports.yaml", from, to] as const;

/**
 * Edits by owners of other APIs: two complete specs, each with about two dozen conventions of its team, and single
 * edits.
 */
export const ownerEdits: readonly Edit[] = [
  foreignSpec(
    "an order desk: problem details, ranges of statuses, cursors, batches, merge patches, jobs, inheritance",
    "order-desk.yaml",
    [
      "searchOrders",
      "placeOrder",
      "getOrder",
      "replaceOrder",
      "amendOrder",
      "cancelOrder",
      "orderLines",
      "orderLine",
      "cancelOrderNow",
      "batchOrders",
      "findOrders",
      "dailyCsv",
    ],
    {
      calls: [
        `client.placeOrder(${order}, { "Idempotency-Key": "${UUID}" }).then(async (placed) => { if (!("id" in placed)) throw new Error("no id"); const { customer } = await client.amendOrder(placed.id, { customer: "d" }); if (customer !== "d") throw new Error("not amended"); await client.cancelOrder(placed.id); })`,
        `client.batchOrders({ create: [${order}] }).then(([first]) => first?.status.toFixed())`,
        'client.searchOrders({ status: ["open", "paid"] }).then(({ result }) => result.next_cursor?.trim())',
        'client.dailyCsv("2026-11-20").then((text) => text.trim())',
      ],
    },
  ),
  foreignSpec(
    "a wholesaler: keywords as names, anchors of YAML, unions of allOf, cookies, path items, odd formats",
    "wholesale.yaml",
    ["groesse", "delete", "import", "ping", "getThings", "addPet", "allPets", "formats"],
    {
      calls: [
        'client.delete("a", 1, { "filter[name]": "x", $top: 3, "user-id": "b" }).then((found) => found.class?.trim())',
        'client.addPet({ kind: "dog", name: "a", good: true }).then((pet) => { if (pet.kind !== "dog") throw new Error("not the dog"); })',
        'client.getThings({ sort: ["name", "-name"] })',
        "client.ping().then((text) => text.trim())",
      ],
    },
  ),
  {
    name: "security: none at all",
    untested: "the tests send the key as the spec has it today",
    files: [
      ["openapi.yaml", "security:\n  - apiKey: []\n", ""],
      [
        "openapi.yaml",
        "components:\n  securitySchemes:\n    apiKey:\n      type: apiKey\n      in: header\n      name: apiKey\n      description: Your API key. If it is missing, invalid or expired, the response is a 401.\n",
        "",
      ],
      ["redocly.yaml", "rules:\n", "rules:\n  security-defined: off\n"],
    ],
    calls: [
      'import("@metadata-service/client").then(({ createClient }) => createClient({ baseUrl: "http://localhost:4010" }))',
      "client.listReports().page()",
    ],
  },
  {
    name: "refused: servers of another origin",
    files: [reports("get:\n", "servers:\n  - url: https://reports.internal\nget:\n")],
    refused: "in a spec of their own",
  },
  {
    name: "refused: letters that a URL cannot have",
    files: [
      ["openapi.yaml", "/api/v1/reports:", "/api/v1/größen:"],
      // Our lint rule for paths would report the same mistake with a different message.
      ["redocly.yaml", "paths-kebab-case: error", "paths-kebab-case: off"],
    ],
    refused: "characters that a URL cannot have",
  },
];
