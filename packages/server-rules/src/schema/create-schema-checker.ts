import { branchesByTag, isDiscriminator, type SchemaObject } from "@metadata-service/spec-tools";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { blamedErrors } from "./blamed-error.js";
import { describeViolation } from "./describe-violation.js";

/** Checks a value against one schema of the document: a sentence that says where and what is wrong, or undefined. */
export type SchemaCheck = (value: unknown) => string | undefined;

export interface SchemaChecker {
  /**
   * The check for the schema at a JSON pointer, compiled at its first use and kept.
   *
   * @param pointer for example `#/components/schemas/MetadataInput`
   * @param root what to call the value itself; `the body` unless given
   * @param prefix the text before a place inside the value, for example `ids` for `ids[1]`; nothing unless given
   */
  at(pointer: string, root?: string, prefix?: string): SchemaCheck;
}

const DOCUMENT_ID = "https://metadata-service.invalid/openapi.json";

/** RFC 9562 alone: the format of ajv-formats also takes `urn:uuid:…`, which no URL template could use. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** RFC 3339 writes an offset as `+07:00`; the formats of ajv-formats also take `+0700` and `+07`. */
const OFFSET = /(?:z|[+-]\d\d:\d\d)$/i;

function withFullOffset(name: "date-time" | "time"): (text: string) => boolean {
  const { validate } = fullFormats[name] as { validate(text: string): boolean };
  return (text) => OFFSET.test(text) && validate(text);
}

/**
 * Compiles the schemas of the document with Ajv in the 2020-12 dialect, formats asserted. It stops at the first error,
 * so that a hostile value costs no more than a good one.
 */
export function createSchemaChecker(document: object): SchemaChecker {
  const ajv = new Ajv2020({ discriminator: true, strict: false, verbose: true, validateSchema: false, logger: false });
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
  ajv.addFormat("uuid", UUID);
  for (const name of ["date-time", "time"] as const) ajv.addFormat(name, withFullOffset(name));
  const prepared = prepare(document, document) as object;
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
  return {
    at(pointer, root = "the body", prefix = "") {
      return (value) => {
        let validate = compiled.get(pointer);
        if (!validate) {
          const fragment = pointer.slice(1).split("/").map(encodeURIComponent).join("/");
          validate = ajv.compile({ $ref: `${DOCUMENT_ID}#${fragment}` });
          compiled.set(pointer, validate);
        }
        if (validate(value)) return undefined;
        const blamed = blamedErrors(prepared, validate.errors ?? [], branch);
        const sentences = blamed.map((error) => describeViolation(error, value, root, prefix));
        return [...new Set(sentences)].join(", or ") || `${root} is not valid`;
      };
    },
  };
}

/** A copy of a part of the document whose references say which document they are about. */
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
 * A copy in the form that Ajv takes: it refuses `discriminator.mapping`, and the `const` of each branch says the same.
 * The kinds are kept beside it in `x-kinds`, for the sentence that lists them. Where the union does not say that it is of
 * objects, the copy does: the discriminator of Ajv looks at objects alone and would let everything else pass. A
 * discriminator that only hints at a branch is left out.
 */
function prepare(document: object, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((element) => prepare(document, element));
  if (!node || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, prepare(document, value)]));
  const { discriminator, ...others } = copy as { readonly discriminator?: { readonly propertyName: string } };
  if (!isDiscriminator(discriminator)) return copy;
  const branches = branchesByTag(document, node as SchemaObject);
  if (!branches) return others;
  return {
    type: "object",
    ...copy,
    discriminator: { propertyName: discriminator?.propertyName },
    "x-kinds": [...branches.keys()],
  };
}
