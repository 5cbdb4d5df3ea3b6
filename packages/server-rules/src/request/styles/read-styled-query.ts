import type { OperationModel, ParameterModel, Promises } from "@metadata-service/spec-tools";
import type { SchemaChecker } from "../../schema/create-schema-checker.js";
import { Violation } from "../../violation.js";
import { decodeComponent } from "../decode-component.js";
import { checkRepetition, unknownParameter } from "../read-query.js";
import { inPairs } from "./read-styled.js";
import type { Members, TextReader } from "./text-reader.js";

type Pairs = readonly (readonly [name: string, value: string, raw: string])[];

/** Whether every query parameter is one value, or a list in `form` style that repeats the name. */
export function isPlainQuery(reader: TextReader, { parameters }: OperationModel): boolean {
  return parameters
    .filter((parameter) => parameter.in === "query")
    .every(
      ({ style, mediaType, schema, explode }) =>
        style === "form" && mediaType === undefined && !reader.isObject(schema) && (explode || !reader.isArray(schema)),
    );
}

/**
 * Reads a query by the style of each parameter: lists and objects in `form`, `spaceDelimited`, `pipeDelimited` and
 * `deepObject`, exploded or not, and JSON.
 *
 * @throws Violation at the first parameter that breaks a rule
 */
export function readStyledQuery(
  reader: TextReader,
  schemas: SchemaChecker,
  { parameters }: OperationModel,
  search: string,
  promises: Promises,
): Record<string, unknown> {
  const pairs = pairsOf(search);
  const known = parameters.filter((parameter) => parameter.in === "query");
  const used = new Set<string>();
  const query: Record<string, unknown> = Object.create(null);
  for (const parameter of known) {
    const given = readParameter(reader, parameter, pairsFor(reader, known, parameter, pairs), used, promises);
    if (given === undefined && parameter.required) throw new Violation(`${parameter.name} is required`);
    // Not `??`, because null is a valid value of a JSON parameter.
    const value = given === undefined ? parameter.schema.node.default : given;
    if (value === undefined) continue;
    const wrong = schemas.at(parameter.schema.pointer, parameter.name, parameter.name)(value);
    if (wrong === undefined) query[parameter.name] = value;
    // A default that its schema does not allow is none.
    else if (given !== undefined) throw new Violation(wrong);
  }
  const unknown = pairs.find(([name]) => !used.has(name));
  if (unknown && promises.unknownQueryParameter) throw unknownParameter(unknown[0], known);
  return query;
}

/** Every field of a form that is no list is sent once. */
const ONCE: Promises = { repeatedQueryParameter: 400 };
/**
 * The pairs that can belong to a parameter: those of another parameter do not, even if this one is an object whose names
 * the caller chooses.
 */
function pairsFor(
  reader: TextReader,
  known: readonly ParameterModel[],
  parameter: ParameterModel,
  pairs: Pairs,
): Pairs {
  if (!hasFreeNames(reader, parameter)) return pairs;
  const others = known.filter((other) => !hasFreeNames(reader, other));
  const isTaken = (name: string) =>
    others.some(({ name: own, style, explode, mediaType, schema }) => {
      if (style === "deepObject") return own === name || name.startsWith(`${own}[`);
      if (mediaType !== undefined || !reader.isObject(schema)) return own === name;
      return explode ? reader.names(schema).has(name) : own === name;
    });
  return pairs.filter(([name]) => !isTaken(name));
}

/** Whether a parameter is an object whose fields are parameters of the query with any names. */
const hasFreeNames = (
  reader: TextReader,
  { style, explode, mediaType, schema }: StyledField & Pick<ParameterModel, "mediaType">,
): boolean => mediaType === undefined && style === "form" && explode && reader.hasFreeNames(schema);

/** A form field that is serialized by style, like a query parameter. */
type StyledField = Pick<ParameterModel, "name" | "style" | "explode" | "schema">;

/**
 * Reads the form fields that are serialized by style (OpenAPI 3.1, section 4.8.15).
 *
 * @returns their values, and the names in the form that they were read from
 * @throws Violation if a field is duplicated
 */
