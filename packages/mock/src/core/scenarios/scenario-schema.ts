const count = { type: "integer", minimum: 1 };
const milliseconds = { type: "integer", minimum: 0, maximum: 600_000 };
const share = { type: "number", minimum: 0, maximum: 1 };

/** What a scenario in a file is held to, as JSON Schema; `scenario.ts` says what each member means. */
export const SCENARIO_SCHEMA = {
  type: "object",
  required: ["name", "summary"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 1, maxLength: 60 },
    summary: { type: "string", maxLength: 300 },
    size: { type: "integer", minimum: 0, maximum: 100_000_000 },
    clampLimit: count,
    drift: {
      type: "object",
      required: ["every"],
      additionalProperties: false,
      properties: {
        every: count,
        insert: { type: "integer", minimum: 0, maximum: 1000 },
        edit: { type: "integer", minimum: 0, maximum: 1000 },
        delete: { type: "integer", minimum: 0, maximum: 1000 },
      },
    },
    faults: {
      type: "array",
      maxItems: 50,
      items: {
        type: "object",
        additionalProperties: false,
        properties: {
          every: count,
          first: count,
          after: { type: "integer", minimum: 0 },
          chance: share,
          operations: { type: "array", items: { type: "string" } },
          status: { type: "integer", minimum: 200, maximum: 599 },
          example: { type: "string" },
          retryAfter: { type: "integer", minimum: 0 },
          delay: milliseconds,
          bodyTime: milliseconds,
          cut: share,
          reset: { type: "boolean" },
        },
      },
    },
  },
} as const;
