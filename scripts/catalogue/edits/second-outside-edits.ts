import type { Edit } from "../edit.js";
import { foreignSpec } from "./document-edits.js";

const report = (from: string, to: string) => ["components/schemas/Report.yaml", from, to] as const;
const KEY = '{ "Idempotency-Key": "7b4dbbd5-7d4f-4a4a-9a0b-0b6c5f3a2c11" }';
const NOTE = "  noteText: { type: string, description: A text., examples: [a] }\n";

/**
 * Specs that a second reviewer found broken although `generate` succeeded: names, amounts, and identities chosen by
 * clients.
 */
export const secondOutsideEdits: readonly Edit[] = [
  foreignSpec(
    "parcel lockers: lockers that only a PUT creates, parcels, labels, photos, cents, maps with listed names",
    "parcel-lockers.yaml",
    [
      "lockersList",
      "lockersGet",
      "lockersPut",
      "parcelsCreate",
      "parcelsList",
      "parcelsGet",
      "parcelsCancel",
      "parcelsLabel",
      "parcelsAddPhotos",
      "token",
    ],
    {
      calls: [
        'client.lockersList({ near: { lat: 1, lon: 2 }, size: ["S", "M"] })',
        'client.lockersPut("LK-0001", { address: { street: "x", country: "DE" }, boxes: { S: 1 } }).then(() => client.lockersGet("LK-0001"))',
        `client.parcelsCreate({ recipient: { kind: "person", name: "x" }, weight: 19.99, secret: "abcd" }, ${KEY}).then(({ trackingNumber }) => client.parcelsGet(trackingNumber))`,
        'client.token({ grant_type: "client_credentials" })',
      ],
    },
  ),
  foreignSpec(
    "a ticket desk: coupons under codes of the client, an operation called new, changes as a list of unions, examples elsewhere",
    "ticket-desk.json",
    [
      "getEvents",
      "addEvent",
      "getEvent",
      "patchEvent",
      "delete",
      "changeEvent",
      "exportAttendees",
      "putPoster",
      "createCoupon",
      "getCoupons",
      "getCoupon",
      "deleteCoupon",
      "login",
      "new",
    ],
    {
      calls: [
        'client.getEvents({ sort: "-starts", "tags[]": ["a", "b"] })',
        'client.createCoupon({ code: "ABC123", percent: 12.3 }).then(async () => { if ((await client.getCoupon("ABC123")).percent !== 12.3) throw new Error("another one"); })',
        'client.addEvent({ slug: "abc-d", details: { type: "concert", band: "x" }, starts: "2026-01-01T10:00:00Z" }).then(({ id }) => client.changeEvent(id, [{ op: "add", path: "/a", value: 3 }, { op: "remove", path: "/b" }]))',
        "client.new().then(({ name }) => name.trim())",
      ],
    },
  ),
  {
    name: "a property that the generator of types would call",
    files: [report("  country:\n", `${NOTE.replace("noteText", "valueOf")}  country:\n`)],
    calls: ["client.listReports().toArray().then(([record]) => record?.valueOf)"],
  },
  {
    name: "refused: bounds that contradict each other",
    files: [report("  country:\n", `${NOTE.replace("string,", "string, minLength: 5, maxLength: 3,")}  country:\n`)],
    refused: "minLength: 5 is above maxLength: 3",
  },
  {
    name: "refused: a property __proto__",
    files: [report("  country:\n", `${NOTE.replace("noteText", "__proto__")}  country:\n`)],
    refused: 'a JavaScript object cannot have a value named "__proto__"; rename it',
  },
  {
    name: "refused: a reference to a URL",
    files: [report("  country:\n", "  noteText: { $ref: https://example.com/text.yaml }\n  country:\n")],
    refused: "save https://example.com/text.yaml in openapi/",
  },
];
