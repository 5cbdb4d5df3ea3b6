import { json, member, propertyName } from "../../languages/typescript.js";
import type { MediaTypeModel, ParameterModel } from "../../model/api-model.js";
import { bodyKind } from "../../model/read-content.js";
import { sampleValue } from "../../model/sample-value.js";
import { requiredNames } from "../../model/schema-at.js";
import type { OperationShape } from "./operation-shape.js";

/** Writes an example call for the doc comment of a method. It compiles as is, given a `client`. */
export function exampleCode(shape: OperationShape, document: object, sync?: string): string {
  const exampleOf = ({ schema, examples }: ParameterModel) => json(sampleValue(document, schema, examples));
  const path = shape.path.map(exampleOf);
  if (sync)
    return `for await (const { records, checkpoint } of client.${sync}(${[...path, "{ checkpoint: await load() }"].join(", ")})) {\n  await process(records);\n  await store(checkpoint);\n}`;
  const required = shape.parameters.filter(({ parameter }) => parameter.required);
  const values = required.map(({ key, parameter }) => `${propertyName(key)}: ${exampleOf(parameter)}`);
  const parameters = required.length > 0 ? [`{ ${values.join(", ")} }`] : [];
  const call = `client.${shape.name}(${[...path, ...exampleBody(document, shape, required.length > 0), ...parameters].join(", ")})`;
  const { list } = shape.operation;
  if (list) return `for await (const record of ${call}) console.log(record${member(list.identity)});`;
  return shape.success.kind === "none" ? `await ${call};` : `const result = await ${call};`;
}

function exampleBody(document: object, { body }: OperationShape, isFollowed: boolean): string[] {
  if (!body) return [];
  if (!body.isRequired && body.media.kind !== "json") return isFollowed ? ["undefined"] : [];
  return [exampleContent(document, body.media)];
}

function exampleContent(document: object, { kind, encoding, schema }: MediaTypeModel): string {
  if (kind === "binary") return "file";
  if (kind === "text") return "text";
  if (kind !== "multipart") return "record";
  const required = schema && requiredNames(document, schema);
  const members = Object.entries(encoding)
    .filter(([name]) => required?.has(name))
    .map(([name, { contentTypes, repeated }]) => {
      const value = contentTypes.some((type) => bodyKind(type) === "binary") ? "file" : "value";
      return `${propertyName(name)}: ${repeated ? `[${value}]` : value}`;
    });
  return members.length ? `{ ${members.join(", ")} }` : "{}";
}
