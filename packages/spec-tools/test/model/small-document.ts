import { type RecordPlace, type ResourceOperation, readApi } from "../../src/index.js";

/** A short notation for an operation, with only the parts that a test needs. */
export interface Short {
  id?: string;
  returns?: object;
  status?: string;
  sends?: object;
  query?: string[];
  /** A parameter outside the path: `["header", "X-Pet-Id"]`. */
  needs?: [where: string, name: string];
  [extension: `x-${string}`]: unknown;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const Pet = ref("Pet");
export const Owner = ref("Owner");
export const Nick = ref("Nick");
export const listOf = (items: object) => ({ type: "array", items });
export const page = (items: object, name = "data") => ({
  type: "object",
  properties: { [name]: listOf(items), total: { type: "integer" }, next: { type: "string" } },
});
export const object = (properties: object) => ({ type: "object", properties });

const schemas = {
  Pet: object({
    id: { type: "integer" },
    name: { type: "string" },
    status: { type: "string" },
    bornAt: { type: "string" },
    price: { type: "number" },
    ownerId: { type: "string" },
    tags: listOf({ type: "string" }),
  }),
  Nick: object({ nick: { type: "string" } }),
  Owner: object({ uid: { type: "string" }, email: { type: "string" } }),
};

const json = (schema: object) => ({ "application/json": { schema } });

/** Builds a document with these operations, by method and path: `"GET /pets/{petId}": {…}`. */
export function smallDocument(operations: Record<string, Short>): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [place, { id, returns, status, sends, query = [], needs, ...extensions }] of Object.entries(operations)) {
    const [method = "", path = ""] = place.split(" ");
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({ name, in: "path", required: true }));
    const elsewhere = needs ? [{ in: needs[0], name: needs[1], required: true }] : [];
    const parameters = [...inPath, ...elsewhere, ...query.map((name) => ({ name, in: "query" }))];
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...(id !== undefined && { operationId: id }),
        parameters: parameters.map((parameter) => ({ ...parameter, schema: { type: "string" } })),
        ...(sends && { requestBody: { content: json(sends) } }),
        responses: {
          [status ?? (returns ? "200" : "204")]: { description: "Done.", ...(returns && { content: json(returns) }) },
        },
        ...extensions,
      },
    };
  }
  return { openapi: "3.1.1", info: { title: "Small", version: "1.0.0" }, paths, components: { schemas } };
}

/**
 * Describes the resources of a document, one line for each operation: `pets: get getPet, by path petId, returns id`.
 */
export function resourceLines(operations: Record<string, Short>): string[] {
  return readApi(smallDocument(operations)).resources.flatMap(({ name, kind, operations: own }) =>
    own.map((one) => [name + (kind === "singleton" ? " (one)" : ""), lineOf(one)].join(": ")),
  );
}

function lineOf({ operation, role, creates, identifiedBy, request, response, scope }: ResourceOperation): string {
  const parts = [
    `${role} ${operation}`,
    creates && role !== "create" && "or create",
    identifiedBy && `by ${identifiedBy.in} ${identifiedBy.name}`,
    ...scope.map(({ parameter, resource = "-", property = "-" }) => `in ${parameter} ${resource} ${property}`),
    request && `sends ${placeText(request)}`,
    response && `returns ${placeText(response)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

const placeText = ({ at, many, identity = "-" }: RecordPlace): string =>
  [...at, ...(many ? ["[]"] : []), identity].join(".");
