import {
  answer,
  body,
  type Edit,
  json,
  list,
  NOW,
  operation,
  pageOf,
  parameter,
  record,
  recordInput,
  schemaRef,
} from "../edit.js";
import { create, described, edit, fields, idOf, missing, recordsOf, sent, shown, stored, text } from "./thing-parts.js";

const moment = { $ref: "./Timestamp.yaml" };
const paging = [
  { $ref: "../components/parameters/ReportsLimit.yaml" },
  { $ref: "../components/parameters/Offset.yaml" },
];

const move = { uid: "thing-0001", bookedAt: NOW, movedAt: NOW, name: "a" };
const ticket = { number: 17, name: "a" };
const number = { type: "integer", description: "Identifies it.", minimum: 1, maximum: 99_999, examples: [17] };
const note = { uid: "thing-0001", name: "a" };
const uid = { ...text, description: "Identifies it.", examples: ["thing-0001"] };

/** An identity that is a number, in the path. */
const ticketNumber = parameter("path", "number", { type: "integer", minimum: 1, maximum: 99_999 }, 17);

/** The same references, from a file below `components/`. */
const fromComponents = (item: object): object => JSON.parse(JSON.stringify(item).replaceAll('"../components/', '"../'));

/** A record with one field that it need not have. */
function optional(name: string, schema: object) {
  const plain = record(fields, sent);
  return { ...plain, properties: { ...plain.properties, [name]: schema } };
}

