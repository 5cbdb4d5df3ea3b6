import type { ParameterObject, SchemaObject } from "../../document/open-api-document.js";
import type { Operation } from "../../document/operations-of.js";
import { jsdoc } from "./jsdoc.js";
import { capitalized, modelName, propertyName } from "./typescript-names.js";

/** The parameters of an operation that go into the query. */
export const queryOf = ({ parameters }: Operation) => parameters.filter((parameter) => parameter.in === "query");

/** The name of the interface of the query of an operation. */
export const queryName = ({ operation }: Operation) => `${capitalized(operation.operationId)}Query`;

/** The interface of the query of an operation, with the bounds and defaults of each parameter; empty where it has none. */
export function queryInterface(row: Operation, used: Set<string>): string {
  const query = queryOf(row);
  if (query.length === 0) return "";
  const members = query.map((parameter) => {
    const comment = jsdoc([parameterText(row, parameter), ...tags(row, parameter)], "  ");
    const place = `NonNullable<operations["${row.operation.operationId}"]["parameters"]["query"]>["${parameter.name}"]`;
    const type = parameterType(parameter, place, used);
    return `${comment}  ${propertyName(parameter.name)}${parameter.required ? "" : "?"}: ${type};\n`;
  });
  const summary = `The query of {@link Methods.${row.operation.operationId}}.`;
  return `${jsdoc([summary])}export interface ${queryName(row)} {\n${members.join("\n")}}\n`;
}

/** The type of a parameter as a person would write it; its place among the generated types if that is not simple. */
export function parameterType({ schema }: ParameterObject, place: string, used: Set<string>): string {
  const model = modelName(schema);
  if (model) {
    used.add(model);
    return model;
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.type === "boolean" || (schema.type === "string" && !schema.format)) return `${schema.type}`;
  return place;
}

/** What a parameter is, and which values it takes. */
export function parameterText({ operation }: Operation, { name, description, schema }: ParameterObject): string {
  const text = [description, bounds(schema)].filter(Boolean).join(" ");
  if (!operation["x-pagination"] || name !== "limit") return text;
  return `${text} Iterating over the list asks for ${schema.maximum} if it is left out.`;
}

function bounds({ minimum, maximum }: SchemaObject): string | undefined {
  if (minimum === undefined) return maximum === undefined ? undefined : `At most ${maximum}.`;
  // A bound that only keeps numbers exact says nothing to a reader.
  return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
    ? `At least ${minimum}.`
    : `${minimum} to ${maximum}.`;
}

function tags({ operation }: Operation, { name, schema, example }: ParameterObject): string[] {
  const isLimit = operation["x-pagination"] && name === "limit";
  const value = isLimit ? `${schema.maximum}; ${schema.default} for \`page()\`` : JSON.stringify(schema.default);
  const lines = [
    ...(schema.default === undefined ? [] : [`@default ${value}`]),
    ...(example === undefined ? [] : [`@example ${JSON.stringify(example)}`]),
  ];
  return lines.length ? [lines.join("\n")] : [];
}
