/**
 * The maximum number of records in a scenario. Any client can switch scenarios, and filters and drift scan all rows.
 * `--size`, which only the user of the command sets, may be larger.
 */
export const MOST_RECORDS = 1_000_000;

const count = { type: "integer", minimum: 1, maximum: 1_000_000 };
const milliseconds = { type: "integer", minimum: 0, maximum: 600_000 };
/** The maximum is low, because removing a row shifts all rows after it. */
const changes = { type: "integer", minimum: 0, maximum: 100 };
const share = { type: "number", minimum: 0, maximum: 1 };

/** The JSON Schema of a scenario in a file; `scenario.ts` documents each field. */
export const SCENARIO_SCHEMA = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 1, maxLength: 60 },
    summary: { type: "string", maxLength: 300 },
    size: { type: "integer", minimum: 0, maximum: MOST_RECORDS },
    clampLimit: count,
    drift: {
      type: "object",
      required: ["every"],
      additionalProperties: false,
      properties: {
        every: count,
        insert: changes,
        edit: changes,
        delete: changes,
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
          after: { ...count, minimum: 0 },
          chance: share,
          operations: { type: "array", maxItems: 1000, items: { type: "string", maxLength: 200 } },
          status: { type: "integer", minimum: 200, maximum: 599 },
          example: { type: "string", maxLength: 200 },
          retryAfter: { type: "integer", minimum: 0, maximum: 86_400 },
          delay: milliseconds,
          bodyTime: milliseconds,
          cut: share,
          reset: { type: "boolean" },
        },
      },
    },
  },
} as const;
