import { dereference, type OpenApiDocument, type Operation, type ParameterObject } from "@metadata-service/spec-tools";
import type { Provocation, TryOperation, TryParameter } from "../browser/try/operation.js";
import { examplesOf } from "./document.js";

/** What the page on which operations are tried has to know of them. */
export function tryOperations(document: OpenApiDocument, rows: Operation[]): TryOperation[] {
  return rows.map((row) => {
    const { operation, method, path } = row;
    const bodies = Object.entries(examplesOf(document, row, "request"))
      .map(([name, { summary, value }]) => ({ name: summary ?? name, text: JSON.stringify(value, null, 2) }))
      .sort((a, b) => a.text.length - b.text.length);
    const paging = operation["x-pagination"];
    return {
      id: operation.operationId,
      summary: operation.summary ?? operation.operationId,
      method,
      path,
      parameters: row.parameters.flatMap((parameter) => tryParameter(document, parameter)),
      ...(operation.requestBody && { bodies }),
      ...(paging && {
        paging: { ...(paging.records && { records: paging.records }), ...(paging.total && { total: paging.total }) },
      }),
      provocations: provocations(row),
    };
  });
}

function tryParameter(document: OpenApiDocument, parameter: ParameterObject): TryParameter[] {
  const { name, in: place, required = false, description = "", example } = parameter;
  if (place !== "path" && place !== "query") return [];
  const schema = dereference(document, parameter.schema).node;
  const bounds = [
    schema.minimum !== undefined && schema.maximum !== undefined && schema.maximum < 1e6
      ? `${schema.minimum} to ${schema.maximum}`
      : "",
    schema.format ?? "",
    schema.default === undefined ? "" : `default ${schema.default}`,
  ];
  return [
    {
      name,
      in: place,
      required,
      description,
      ...(schema.enum && { values: schema.enum.map(String) }),
      initial: String(required ? (example ?? "") : (schema.default ?? "")),
      hint: bounds.filter(Boolean).join(", "),
    },
  ];
}

/** An error of each kind: a real one where a request can be wrong by itself, else one that the mock is asked for. */
function provocations({ operation, parameters }: Operation): Provocation[] {
  const statuses = Object.keys(operation.responses).filter((status) => /^[45]\d\d$/.test(status));
  return statuses.flatMap((status): Provocation[] => {
    const limit = parameters.find((parameter) => parameter.name === "limit")?.schema.maximum;
    switch (status) {
      case "400":
        if (limit !== undefined) return [{ status, label: "a limit too high", query: { limit: String(limit + 1) } }];
        return operation.requestBody ? [{ status, label: "an empty object", body: "{}" }] : [];
      case "401":
        return [{ status, label: "an unknown key", headers: { apiKey: "not-a-key" } }];
      case "429":
        return [{ status, label: "too many requests", headers: { Prefer: "code=429" } }];
      default:
        return [{ status, label: "ask the mock for it", headers: { Prefer: `code=${status}` } }];
    }
  });
}
