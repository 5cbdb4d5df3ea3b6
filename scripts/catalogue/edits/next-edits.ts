import { answer, body, type Edit, json, operation, parameter, recordInput, schemaRef } from "../edit.js";
import { amount, colours, described, edit, fields, idOf, missing, sent, text } from "./thing-parts.js";

const word = { type: "string", minLength: 1, maxLength: 20, pattern: "^[a-z]+$" };
const media = (mediaType: string, schema: object, value: unknown) => ({
  [mediaType]: { schema, examples: { One: { value } } },
});
const lines = { type: "string", description: "Lines.", examples: ["a"] };
const picture = { type: "string", contentMediaType: "image/png", description: "A picture.", examples: [""] };

/**
 * Features of current public APIs that an owner is likely to add next: media types, statuses and formats other than
 * JSON records.
 */
export const nextEdits: readonly Edit[] = [
  edit(
    "next: a merge patch in its own media type",
    {
      "/api/v1/profiles/{uid}": {
        patch: operation("updateProfile", {
          parameters: [idOf("uid")],
          requestBody: {
            description: "What changes.",
            required: true,
            content: media("application/merge-patch+json", schemaRef("ProfilePatch"), { name: "b" }),
          },
          response: answer(json(schemaRef("Profile"), sent)),
          others: missing,
        }),
      },
    },
    {
      Profile: described(fields, ["name"], sent),
      ProfilePatch: { ...described(fields, [], { name: "b" }), additionalProperties: false },
    },
    [
      'client.updateProfile("p-1", { name: "b" }).catch((error: { status?: number }) => { if (error.status !== 404) throw error; })',
    ],
  ),
  edit(
    "next: lines of JSON",
    {
      "/api/v1/journals": {
        get: operation("getJournal", { response: answer(media("application/x-ndjson", lines, '{"a":1}')) }),
      },
    },
    {},
    ["client.getJournal()"],
  ),
  edit(
    "next: a stream of events",
    {
      "/api/v1/signals": {
        get: operation("getSignals", { response: answer(media("text/event-stream", lines, "data: a")) }),
      },
    },
    {},
    ["client.getSignals()"],
  ),
  edit(
    "next: an entity tag and 304",
    {
      "/api/v1/leaflets/{uid}": {
        get: operation("getLeaflet", {
          parameters: [idOf("uid"), parameter("header", "If-None-Match", { type: "string", maxLength: 80 }, '"a"')],
          response: answer(json(schemaRef("Leaflet"), sent), {
            ETag: { description: "Its version.", required: true, schema: { type: "string" }, example: '"a"' },
          }),
          others: { "304": { description: "It is the same." }, ...missing },
        }),
      },
    },
    { Leaflet: described(fields, ["name"], sent) },
    ['client.getLeaflet("l-1").catch((error: { status?: number }) => { if (error.status !== 404) throw error; })'],
  ),
  edit(
    "next: a map of objects",
    {
      "/api/v1/rates": {
        get: operation("getRates", { response: answer(json(schemaRef("Rates"), { EUR: { amount: 3 } })) }),
      },
    },
    {
      Rate: described({ amount }, ["amount"], { amount: 3 }),
      Rates: {
        type: "object",
        description: "Rates by currency.",
        additionalProperties: { $ref: "./Rate.yaml" },
        examples: [{ EUR: { amount: 3 } }],
      },
    },
    ["client.getRates().then((rates) => Object.values(rates).map((rate) => rate.amount.toFixed()))"],
  ),
  edit(
    "next: an optional body",
    {
      "/api/v1/drafts": {
        post: operation("createDraft", {
          requestBody: { ...body(schemaRef("DraftInput"), sent), required: false },
          status: "204",
        }),
      },
    },
    { DraftInput: recordInput(fields, sent) },
    ["client.createDraft()", 'client.createDraft({ name: "a", amount: 7 })'],
  ),
  edit(
    "next: two parameters in one path",
    {
      "/api/v1/distances/{start}/{end}": {
        get: operation("getDistance", {
          parameters: [parameter("path", "start", word, "a"), parameter("path", "end", word, "b")],
          response: answer(json(schemaRef("Distance"), { amount: 3 })),
          others: missing,
        }),
      },
    },
    { Distance: described({ amount }, ["amount"], { amount: 3 }) },
    ['client.getDistance("oslo", "rome").then((distance) => distance.amount.toFixed())'],
  ),
  edit(
    "next: a picture that is put and fetched",
    {
      "/api/v1/avatars/{uid}": {
        put: operation("replaceAvatar", {
          parameters: [idOf("uid")],
          requestBody: { description: "The picture.", required: true, content: media("image/png", picture, "") },
          status: "204",
          others: missing,
        }),
        get: operation("getAvatar", {
          parameters: [idOf("uid")],
          response: answer(media("image/*", picture, "")),
          others: missing,
        }),
      },
    },
    {},
    ['client.getAvatar("a-1").then((picture) => picture.size.toFixed())'],
  ),
  edit(
    "next: a search by POST",
    {
      "/api/v1/findings": {
        post: operation("createFindingsSearch", {
          requestBody: body(schemaRef("FindingsQuery"), { colour: "red" }),
          response: answer(json(schemaRef("Findings"), { items: [sent], next_cursor: null })),
        }),
      },
    },
    {
      FindingsQuery: recordInput({ colour: colours }, { colour: "red" }),
      Finding: described(fields, ["name"], sent),
      Findings: described(
        {
          items: {
            type: "array",
            description: "What was found.",
            items: { $ref: "./Finding.yaml" },
            examples: [[sent]],
          },
          next_cursor: { type: ["string", "null"], description: "Where the next page begins.", examples: [null] },
        },
        ["items", "next_cursor"],
        { items: [sent], next_cursor: null },
      ),
    },
    [
      'client.createFindingsSearch({ colour: "red" }).then(({ items, next_cursor }) => [items[0]?.name.trim(), next_cursor?.trim()])',
    ],
  ),
  edit(
    "next: several statuses in one response",
    {
      "/api/v1/bundles": {
        post: operation("createBundle", {
          requestBody: body(
            { type: "array", description: "Things.", minItems: 1, maxItems: 3, items: schemaRef("BundleInput") },
            [sent],
          ),
          status: "207",
          response: answer(json(schemaRef("BundleResult"), [{ status: 201 }])),
        }),
      },
    },
    {
      BundleInput: recordInput(fields, sent),
      BundleResult: {
        type: "array",
        description: "A result for each.",
        items: described({ status: { ...amount, examples: [201] } }, ["status"], { status: 201 }),
        examples: [[{ status: 201 }]],
      },
    },
    ['client.createBundle([{ name: "a", amount: 7 }]).then(([first]) => first?.status.toFixed())'],
  ),
  edit(
    "next: records deleted by a query",
    {
      "/api/v1/tokens": {
        delete: operation("deleteTokens", {
          parameters: [
            parameter("query", "ids", { type: "array", minItems: 1, maxItems: 9, items: word }, ["a"], {
              required: true,
              explode: false,
            }),
          ],
          status: "204",
        }),
      },
    },
    {},
    ['client.deleteTokens({ ids: ["a", "b"] })'],
  ),
  edit(
    "next: a reference that may be null",
    {
      "/api/v1/owners": {
        get: operation("getOwner", { response: answer(json(schemaRef("Owner"), { name: "a", home: null })) }),
      },
    },
    {
      Home: described({ name: text }, ["name"], { name: "a" }),
      Owner: described(
        {
          name: text,
          home: {
            description: "Where the owner lives.",
            anyOf: [{ $ref: "./Home.yaml" }, { type: "null" }],
            examples: [null],
          },
        },
        ["name", "home"],
        { name: "a", home: null },
      ),
    },
    ["client.getOwner().then(({ home }) => home?.name.trim())"],
  ),
  edit(
    "next: links in a header",
    {
      "/api/v1/pages": {
        get: operation("getPages", {
          parameters: [parameter("query", "after", word, "a")],
          response: answer(json({ type: "array", description: "Names.", items: text }, ["a"]), {
            Link: {
              description: "The next page.",
              schema: { type: "string" },
              example: '</api/v1/pages?after=b>; rel="next"',
            },
            "X-Total-Count": {
              description: "How many.",
              required: true,
              schema: { type: "integer", minimum: 0 },
              example: 7,
            },
          }),
        }),
      },
    },
    {},
    ['client.getPages({ after: "a" }).then(([first]) => first?.trim())'],
  ),
  edit(
    "next: names that are words of JavaScript",
    {
      "/api/v1/words/{class}": {
        get: operation("getWord", {
          parameters: [parameter("path", "class", word, "a"), parameter("query", "default", word, "b")],
          response: answer(json(schemaRef("Word"), { new: "a", "a-b": "b" })),
          others: missing,
        }),
      },
    },
    { Word: described({ new: text, "a-b": text }, ["new"], { new: "a", "a-b": "b" }) },
    ['client.getWord("x", { default: "y" }).then((found) => [found.new.trim(), found["a-b"]?.trim()])'],
  ),
  edit(
    "next: a form that is sent with a list",
    {
      "/api/v1/surveys": {
        post: operation("createSurvey", {
          requestBody: {
            description: "The survey.",
            required: true,
            content: media("application/x-www-form-urlencoded", schemaRef("SurveyInput"), { name: "a", tags: ["b"] }),
          },
          status: "204",
        }),
      },
    },
    {
      SurveyInput: recordInput(
        { name: text, tags: { type: "array", description: "Tags.", maxItems: 4, items: text, examples: [["b"]] } },
        { name: "a", tags: ["b"] },
      ),
    },
    ['client.createSurvey({ name: "a", tags: ["b", "c"] })'],
  ),
];
