import {
  answer,
  body,
  type Edit,
  json,
  NOW,
  type OperationParts,
  operation,
  pageOf,
  parameter,
  record,
  recordInput,
  schemaRef,
} from "../edit.js";

export const text = { type: "string", description: "A text.", minLength: 1, maxLength: 40, examples: ["a"] };
export const amount = { type: "integer", description: "How much.", minimum: 1, maximum: 99_999, examples: [120] };
export const colours = { type: "string", description: "The colour.", enum: ["red", "green"], examples: ["red"] };

/** A record with a name and an amount: its fields, the request body, and the stored record. */
export const fields = { name: text, amount };
export const sent = { name: "a", amount: 120 };
export const stored = { uid: "thing-0001", createdDate: NOW, updatedDate: NOW, ...sent };

export const failure = { $ref: "../components/responses/BadRequest.yaml" };
export const missing = { "404": failure };

export const idOf = (name: string) =>
  parameter("path", name, { type: "string", minLength: 1, maxLength: 40 }, "thing-0001");

export const described = (properties: object, required: string[], example: object) => ({
  type: "object",
  description: "A thing.",
  required,
  properties,
  examples: [example],
});

/** The schemas of a resource: the record, the request body that creates it, and a page. */
export const recordsOf = (noun: string) => ({
  [noun]: record(fields, sent),
  [`${noun}Input`]: recordInput(fields, sent),
  [`${noun}sPage`]: pageOf(noun, stored),
});
export const shown = (noun: string) => answer(json(schemaRef(noun), stored));
export const create = (noun: string, parts: OperationParts = {}) =>
  operation(`create${noun}`, {
    requestBody: body(schemaRef(`${noun}Input`), sent),
    status: "201",
    response: shown(noun),
    ...parts,
  });

/** An edit of some paths with the schemas that they need. */
export const edit = (
  name: string,
  paths: Record<string, object>,
  schemas: Record<string, object>,
  calls: string[],
): Edit => ({
  name,
  paths,
  ...(Object.keys(schemas).length > 0 && { components: { schemas } }),
  calls,
});

/** An edit of one operation. */
export const single = (
  name: string,
  path: string,
  method: string,
  id: string,
  parts: OperationParts,
  calls: string[],
  schemas: Record<string, object> = {},
): Edit => edit(name, { [path]: { [method]: operation(id, parts) } }, schemas, calls);
