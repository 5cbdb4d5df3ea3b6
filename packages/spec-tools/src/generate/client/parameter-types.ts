import { declaration, docComment, modelName, type Tag } from "../../languages/typescript.js";
import type { ParameterModel } from "../../model/api-model.js";
import type { OperationShape } from "./operation-shape.js";
import { schemaTags, schemaText } from "./schema-text.js";
import { schemaType, type TypeContext } from "./schema-type.js";

/**
 * Writes the interface of the parameters outside the path, with their bounds and defaults. Returns an empty string if
 * there are none.
 */
export function parametersInterface(shape: OperationShape, context: TypeContext): string {
  const { name, parameters, parametersType, argument } = shape;
  if (parameters.length === 0) return "";
  const members = parameters.map(({ key, parameter }) => {
    const comment = docComment([parameterText(shape, parameter), ...tags(shape, parameter)], "  ");
    return `${comment}  ${declaration(key, parameter.required, parameterType(parameter, context))};\n`;
  });
  const summary = `The ${argument} of {@link Methods.${name}}.`;
  return `${docComment([summary])}export interface ${parametersType} {\n${members.join("\n")}}\n`;
}

export function parameterType({ schema }: ParameterModel, context: TypeContext): string {
  const isModel = modelName({ $ref: schema.pointer }) !== undefined;
  return schemaType(isModel ? { $ref: schema.pointer } : schema.node, context);
}

/** Describes a parameter and the values that it accepts. */
export function parameterText({ operation }: OperationShape, parameter: ParameterModel): string {
  const { name, description, schema } = parameter;
  const { description: _, ...rules } = schema.node;
  const where = parameter.in === "header" || parameter.in === "cookie" ? `Sent in a ${parameter.in}.` : undefined;
  const text = [description ?? schema.node.description, schemaText(rules), where].filter(Boolean).join(" ");
  if (!operation.list || name !== "limit") return text;
  return `${text} Iterating over the list asks for ${schema.node.maximum} if it is left out.`;
}

function tags({ operation }: OperationShape, { name, deprecated, schema, examples }: ParameterModel): Tag[] {
  const node = { ...schema.node, deprecated };
  const list = schemaTags(node, examples[0]?.value);
  if (!operation.list || name !== "limit" || node.default === undefined) return list;
  const text = `${node.maximum}; ${node.default} for \`page()\``;
  return list.map((one) => (one.tag === "@default" ? { ...one, text } : one));
}
