import { answer, body, type Edit, json, list, operation, parameter, record, recordInput, schemaRef } from "../edit.js";
import { parcelFields, parcelParts } from "./parcel-parts.js";
import {
  create,
  described,
  edit,
  failure,
  fields,
  idOf,
  missing,
  recordsOf,
  sent,
  shown,
  single,
  stored,
} from "./thing-parts.js";

const parcel = parcelParts("Parcel");

const patchSchema = {
  type: "object",
  description: "What changes.",
  additionalProperties: false,
  properties: parcelFields,
  examples: [{ weight: 9 }],
};

/** Operations that create, read, replace and delete records. */
export const resourceEdits: readonly Edit[] = [
  {
    name: "a whole resource",
    paths: {
      [parcel.path]: { get: parcel.list(), post: parcel.create() },
      [parcel.one]: {
        get: parcel.get(),
        put: parcel.replace(),
        patch: operation("updateParcel", {
          parameters: [parcel.id],
          requestBody: body(schemaRef("ParcelPatch"), { weight: 9 }),
          response: parcel.response,
          others: missing,
        }),
        delete: parcel.remove(),
      },
    },
    components: { schemas: { ...parcel.schemas, ParcelPatch: patchSchema } },
    calls: [
      'client.createParcel({ carrier: "dhl", weight: 7 }).then(async ({ uid }) => { const { weight } = await client.getParcel(uid); if (weight !== 7) throw new Error("weight is " + weight); await client.deleteParcel(uid); return client.getParcel(uid).then(() => { throw new Error("deleted, but still there"); }, (error: { status?: number }) => { if (error.status !== 404) throw error; }); })',
    ],
  },
  single("DELETE with 204 alone", "/api/v1/caches", "delete", "deleteCaches", { status: "204" }, [
    "client.deleteCaches()",
  ]),
  edit(
    "a nested resource",
    {
      "/api/v1/carts/{cartId}/lines": {
        get: list("listLines", "LinesPage", stored, {
          parameters: [idOf("cartId")],
          others: missing,
        }),
        post: create("Line", { parameters: [idOf("cartId")], others: missing }),
      },
      "/api/v1/carts/{cartId}/lines/{uid}": {
        get: operation("getLine", {
          parameters: [idOf("cartId"), idOf("uid")],
          response: shown("Line"),
          others: missing,
        }),
        delete: operation("deleteLine", {
          parameters: [idOf("cartId"), idOf("uid")],
          status: "204",
          others: missing,
        }),
      },
    },
    recordsOf("Line"),
    [
      'client.createLine("c-1", { name: "a", amount: 7 }).then(async ({ uid }) => { if ((await client.getLine("c-1", uid)).amount !== 7) throw new Error("another line"); await client.deleteLine("c-1", uid); })',
    ],
  ),
  edit(
    "settings without an id",
    {
      "/api/v1/settings": {
        get: operation("getSettings", { response: answer(json(schemaRef("Settings"), sent)) }),
        put: operation("replaceSettings", {
          requestBody: body(schemaRef("SettingsInput"), sent),
          response: answer(json(schemaRef("Settings"), sent)),
        }),
      },
    },
    { Settings: described(fields, Object.keys(fields), sent), SettingsInput: recordInput(fields, sent) },
    [
      'client.replaceSettings({ name: "b", amount: 8 }).then(async () => { if ((await client.getSettings()).amount !== 8) throw new Error("not kept"); })',
    ],
  ),
  edit(
    "a PUT that creates",
    {
      "/api/v1/labels/{uid}": {
        put: operation("replaceLabel", {
          parameters: [idOf("uid")],
          requestBody: body(schemaRef("LabelInput"), sent),
          response: shown("Label"),
          others: { "201": shown("Label") },
        }),
        get: operation("getLabel", { parameters: [idOf("uid")], response: shown("Label"), others: missing }),
      },
    },
    { Label: record(fields, sent), LabelInput: recordInput(fields, sent) },
    ['client.replaceLabel("l-1", { name: "a", amount: 7 })'],
  ),
  edit(
    "a conflict and a location",
    {
      "/api/v1/badges": {
        post: create("Badge", {
          parameters: [parameter("header", "Idempotency-Key", { type: "string", minLength: 1, maxLength: 40 }, "k-1")],
          response: answer(json(schemaRef("Badge"), stored), {
            Location: {
              description: "Where it is.",
              required: true,
              schema: { type: "string" },
              example: "/api/v1/badges/thing-0001",
            },
          }),
          others: { "409": failure },
        }),
      },
      "/api/v1/badges/{uid}": {
        get: operation("getBadge", { parameters: [idOf("uid")], response: shown("Badge"), others: missing }),
      },
    },
    { Badge: record(fields, sent), BadgeInput: recordInput(fields, sent) },
    ['client.createBadge({ name: "a", amount: 7 }, { "Idempotency-Key": "k" })'],
  ),
];
