import {
  branchesForAjv,
  dereference,
  isAnnotation,
  isDiscriminator,
  MULTIPLE_OF_PRECISION,
  namesInherited,
  type SchemaObject,
  withoutRemarks,
} from "@metadata-service/spec-tools";
import { hasMarkedNumbers, withoutMark } from "@metadata-service/spec-tools/json";
import { namesOf, nodeAt } from "@metadata-service/spec-tools/pointer";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { Refusal } from "../response/refusal.js";
import { blamedErrors, DOCUMENT_ID } from "./blamed-error.js";
import { describeViolation } from "./describe-violation.js";
import { addExactKeywords } from "./exact-keywords.js";
import { safePattern } from "./patterns/safe-pattern.js";
import { QUICK_FORMATS } from "./quick-formats.js";

/**
 * Validates a value against a schema. Returns a sentence that says what is wrong and where, or undefined if it is
 * valid.
 */
export type SchemaCheck = (value: unknown) => string | undefined;

export interface SchemaChecker {
  /**
   * Returns the check for the schema at a JSON pointer, which is compiled on first use and cached.
   *
   * @param pointer for example `#/components/schemas/MetadataInput`
   * @param root what to call the value itself; `the body` by default
   * @param prefix the text before a path into the value, for example `ids` for `ids[1]`; empty by default
   */
  at(pointer: string, root?: string, prefix?: string): SchemaCheck;
  /** Returns whether a value is valid for the schema at a JSON pointer; faster than `at` for an invalid one. */
  fits(pointer: string, value: unknown): boolean;
}

/** Stricter than ajv-formats, which also accepts `urn:uuid:…`; that would not fit into a URL template. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The engine for `pattern` and `patternProperties`. Its code is only used by standalone validators. */
const PATTERNS = Object.assign((pattern: string) => safePattern(pattern) as RegExp, { code: "" });

/**
 * Compiles the schemas of the document with Ajv (JSON Schema 2020-12), and validates formats. Validation stops at the
 * first error, so an invalid value takes no longer than a valid one.
 *
 * @param document texts may stand for the numbers that a 64-bit float would change
 */
export function createSchemaChecker(document: object): SchemaChecker {
  const isExact = hasMarkedNumbers(document);
  const usual = createCompiler(document, isExact);
  let exact = isExact ? usual : undefined;
  const compilerFor = (value: unknown) => {
    if (isExact || withoutMark(value) === value) return usual;
    exact ??= createCompiler(document, true);
    return exact;
  };
  return {
    fits: (pointer, value) => compilerFor(value).fits(pointer, value),
    at(pointer, root = "the body", prefix = "") {
      return (value) => {
        const { prepared, branch, run } = compilerFor(value);
        const { isValid, errors } = run(pointer, value);
        if (isValid) return undefined;
        const blamed = blamedErrors(prepared, errors, branch);
        const sentences = blamed.map((error) => describeViolation(error, value, root, prefix));
        return [...new Set(sentences)].join(", or ") || `${root} is not valid`;
      };
    },
  };
}

