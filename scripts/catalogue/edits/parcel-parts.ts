import {
  answer,
  body,
  json,
  list,
  NOW,
  type OperationParts,
  operation,
  pageOf,
  record,
  recordInput,
  schemaRef,
} from "../edit.js";
import { failure, idOf } from "./thing-parts.js";

/** The fields of a parcel, by which lists can be filtered and sorted. */
export const carrier = { type: "string", description: "Who carries it.", enum: ["dhl", "ups"], examples: ["dhl"] };
const weight = { type: "integer", description: "In grams.", minimum: 1, maximum: 99_999, examples: [120] };
export const parcelFields = { carrier, weight };
const sent = { carrier: "dhl", weight: 120 };
const stored = { uid: "thing-0001", createdDate: NOW, updatedDate: NOW, ...sent };

/** Returns the parts of a resource with parcel fields, for example `Parcel`, named after the noun. */
export function parcelParts(noun: string) {
  const path = `/api/v1/${noun.toLowerCase()}s`;
  const id = idOf("uid");
  const response = answer(json(schemaRef(noun), stored));
  const requestBody = body(schemaRef(`${noun}Input`), sent);
  const others = { "404": failure };
  const listed = { [noun]: record(parcelFields, sent), [`${noun}sPage`]: pageOf(noun, stored) };
  return {
    path,
    one: `${path}/{uid}`,
    /** The schemas for its list, and all schemas. */
    listed,
    schemas: { ...listed, [`${noun}Input`]: recordInput(parcelFields, sent) },
    list: (rest: OperationParts = {}) => list(`list${noun}s`, `${noun}sPage`, stored, rest),
    create: () => operation(`create${noun}`, { requestBody, status: "201", response }),
    get: () => operation(`get${noun}`, { parameters: [id], response, others }),
    replace: () => operation(`replace${noun}`, { parameters: [id], requestBody, response, others }),
    remove: () => operation(`delete${noun}`, { parameters: [id], status: "204", others }),
    id,
    response,
  };
}
