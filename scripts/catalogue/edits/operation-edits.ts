import { answer, body, type Edit, json, operation, parameter, recordInput, schemaRef } from "../edit.js";
import { amount, colours, described, edit, failure, idOf, missing, single, text } from "./thing-parts.js";

/** Methods, statuses and headers. */
export const operationEdits: readonly Edit[] = [
  single(
    "response header",
    "/api/v1/quotas",
    "get",
    "getQuota",
    {
      response: answer(json(schemaRef("Quota"), { left: 3 }), {
        "X-Quota": { description: "The quota.", required: true, schema: { type: "integer" }, example: 10 },
      }),
    },
    ["client.getQuota()"],
    {
      Quota: {
        type: "object",
        description: "What is left.",
        required: ["left"],
        properties: { left: amount },
        examples: [{ left: 3 }],
      },
    },
  ),
  single("202 without a body", "/api/v1/jobs", "post", "createJob", { status: "202" }, ["client.createJob()"]),
  edit(
    "an action with 202",
    {
      "/api/v1/voyages/{uid}/cancellation": {
        post: operation("createVoyageCancellation", {
          parameters: [idOf("uid")],
          requestBody: body(schemaRef("CancellationInput"), { reason: "a" }),
          status: "202",
          response: answer(json(schemaRef("Cancellation"), { state: "red" })),
          others: missing,
        }),
      },
    },
    {
      CancellationInput: recordInput({ reason: text }, { reason: "a" }),
      Cancellation: described({ state: colours }, ["state"], { state: "red" }),
    },
    ['client.createVoyageCancellation("v-1", { reason: "late" })'],
  ),
  edit(
    "a default response",
    {
      "/api/v1/weathers": {
        get: operation("getWeather", {
          response: answer(json(schemaRef("Weather"), { colour: "red" })),
          others: { default: failure },
        }),
      },
    },
    { Weather: described({ colour: colours }, ["colour"], { colour: "red" }) },
    ["client.getWeather()"],
  ),
  edit(
    "a deprecated operation",
    { "/api/v1/relics": { get: operation("getRelic", { deprecated: true, status: "204" }) } },
    {},
    ["client.getRelic()"],
  ),
  edit(
    "a path and a query parameter of one name",
    {
      "/api/v1/shelves/{tags}": {
        get: operation("getShelf", {
          parameters: [
            { ...idOf("tags"), style: "label" },
            parameter("query", "tags", { type: "array", maxItems: 5, items: text }, ["a"], { explode: false }),
          ],
          status: "204",
          others: missing,
        }),
      },
    },
    {},
    ['client.getShelf("a", { "tags (query)": ["b", "c"] })'],
  ),
  edit("HEAD", { "/api/v1/doors": { head: operation("getDoor", {}) } }, {}, ["client.getDoor()"]),
];