/** Compiles schemas when they are first used. @param isExact whether numbers are compared by their digits */
function createCompiler(document: object, isExact: boolean) {
  const ajv = new Ajv2020({
    discriminator: true,
    strict: false,
    verbose: true,
    validateSchema: false,
    logger: false,
    ownProperties: namesInherited(document),
    multipleOfPrecision: MULTIPLE_OF_PRECISION,
    // The optimizer takes half of the time to compile, and what it leaves out costs nothing.
    code: { regExp: PATTERNS, optimize: false },
  });
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
  ajv.addFormat("uuid", UUID);
  for (const [name, format] of Object.entries(QUICK_FORMATS)) ajv.addFormat(name, format);
  const asPrepared = isExact ? addExactKeywords(ajv) : (value: unknown) => ({ value, context: undefined });
  const prepared = prepare(document, withoutRemarks(document)) as object;
  ajv.addSchema({ ...prepared, $id: DOCUMENT_ID });
  const compiled = new Map<string, ValidateFunction>();
  const branches = new WeakMap<object, ValidateFunction>();
  /** The validator of a branch of a union, which is a part of the prepared document. */
  const branch = (schema: SchemaObject) => {
    if (typeof schema === "boolean") return ajv.compile(schema);
    const known = branches.get(schema);
    if (known) return known;
    // References are always relative to the document.
    const made = ajv.compile(withDocument(schema) as SchemaObject);
    branches.set(schema, made);
    return made;
  };
  const validatorOf = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer);
    if (known) return known;
    const names = namesOf(pointer).map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1")));
    // A parameter may have no schema.
    const schema = nodeAt(document, pointer) === undefined || { $ref: `${DOCUMENT_ID}#/${names.join("/")}` };
    const validate = compile(ajv, schema, pointer);
    compiled.set(pointer, validate);
    return validate;
  };
  const places = new Map<string, string>();
  const sharedPlace = (pointer: string): string => {
    const { node, pointer: at } = dereference(document, nodeAt(document, pointer), pointer);
    const rules = ownRules(node);
    if (rules === undefined) return at;
    const place = places.get(rules) ?? at;
    places.set(rules, place);
    return place;
  };
  const run = (validate: ValidateFunction, given: unknown) => {
    const { value, context } = asPrepared(given);
    return { isValid: validate(value, context), errors: validate.errors ?? [] };
  };
  const fitting = new Map<string, Fits>();
  const fitsAt = (pointer: string): Fits => {
    const place = sharedPlace(pointer);
    const fits = fitting.get(place) ?? latest((value) => run(validatorOf(place), value).isValid);
    fitting.set(place, fits);
    fitting.set(pointer, fits);
    return fits;
  };
  return {
    prepared,
    branch,
    run: (pointer: string, value: unknown) => run(validatorOf(pointer), value),
    fits: (pointer: string, value: unknown) => (fitting.get(pointer) ?? fitsAt(pointer))(value),
  };
}

type Fits = (value: unknown) => boolean;

/** Keeps the latest result for a text or number: those who make values ask again and again about the same one. */
function latest(fits: Fits): Fits {
  let known: { readonly value: unknown; readonly result: boolean } | undefined;
  return (value) => {
    if (Object(value) === value) return fits(value);
    if (!known || !Object.is(known.value, value)) known = { value, result: fits(value) };
    return known.result;
  };
}

/**
 * Returns the rules of a schema that contains no other one, as a text. Large documents have thousands of fields that differ
 * only in their descriptions and examples; one validator is enough for all of them.
 */
function ownRules(schema: unknown): string | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const rules = Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword));
  const isPlain = rules.every(
    ([keyword, value]) => !keyword.startsWith("$") && [value].flat().every((one) => Object(one) !== one),
  );
  return isPlain ? JSON.stringify(rules) : undefined;
}

/** @throws Refusal 501 for a schema that is invalid */
function compile(ajv: Ajv2020, schema: { $ref: string } | true, pointer: string): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(501, `The schema at ${pointer} cannot be used: ${reason}`);
  }
}

/** Copies a part of the document with its references made absolute. */
function withDocument(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withDocument);
  if (!node || typeof node !== "object") return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === "$ref" && typeof value === "string" && value.startsWith("#") ? DOCUMENT_ID + value : withDocument(value),
    ]),
  );
}

/**
 * Copies the document in the form that Ajv accepts. Ajv rejects `discriminator.mapping`; the `const` of each branch
 * replaces it. `x-kinds` keeps the tag values for the error message. Unions get `type: object`, because Ajv's
 * discriminator would accept any value that is not an object. Discriminators that do not determine the branch are
 * removed.
 */
function prepare(document: object, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((element) => prepare(document, element));
  if (!node || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, prepare(document, value)]));
  const { discriminator, ...others } = copy as { readonly discriminator?: { readonly propertyName: string } };
  if (!isDiscriminator(discriminator)) return copy;
  const branches = branchesForAjv(document, node as SchemaObject);
  if (!branches) return others;
  return {
    type: "object",
    ...copy,
    discriminator: { propertyName: discriminator?.propertyName },
    "x-kinds": [...branches.keys()],
  };
}
