import { dereference, type Located } from "../document/dereference.js";
import type {
  Content,
  ExampleObject,
  MediaTypeObject,
  OrReference,
  ParameterObject,
} from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import type { ExampleModel, HeaderModel, ParameterModel, ParameterStyle, Serialization } from "./api-model.js";
import { schemaAt } from "./schema-at.js";

/** The fields of parameters and headers that describe how a value is written. */
export interface SerializedObject {
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly allowEmptyValue?: boolean;
  readonly allowReserved?: boolean;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly schema?: unknown;
  readonly content?: Content;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, OrReference<ExampleObject>>>;
}

/** The default style of each location (OpenAPI 3.1.1, section 4.8.12.2.2). */
const DEFAULT_STYLES = { path: "simple", query: "form", header: "simple", cookie: "form" } as const;

export function readParameter(document: object, { node, pointer }: Located<ParameterObject>): ParameterModel {
  const parameter = node as SerializedObject & Pick<ParameterObject, "name" | "in">;
  return {
    name: parameter.name,
    in: parameter.in,
    ...readSerialized(document, parameter, pointer, DEFAULT_STYLES[parameter.in]),
    allowEmptyValue: parameter.allowEmptyValue === true,
  };
}

export function readHeader(document: object, name: string, header: unknown, at: string): HeaderModel {
  const { node, pointer } = dereference<SerializedObject>(document, header, at);
  return { name, ...readSerialized(document, node, pointer, "simple") };
}

function readSerialized(document: object, node: SerializedObject, pointer: string, defaultStyle: ParameterStyle) {
  const [mediaType, content] = node.content ? only(node.content) : [];
  const schema = content
    ? schemaAt(document, content.schema, pointerTo(pointer, "content", mediaType ?? "", "schema"))
    : schemaAt(document, node.schema, pointerTo(pointer, "schema"));
  return {
    pointer,
    ...(node.description !== undefined && { description: node.description }),
    required: node.required === true,
    deprecated: node.deprecated === true || schema.node.deprecated === true,
    ...serialization(node, defaultStyle),
    ...(mediaType !== undefined && { mediaType }),
    schema,
    examples: readExamples(document, content ?? node),
  };
}

/** Style, explode and allowReserved, with their defaults. */
export function serialization(
  node: { readonly style?: ParameterStyle; readonly explode?: boolean; readonly allowReserved?: boolean },
  defaultStyle: ParameterStyle,
): Serialization {
  const style = node.style ?? defaultStyle;
  return { style, explode: node.explode ?? style === "form", allowReserved: node.allowReserved === true };
}

/** A parameter with `content` has exactly one media type (OpenAPI 3.1.1, section 4.8.12.2.3). */
const only = (content: Content): [mediaType: string | undefined, content: MediaTypeObject] =>
  Object.entries(content)[0] ?? [undefined, {}];

/** The examples of a place: its `example`, or all of its `examples`. */
export function readExamples(
  document: object,
  { example, examples = {} }: Pick<SerializedObject, "example" | "examples">,
): ExampleModel[] {
  const named = Object.entries(examples).map(([name, one]) => {
    const { summary, value } = dereference<ExampleObject>(document, one).node;
    return { name, ...(summary !== undefined && { summary }), value };
  });
  // An example with `externalValue` is in another file, so it cannot be read here.
  return [...(example === undefined ? [] : [{ name: "", value: example }]), ...named].filter(
    ({ value }) => value !== undefined,
  );
}