/** Facts that every surface reads from one model: which lists are the same, identities, times, and where a record is. */
const facts: readonly Edit[] = [
  edit(
    "two lists whose paths end in the same word",
    {
      "/api/v1/factories/parts": { get: list("listFactoryParts", "FactoryPartsPage", stored) },
      "/api/v1/warehouses/parts": {
        get: list("listWarehouseParts", "WarehousePartsPage", { ...stored, shelf: "a" }),
      },
    },
    {
      FactoryPart: record(fields, sent),
      FactoryPartsPage: pageOf("FactoryPart", stored),
      WarehousePart: record({ ...fields, shelf: text }, { ...sent, shelf: "a" }),
      WarehousePartsPage: pageOf("WarehousePart", { ...stored, shelf: "a" }),
    },
    [
      'client.listWarehouseParts().page().then((parts) => { if (parts.length === 0 || parts.some(({ shelf }) => !shelf)) throw new Error("other parts"); })',
      "client.listFactoryParts().page()",
    ],
  ),
  edit(
    "times with other names",
    {
      "/api/v1/moves": {
        get: list("listMoves", "MovesPage", move, {
          "x-pagination": { shape: "array", identity: "uid", createdAt: "bookedAt", updatedAt: "movedAt" },
        }),
      },
      "/api/v1/moves/{uid}": {
        get: operation("getMove", {
          parameters: [idOf("uid")],
          response: answer(json(schemaRef("Move"), move)),
          others: missing,
        }),
      },
    },
    {
      Move: described({ uid, bookedAt: moment, movedAt: moment, name: text }, Object.keys(move), move),
      MovesPage: pageOf("Move", move),
    },
    [
      'client.listMoves({ limit: 50 }).page().then(async (moves) => { const booked = moves.map(({ bookedAt }) => bookedAt); if (booked.join() !== [...booked].sort().join()) throw new Error("out of order"); for (const { uid, bookedAt, movedAt } of moves) { if (movedAt < bookedAt) throw new Error("moved before it was booked"); if ((await client.getMove(uid)).bookedAt !== bookedAt) throw new Error("two views"); } })',
    ],
  ),
  {
    name: "a path item in components",
    paths: { "/api/v1/docks": { $ref: "../components/pathItems/Docks.yaml" } },
    components: {
      schemas: { Dock: record(fields, sent), DocksPage: pageOf("Dock", stored) },
      pathItems: { Docks: fromComponents({ get: list("listDocks", "DocksPage", stored) }) },
    },
    operations: ["listDocks"],
    calls: ["client.listDocks().page()"],
  },
  edit(
    "two versions of one resource under different words",
    {
      "/api/v1/bookings": {
        get: list("listBookings", "BookingsPage", stored, { "x-resource": { name: "bookings" } }),
      },
      "/api/v2/reservations/{uid}": {
        get: operation("getReservation", {
          "x-resource": { name: "bookings" },
          parameters: [idOf("uid")],
          response: shown("Booking"),
          others: missing,
        }),
      },
    },
    { Booking: record(fields, sent), BookingsPage: pageOf("Booking", stored) },
    [
      'client.listBookings().page().then(async ([first]) => { if (!first || (await client.getReservation(first.uid)).amount !== first.amount) throw new Error("two records"); })',
    ],
  ),
  edit(
    "three levels of resources",
    {
      "/api/v1/plants/{plantId}/halls/{hallId}/machines": {
        get: list("listMachines", "MachinesPage", stored, {
          parameters: [idOf("plantId"), idOf("hallId")],
          others: missing,
        }),
        post: create("Machine", { parameters: [idOf("plantId"), idOf("hallId")], others: missing }),
      },
      "/api/v1/plants/{plantId}/halls/{hallId}/machines/{uid}": {
        get: operation("getMachine", {
          parameters: [idOf("plantId"), idOf("hallId"), idOf("uid")],
          response: shown("Machine"),
          others: missing,
        }),
      },
    },
    recordsOf("Machine"),
    [
      'client.createMachine("p-1", "h-1", { name: "a", amount: 7 }).then(async ({ uid }) => { if ((await client.getMachine("p-1", "h-1", uid)).amount !== 7) throw new Error("another machine"); await client.getMachine("p-1", "h-2", uid).then(() => { throw new Error("in another hall"); }, (error: { status?: number }) => { if (error.status !== 404) throw error; }); })',
    ],
  ),
  edit(
    "an identity that is a number",
    {
      "/api/v1/tickets": {
        get: list("listTickets", "TicketsPage", ticket, { "x-pagination": { shape: "array", identity: "number" } }),
        post: operation("createTicket", {
          requestBody: body(schemaRef("TicketInput"), { name: "a" }),
          status: "201",
          response: answer(json(schemaRef("Ticket"), ticket)),
        }),
      },
      "/api/v1/tickets/{number}": {
        get: operation("getTicket", {
          parameters: [ticketNumber],
          response: answer(json(schemaRef("Ticket"), ticket)),
          others: missing,
        }),
        delete: operation("deleteTicket", { parameters: [ticketNumber], status: "204", others: missing }),
      },
    },
    {
      Ticket: described({ number, name: text }, ["number", "name"], ticket),
      TicketInput: recordInput({ name: text }, { name: "a" }),
      TicketsPage: pageOf("Ticket", ticket),
    },
    [
      'client.createTicket({ name: "b" }).then(async ({ number }) => { if ((await client.getTicket(number)).name !== "b") throw new Error("another ticket"); await client.deleteTicket(number); })',
      'client.listTickets().page().then(async ([first]) => { if (!first || (await client.getTicket(first.number)).name !== first.name) throw new Error("another ticket"); })',
    ],
  ),
  edit(
    "a list without times",
    {
      "/api/v1/notes": {
        get: list("listNotes", "NotesPage", note, { "x-pagination": { shape: "array", identity: "uid" } }),
      },
    },
    { Note: described({ uid, name: text }, ["uid", "name"], note), NotesPage: pageOf("Note", note) },
    ["client.listNotes().page()"],
  ),
  edit(
    "one collection in two page shapes",
    {
      "/api/v1/gauges": { get: list("listGauges", "GaugesPage", stored) },
      "/api/v2/gauges": {
        get: operation("listGaugesV2", {
          "x-pagination": {
            ...{ shape: "standard", records: "data", total: "total", identity: "uid" },
            ...{ createdAt: "createdDate", updatedAt: "updatedDate" },
          },
          parameters: paging,
          response: answer(json(schemaRef("GaugesEnvelope"), { data: [stored], limit: 10, offset: 0, total: 1 })),
        }),
      },
    },
    {
      Gauge: record(fields, sent),
      GaugesPage: pageOf("Gauge", stored),
      GaugesEnvelope: described(
        {
          data: { type: "array", description: "The records.", items: { $ref: "./Gauge.yaml" }, examples: [[stored]] },
          ...Object.fromEntries(
            ["limit", "offset", "total"].map((name) => [
              name,
              { type: "integer", minimum: 0, description: "A number.", examples: [0] },
            ]),
          ),
        },
        ["data", "limit", "offset", "total"],
        { data: [stored], limit: 10, offset: 0, total: 1 },
      ),
    },
    [
      'client.listGauges().page().then(async (gauges) => { const { data } = await client.listGaugesV2().page(); if (JSON.stringify(gauges) !== JSON.stringify(data)) throw new Error("two collections"); })',
    ],
  ),
  edit(
    "keywords beside the $ref of a record",
    { "/api/v1/crates": { get: list("listWoodenCrates", "WoodenCratesPage", { ...stored, wood: "oak" }) } },
    {
      PlainCrate: optional("wood", { $ref: "./Wood.yaml", deprecated: true, description: "What it is made of." }),
      WoodenCrate: {
        $ref: "./PlainCrate.yaml",
        description: "A crate of wood.",
        "x-unit": "kg",
        required: ["wood"],
        examples: [{ ...stored, wood: "oak" }],
      },
      Wood: { type: "string", description: "A kind of wood.", enum: ["oak", "pine"], examples: ["oak"] },
      WoodenCratesPage: pageOf("WoodenCrate", { ...stored, wood: "oak" }),
    },
    [
      'client.listWoodenCrates().page().then((crates) => { if (crates.length === 0 || crates.some(({ wood, amount }) => !/oak|pine/.test(wood) || amount < 1)) throw new Error("keywords were lost"); })',
    ],
  ),
  edit(
    "a metadata record that is deleted",
    {
      "/api/v2/metadata/{namespace}/{uid}": {
        delete: operation("deleteMetadata", {
          parameters: [{ $ref: "../components/parameters/Namespace.yaml" }, idOf("uid")],
          status: "204",
          others: missing,
        }),
      },
    },
    {},
    [
      'client.createMetadata("inspection", { uid: "lot-9", items: [{ key: "a", type: "string", value: "b" }] }).then(async () => { await client.deleteMetadata("inspection", "lot-9"); await client.deleteMetadata("inspection", "lot-9").then(() => { throw new Error("deleted, but still there"); }, (error: { status?: number }) => { if (error.status !== 404) throw error; }); })',
    ],
  ),
];

const OWN = "they call listReports by its name";

/** The facts above, and names of operations and schemas, which no surface may rely on. */
export const factEdits: readonly Edit[] = [
  ...facts,
  {
    name: "a list whose operationId begins with get",
    files: [["paths/reports.yaml", "operationId: listReports", "operationId: getReports"]],
    operations: ["getReports"],
    calls: [
      "client.getReports().page()",
      '(async () => { for await (const { records } of client.syncReports({ since: "2026-01-01T00:00:00Z" })) if (records.length > 0) return; })()',
    ],
    untested: OWN,
  },
];
