import { answer, type Edit, json, list, operation, pageOf, parameter, record, schemaRef } from "../edit.js";
import { carrier, parcelParts } from "./parcel-parts.js";
import { amount, colours, edit, fields, sent, stored } from "./thing-parts.js";

const crate = parcelParts("Crate");
const box = parcelParts("Box");
const sack = parcelParts("Sack");

/** New lists, additions to lists, and lists with other ways of paging. */
export const listEdits: readonly Edit[] = [
  {
    name: "an added list",
    paths: { [crate.path]: { get: crate.list() } },
    components: { schemas: crate.listed },
    calls: ["client.listCrates().page()"],
  },
  {
    name: "a filter",
    paths: { [box.path]: { get: box.list({ parameters: [parameter("query", "carrier", carrier, "dhl")] }) } },
    components: { schemas: box.listed },
    calls: [
      'client.listBoxs({ carrier: "dhl", limit: 50 }).page().then((page) => { if (page.length === 0 || page.some(({ carrier }) => carrier !== "dhl")) throw new Error("wrong rows"); })',
    ],
  },
  edit(
    "a filter of several values",
    {
      "/api/v1/paints": {
        get: list(
          "listPaints",
          "PaintsPage",
          { ...stored, colour: "red" },
          {
            parameters: [
              parameter("query", "colour", { type: "array", items: { type: "string", enum: colours.enum } }, ["red"]),
            ],
          },
        ),
      },
    },
    {
      Paint: record({ ...fields, colour: colours }, { ...sent, colour: "red" }),
      PaintsPage: pageOf("Paint", { ...stored, colour: "red" }),
    },
    [
      'client.listPaints({ colour: ["red"], limit: 50 }).page().then((page) => { if (page.length === 0 || page.some(({ colour }) => colour !== "red")) throw new Error("wrong rows"); })',
    ],
  ),
  {
    name: "a sort parameter",
    paths: {
      [sack.path]: {
        get: sack.list({
          parameters: [
            parameter("query", "sort", { type: "string", enum: ["weight", "-weight"], default: "weight" }, "weight"),
          ],
        }),
      },
    },
    components: { schemas: sack.listed },
    calls: [
      'client.listSacks({ sort: "-weight", limit: 50 }).page().then((page) => { const all = page.map(({ weight }) => weight); if (all.length === 0 || all.some((each, i) => i > 0 && each > Number(all[i - 1]))) throw new Error("not sorted: " + all.slice(0, 9)); })',
    ],
  },
  edit(
    "a list with a required query parameter",
    {
      "/api/v1/stops": {
        get: list("listStops", "StopsPage", stored, {
          parameters: [
            parameter("query", "region", { type: "string", enum: ["north", "south"] }, "north", { required: true }),
          ],
        }),
      },
    },
    { Stop: record(fields, sent), StopsPage: pageOf("Stop", stored) },
    ['client.listStops({ region: "north" }).page()'],
  ),
  edit(
    "a list by page number",
    {
      "/api/v1/posts": {
        get: operation("getPosts", {
          parameters: [
            parameter("query", "page", { type: "integer", minimum: 1, maximum: 1000, default: 1 }, 1),
            parameter("query", "per_page", { type: "integer", minimum: 1, maximum: 50, default: 20 }, 20),
          ],
          response: answer(json(schemaRef("PostsPage"), [stored])),
        }),
      },
    },
    { Post: record(fields, sent), PostsPage: pageOf("Post", stored) },
    ["client.getPosts({ page: 2, per_page: 5 })"],
  ),
  edit(
    "inheritance by allOf",
    {
      "/api/v1/animals": {
        get: list("listAnimals", "AnimalsPage", { ...stored, lives: 9 }),
      },
    },
    {
      Animal: record(fields, sent),
      Cat: {
        description: "A cat.",
        allOf: [
          { $ref: "./Animal.yaml" },
          { type: "object", required: ["lives"], properties: { lives: { ...amount, examples: [9] } } },
        ],
        examples: [{ ...stored, lives: 9 }],
      },
      AnimalsPage: pageOf("Cat", { ...stored, lives: 9 }),
    },
    ["client.listAnimals().page().then((page) => page.map(({ lives, name }) => [lives.toFixed(), name.trim()]))"],
  ),
];
