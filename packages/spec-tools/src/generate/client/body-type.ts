import { declaration, modelName } from "../../languages/typescript.js";
import type { MediaTypeModel } from "../../model/api-model.js";
import { bodyKind } from "../../model/read-content.js";
import { propertiesOf, requiredNames } from "../../model/schema-at.js";
import { schemaType, type TypeContext } from "./schema-type.js";

/** The type of the argument for a request body. */
export function bodyType(media: MediaTypeModel, context: TypeContext): string {
  if (media.kind === "binary") return "Blob | ArrayBuffer | ReadableStream<Uint8Array>";
  if (media.kind === "text") return "string";
  if (media.kind === "multipart") return multipartType(media, context);
  const { schema } = media;
  if (!schema) return "unknown";
  return schemaType(modelName({ $ref: schema.pointer }) ? { $ref: schema.pointer } : schema.node, context);
}

/** The type of a multipart form, whose files are Blobs regardless of their schema. */
function multipartType({ schema, encoding }: MediaTypeModel, context: TypeContext): string {
  if (!schema) return "FormData";
  const required = requiredNames(context.document, schema);
  const members = [...propertiesOf(context.document, schema)].map(([name, property]) => {
    const { contentTypes = [], repeated = false } = encoding[name] ?? {};
    const isFile = contentTypes.some((type) => bodyKind(type) === "binary");
    const file = repeated ? "Blob[]" : "Blob";
    const isModel = modelName({ $ref: property.pointer }) !== undefined;
    const type = isFile ? file : schemaType(isModel ? { $ref: property.pointer } : property.node, context);
    return declaration(name, required.has(name), type);
  });
  return `{ ${members.join("; ")} }`;
}
