import { type OperationModel, type ParameterModel, type SchemaObject, sampleValue } from "@metadata-service/spec-tools";
import { type Api, pathNames, sampleOf } from "./api.js";
import { type Request, sent } from "./exchange.js";
import { isObject, placesIn, type SchemaPlace, type Slot, slotsAt } from "./schema.js";

/** A place of a request: a parameter or the body, or something inside it. */
export interface RequestPlace extends SchemaPlace {
  readonly operation: OperationModel;
  /** The parameter; undefined for the body. */
  readonly parameter?: ParameterModel;
  readonly required: boolean;
  /** A value that is valid there; undefined if the document shows none. */
  readonly valid: unknown;
}

/** Lists the places of the requests of an operation: of every parameter, and of a JSON body. */
export function requestPlaces(api: Api, operation: OperationModel): RequestPlace[] {
  const parameters = operation.parameters.flatMap((parameter) =>
    placesIn(api.document, parameter.schema, parameter.name).flatMap((place) =>
      // Text of a URL has no types of its own, so a branch cannot be told by it.
      place.steps.some((step) => "branch" in step)
        ? []
        : [
            {
              ...place,
              operation,
              parameter,
              required: parameter.required,
              valid: exampleAt(place, [sampleOf(api, parameter)]),
            },
          ],
    ),
  );
  const media = operation.body?.content[0];
  if (media?.kind !== "json" || !media.schema) return parameters;
  const examples = [...media.examples.map(({ value }) => value), sampleOf(api, { schema: media.schema, examples: [] })];
  return [
    ...parameters,
    ...placesIn(api.document, media.schema, "body").map((place) => ({
      ...place,
      operation,
      required: operation.body?.required ?? false,
      valid: exampleAt(place, examples) ?? sampleValue(api.document, { node: place.schema, pointer: place.pointer }),
    })),
  ];
}

const exampleAt = ({ steps }: SchemaPlace, examples: readonly unknown[]) =>
  examples.flatMap((value) => slotsAt({ value }, steps))[0]?.value;

/**
 * Changes the values at a place of a request.
 *
 * @param change returns whether it changed the value
 * @returns the changed request; undefined if nothing changed
 */
export function edit(
  api: Api,
  place: RequestPlace,
  request: Request,
  change: (slot: Slot) => boolean,
): Request | undefined {
  const { parameter, steps } = place;
  const given = parameter ? readParameter(api, place.operation, parameter, request) : sent(request).json;
  if (given === undefined) return undefined;
  const root = { value: structuredClone(given) };
  // Backwards, so that a removed element does not move the others.
  const slots = slotsAt(root, steps).reverse();
  if (slots.filter(change).length === 0) return undefined;
  return parameter
    ? writeParameter(api, place.operation, parameter, request, root.value)
    : sent(request).withJson(root.value);
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function decoded(text: string, schema: SchemaObject): unknown {
  const types = [schema.type ?? []].flat();
  if (types.some((type) => type === "integer" || type === "number") && NUMBER.test(text)) return Number(text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };
const separator = ({ style }: ParameterModel) => SEPARATORS[style] ?? ",";
const isArray = ({ schema }: ParameterModel) => [schema.node.type].flat().includes("array");
const isDeep = ({ style }: ParameterModel) => style === "deepObject";

/** Reads the value of a parameter; undefined if the request does not have it. */
export function readParameter(
  api: Api,
  operation: OperationModel,
  parameter: ParameterModel,
  request: Request,
): unknown {
  const { name, schema, explode } = parameter;
  const texts = textsOf(api, operation, parameter, request);
  if (isDeep(parameter)) {
    const fields = sent(request).query.flatMap(([key, value]) =>
      key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value] as const] : [],
    );
    return fields.length > 0 ? Object.fromEntries(fields) : undefined;
  }
  if (texts.length === 0) return undefined;
  if (parameter.mediaType !== undefined) return texts[0];
  const item = (schema.node.items ?? {}) as SchemaObject;
  if (isArray(parameter)) {
    const isRepeated = explode && parameter.in === "query";
    const parts = isRepeated ? texts : texts.slice(0, 1).flatMap((text) => text.split(separator(parameter)));
    return parts.map((text) => decoded(text, item));
  }
  return decoded(texts[0] as string, schema.node);
}

function textsOf(api: Api, operation: OperationModel, { name, in: place }: ParameterModel, request: Request): string[] {
  const { path, query } = sent(request);
  if (place === "query") return query.filter(([other]) => other === name).map(([, value]) => value);
  if (place === "path") return [pathValues(api, operation, path)[name]].flatMap((text) => text ?? []);
  if (place === "header") return [request.headers[name.toLowerCase()]].flatMap((text) => text ?? []);
  const pairs = (request.headers["cookie"] ?? "").split(/;\s*/).map((pair) => pair.split("="));
  return pairs.flatMap(([key, value = ""]) => (key === name ? [value] : []));
}

/** The decoded values of the parameters in a path. */
export function pathValues(api: Api, operation: OperationModel, path: string): Record<string, string> {
  const values = api.pattern(operation).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(pathNames(operation).map((name, i) => [name, decodeSafely(values[i] ?? "")]));
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Writes the value of a parameter into a request; removes it if the value is undefined. */
export function writeParameter(
  api: Api,
  operation: OperationModel,
  parameter: ParameterModel,
  request: Request,
  value: unknown,
): Request {
  const { name } = parameter;
  const exchange = sent(request);
  const texts = value === undefined ? [] : textsFor(parameter, value);
  if (isDeep(parameter)) {
    const others = exchange.query.filter(([key]) => !key.startsWith(`${name}[`));
    const own = isObject(value)
      ? Object.entries(value).map(([key, text]) => [`${name}[${key}]`, String(text)] as const)
      : [];
    return exchange.withQuery([...others, ...own]);
  }
  if (parameter.in === "query") return exchange.withParameter(name, ...texts);
  if (parameter.in === "header") return exchange.withHeader(name.toLowerCase(), texts[0]);
  if (parameter.in === "cookie")
    return exchange.withHeader("cookie", texts[0] === undefined ? undefined : `${name}=${texts[0]}`);
  return exchange.withPath(pathOf(operation, { ...pathValues(api, operation, exchange.path), [name]: texts[0] ?? "" }));
}

function textsFor(parameter: ParameterModel, value: unknown): string[] {
  if (parameter.mediaType !== undefined) return [JSON.stringify(value)];
  const text = (one: unknown) => (typeof one === "object" && one !== null ? JSON.stringify(one) : String(one));
  if (!Array.isArray(value)) return [text(value)];
  return parameter.explode && parameter.in === "query" ? value.map(text) : [value.map(text).join(separator(parameter))];
}

export const pathOf = ({ path }: OperationModel, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(String(values[name] ?? "x")));