export function readStyledFields(
  reader: TextReader,
  fields: readonly StyledField[],
  form: string,
): { values: Record<string, unknown>; used: ReadonlySet<string> } {
  const pairs = pairsOf(form, "the form");
  const used = new Set<string>();
  // A form has fields that are not styled, and only the declared ones of an object are told apart from them.
  const declared = { ...reader, hasFreeNames: () => false };
  const values = fields.flatMap((field) => {
    const value = readParameter(declared, { ...field, allowEmptyValue: true }, pairs, used, ONCE);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return { values: Object.fromEntries(values), used };
}

/**
 * Reads the cookies of a request by the style of each parameter, as those of a query: an exploded list is several cookies
 * of one name, and each field of an exploded object a cookie. A percent sign that encodes nothing is itself.
 *
 * @param header the value of the header `Cookie`
 * @returns the value of a parameter; undefined if it is not there
 */
export function styledCookieReader(reader: TextReader, header: string): (parameter: ParameterModel) => unknown {
  const search = header.split(";").map((pair) => asEncoded(pair.trim()));
  const pairs = pairsOf(search.join("&"), "the cookies");
  // Other cookies belong to the user's browser, not to an object with any names.
  const declared = { ...reader, hasFreeNames: () => false };
  return (parameter) => readParameter(declared, { ...parameter, allowEmptyValue: true }, pairs, new Set(), {});
}

function asEncoded(pair: string): string {
  let text = pair;
  try {
    decodeURIComponent(pair);
  } catch {
    text = pair.replaceAll("%", "%25");
  }
  return text.replaceAll("+", "%2B").replaceAll("&", "%26");
}

function pairsOf(search: string, where = "the query"): Pairs {
  const decode = (text: string) => decodeText(text, where);
  return search.split("&").flatMap((pair) => {
    if (pair === "") return [];
    const mark = pair.indexOf("=");
    const [name, raw] = mark < 0 ? [pair, ""] : [pair.slice(0, mark), pair.slice(mark + 1)];
    return [[decode(name), decode(raw), raw] as const];
  });
}

const decodeText = (text: string, where: string) => decodeComponent(text.replaceAll("+", " "), where);
const decode = (text: string) => decodeText(text, "the query");

/** The properties of a parameter that are needed to read it. */
type StyledParameter = StyledField & Pick<ParameterModel, "mediaType" | "allowEmptyValue">;

function readParameter(
  reader: TextReader,
  parameter: StyledParameter,
  pairs: Pairs,
  used: Set<string>,
  promises: Promises,
): unknown {
  const { name, style, schema, mediaType } = parameter;
  const own = pairs.filter(([given]) => given === name);
  if (mediaType === undefined && (reader.isObject(schema) || style === "deepObject")) {
    const members = membersIn(reader, parameter, pairs, own, used);
    if (members.length > 0) return reader.readMembers(schema, members);
  }
  if (own.length === 0) return undefined;
  for (const [given] of own) used.add(given);
  const isList = mediaType === undefined && reader.isArray(schema);
  const explode = parameter.explode || style === "deepObject";
  const counted = checkGiven(parameter, own, isList && explode, promises);
  if (mediaType !== undefined) return reader.parseJson(name, own[0]?.[1] ?? "");
  const isSplit = isList && !explode;
  return reader.read(
    schema,
    counted.flatMap(([, value, raw]) => (isSplit ? split(raw, style).map(decode) : value)),
  );
}

/** Returns the values that count. */
function checkGiven(
  { name, allowEmptyValue }: StyledParameter,
  own: Pairs,
  isRepeated: boolean,
  promises: Promises,
): Pairs {
  if (!isRepeated) checkRepetition(name, own.length, promises);
  if (own.some(([, value]) => value === "") && !allowEmptyValue) throw new Violation(`${name} must not be empty`);
  return isRepeated ? own : own.slice(0, 1);
}

/**
 * A delimiter separates only where it is not percent-encoded; that of `spaceDelimited` and `pipeDelimited` always is.
 */
function split(raw: string, style: ParameterModel["style"]): string[] {
  if (style === "spaceDelimited") return raw.split(/%20|\+/);
  return style === "pipeDelimited" ? raw.split(/%7C|\|/i) : raw.split(",");
}

/** The most names in brackets after a name. Reading takes a stack of that depth. */
const MAX_BRACKETS = 256;

/** Splits a name such as `place[tags][]`: the brackets of a parameter within a name are not told apart. */
function bracketsAfter(name: string, given: string): string[] {
  const path = given.slice(name.length + 1, -1).split("][");
  if (path.length > MAX_BRACKETS) throw new Violation(`${name} is nested too deep: at most ${MAX_BRACKETS} levels`);
  return path;
}

/** Returns the names and values of an object. */
function membersIn(
  reader: TextReader,
  { name, style, schema, explode }: StyledField,
  pairs: Pairs,
  own: Pairs,
  used: Set<string>,
): Members {
  const take = (found: Pairs, pathOf: (given: string) => string[]) => {
    for (const [given] of found) used.add(given);
    return found.map(([given, value]) => [pathOf(given), value] as const);
  };
  if (style === "deepObject") {
    const deep = pairs.filter(([given]) => given.startsWith(`${name}[`) && given.endsWith("]"));
    // An array may have elements without brackets beside those with them.
    const plain = deep.length > 0 && reader.isArray(schema) ? take(own, () => [""]) : [];
    return [...plain, ...take(deep, (given) => bracketsAfter(name, given))];
  }
  if (!explode) {
    for (const [given] of own) used.add(given);
    const texts = own.flatMap(([, , raw]) => split(raw, style).map(decode));
    return inPairs(texts).map(([member, text]) => [[member], text]);
  }
  const names = reader.names(schema);
  const isOpen = reader.hasFreeNames(schema);
  return take(
    pairs.filter(([given]) => isOpen || names.has(given)),
    (given) => [given],
  );
}
