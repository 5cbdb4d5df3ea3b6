import type { MediaTypeModel, OperationModel } from "@metadata-service/spec-tools";
import { type Api, refusalOf, sampleOf } from "../kit/api.js";
import { type Request, sent } from "../kit/exchange.js";
import { type OperationPlace, onRequest, onValue, refuse } from "../kit/faults.js";
import { type Bound, boundsOf, KEYWORDS, type Keyword, repaired } from "../kit/keywords.js";
import { type Operator, operator, variant } from "../kit/operator.js";
import { type RequestPlace, readParameter, requestPlaces, writeParameter } from "../kit/request-places.js";
import { branchesIn, isObject } from "../kit/schema.js";
import { Unknown } from "../kit/visit.js";

/** The operations that document a status for an invalid request; others promise no refusal. */
const refusing = (api: Api) => api.model.operations.filter((operation) => refusalOf(operation) !== undefined);

/** The places of their requests. */
const places = (api: Api): RequestPlace[] => refusing(api).flatMap((operation) => requestPlaces(api, operation));

const typesOf = ({ schema }: RequestPlace) => [schema.type ?? []].flat() as string[];

/** Whether only the values of a branch are there: those of another type are of another branch, or of none. */
const isBranch = ({ steps }: RequestPlace) => "branch" in (steps.at(-1) ?? {});

/** Places of a body whose values have exactly one type. */
const typed = (api: Api, ...types: string[]) =>
  places(api)
    .filter((place) => !isBranch(place))
    .filter(({ parameter, schema }) => !parameter && typeof schema.type === "string" && types.includes(schema.type));

const strings = (api: Api) => places(api).filter((place) => typesOf(place).includes("string"));

const notEnforced = (about: Keyword["about"]) =>
  KEYWORDS.filter((keyword) => keyword.about === about).map((keyword) =>
    onValue({
      name: keyword.name,
      // In a URL, everything is text.
      places: (api) =>
        places(api).filter(
          (place) =>
            keyword.applies(place.schema) &&
            !(keyword.name === "type" && (isBranch(place) || (place.parameter && typesOf(place).includes("string")))),
        ),
      accepts: (value, { schema }) => keyword.breaks(value, schema),
      instead: (value, { schema, valid }) => repaired(keyword, value, schema, valid),
      shows: ({ valid, schema }) => keyword.bad(valid, schema).filter((value) => keyword.breaks(value, schema)),
    }),
  );

const bounds = (api: Api) =>
  places(api).flatMap((place) =>
    boundsOf(place.schema)
      .filter(({ size }) => size(place.valid) !== undefined)
      .map((bound) => ({ ...place, bound, name: `${place.name} ${bound.keyword}` })),
  );

const beyond = ({ limit, isUpper }: Bound) => (isUpper ? limit + 1 : limit - 1);

interface ParameterPlace extends OperationPlace {
  readonly parameter: OperationModel["parameters"][number];
}

const parameters = (
  operations: readonly OperationModel[],
  fits: (parameter: ParameterPlace["parameter"]) => boolean,
): ParameterPlace[] =>
  operations.flatMap((operation) =>
    operation.parameters
      .filter(fits)
      .map((parameter) => ({ operation, parameter, pointer: parameter.pointer, name: parameter.name })),
  );

const optional = (api: Api) => parameters(api.model.operations, ({ required }) => !required);
const isMissing = (api: Api, { operation, parameter }: ParameterPlace, request: Request) =>
  readParameter(api, operation, parameter, request) === undefined;

interface BodyPlace extends OperationPlace {
  readonly media: MediaTypeModel;
}

/** The JSON bodies. */
const bodies = (api: Api): BodyPlace[] =>
  refusing(api).flatMap((operation) => {
    const media = operation.body?.content[0];
    return media?.kind === "json" ? [{ operation, media, pointer: media.pointer, name: "" }] : [];
  });

/** A way to write a body: a server judges it in another way. */
interface Writing {
  readonly name: string;
  readonly write: (request: Request, media: MediaTypeModel) => Request;
  /** Makes it one that the right server accepts; undefined for other requests. */
  readonly accept?: (request: Request, media: MediaTypeModel) => Request | undefined;
  readonly refuses?: (request: Request) => boolean;
}

const written = ({ name, write, accept, refuses }: Writing) =>
  variant({
    name,
    places: bodies,
    fault: ({ operation, media }, api) =>
      onRequest(api, operation, (request) => (refuses?.(request) ? refuse(api, operation) : accept?.(request, media))),
    witness: async ({ operation, media }, visit) => visit.send(write(await visit.valid(operation), media)),
  });

interface Leniency {
  readonly name: string;
  readonly write: (text: string) => string;
  /** What a lenient parser takes for something else. */
  readonly find: RegExp;
  readonly replace: string;
}

const rewritten = ({ name, write, find, replace }: Leniency) =>
  written({
    name,
    write: (request) => sent(request).withBody(write(String(request.body))),
    accept: (request) =>
      sent(request).json === undefined
        ? sent(request).withBody(String(request.body).replace(find, replace))
        : undefined,
  });

const otherType = (type: string) =>
  written({
    name: type,
    write: (request) => sent(request).withHeader("content-type", type),
    accept: (request, media) =>
      request.headers["content-type"]?.startsWith(type)
        ? sent(request).withHeader("content-type", media.concrete)
        : undefined,
  });

const refusedType = (name: string, write: (type: string) => string, sign: RegExp) =>
  written({
    name,
    write: (request, media) => sent(request).withHeader("content-type", write(media.concrete)),
    refuses: ({ headers }) => sign.test(headers["content-type"] ?? ""),
  });

const refusedText = (name: string, write: (text: string) => string, sign: RegExp) =>
  written({
    name,
    write: (request) => sent(request).withBody(write(String(request.body))),
    refuses: ({ body }) => sign.test(String(body)),
  });

const withNaN = (text: string) => text.replace(/:\s*-?[\d.]+/, ":NaN").replace(/^\{(?!.*NaN)/s, '{"n":NaN,');
const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString("utf8")).equals(bytes);
const letterEscape = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
const jsonEscape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Whether a letter or digit in a part of a URL is percent-encoded. */
const isEncoded = (text: string) => /%(3\d|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/i.test(text);

function isConvertible(value: unknown, { schema: { type } }: RequestPlace): boolean {
  if (value === null || typeof value === "object") return false;
  if (type === "string") return typeof value !== "string";
  if (type === "boolean") return value === "true" || value === "false" || typeof value === "number";
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}

function converted(value: unknown, { schema: { type } }: RequestPlace): unknown {
  if (type === "string") return String(value);
  return type === "boolean" ? value === "true" || value === 1 : Number(value);
}

export const REQUESTS: readonly Operator[] = [
  operator(
    "a value of a request not checked",
    "A value has one of the types of its schema, and is one of those that enum or const lists (JSON Schema Validation, 6.1; OpenAPI 3.1, 4.8.12 and 4.8.13)",
    ...notEnforced("values"),
    onValue({
      name: "an unknown branch",
      places: (api) =>
        places(api).flatMap((place) => {
          const branches = place.parameter
            ? []
            : branchesIn(api.document, { node: place.schema, pointer: place.pointer });
          const [tag] = branches.flatMap((branch) => branch.tag ?? []);
          return tag === undefined ? [] : [{ ...place, tag, branches }];
        }),
      accepts: (value, { branches }) => !branches.some(({ takes }) => takes(value)),
      shows: ({ valid, tag }) => (isObject(valid) ? [{ ...valid, [tag]: "unknown" }] : []),
    }),
  ),
  operator(
    "a number of a request not checked",
    "A number is within its limits, and a multiple of multipleOf (JSON Schema Validation, 6.2; OpenAPI 3.1, 4.8.12 and 4.8.13)",
    ...notEnforced("numbers"),
  ),
  operator(
    "a text of a request not checked",
    "A text has a length within its limits, matches its pattern and has its format (JSON Schema Validation, 6.3 and 7.3; OpenAPI 3.1, 4.4, 4.8.12 and 4.8.13)",
    ...notEnforced("texts"),
  ),
  operator(
    "an array of a request not checked",
    "An array has a size within its limits, and no equal elements if uniqueItems is true (JSON Schema Validation, 6.4; OpenAPI 3.1, 4.8.12 and 4.8.13)",
    ...notEnforced("arrays"),
  ),
  operator(
    "an object of a request not checked",
    "An object has all required fields, as many as are allowed, and no others if it is closed (JSON Schema Validation, 6.5; JSON Schema Core, 10.3.2.3 and 11.3)",
    ...notEnforced("objects"),
  ),
  operator(
    "a bound moved by one",
    "A limit includes the limit itself, and excludes the value next to it (JSON Schema Validation, 6.2 to 6.5)",
    onValue({
      name: "one too wide",
      places: (api) =>
        bounds(api).filter(({ bound }) => bound.isUpper || bound.limit > 0 || bound.keyword === "minimum"),
      accepts: (value, { bound }) => bound.size(value) === beyond(bound),
      instead: (value, { bound }) => bound.resize(value, bound.limit),
      shows: ({ bound, valid }) => [bound.resize(valid, beyond(bound))],
    }),
    onValue({
      name: "one too narrow",
      places: bounds,
      refuses: (value, { bound }) => bound.size(value) === bound.limit,
      shows: ({ bound, valid }) => [bound.resize(valid, bound.limit)],
    }),
  ),
  operator(
    "a value converted",
    "A text is no number, a number is no text, and null is neither (JSON Schema Core, 4.2.1; JSON Schema Validation, 6.1.1)",
    onValue({
      name: "null",
      places: (api) => typed(api, "string", "integer", "number", "boolean", "object", "array"),
      accepts: (value) => value === null,
      shows: () => [null],
    }),
    onValue({
      name: "another type",
      places: (api) => typed(api, "string", "integer", "number", "boolean"),
      accepts: isConvertible,
      instead: converted,
      shows: ({ schema, valid }) => [schema.type === "string" ? 12 : String(valid)],
    }),
  ),
  operator(
    "a text measured another way",
    "The length of a text is its number of characters, one outside the BMP counts once, and a pattern has its anchors (JSON Schema Validation, 6.3; JSON Schema Core, 6.4; RFC 8259, 7)",
    onValue({
      name: "UTF-16 units counted",
      places: (api) =>
        strings(api).filter(
          ({ schema: { maxLength: most = 0, pattern, format, enum: values } }) =>
            most > 0 && most <= 5000 && !pattern && !format && !values,
        ),
      refuses: (value, { schema: { maxLength = 0 } }) =>
        typeof value === "string" && value.length > maxLength && [...value].length <= maxLength,
      shows: ({ schema: { maxLength = 0 } }) => ["𝄞".repeat(maxLength)],
    }),
    onValue({
      name: "the end of a pattern ignored",
      places: (api) => strings(api).filter(({ schema: { pattern } }) => pattern?.endsWith("$")),
      accepts: (value, { schema: { pattern = "" } }) =>
        typeof value === "string" &&
        new RegExp(pattern.slice(0, -1), "u").test(value) &&
        !new RegExp(pattern, "u").test(value),
      shows: ({ valid }) => ["\n", "!", " x"].map((end) => `${valid}${end}`),
    }),
  ),
  operator(
    "a valid value refused",
    "Every value of enum, every branch, null where the type has it, and 1.0 as an integer are valid (JSON Schema Core, 4.2.2 and 10.2.1; JSON Schema Validation, 6.1)",
    onValue({
      name: "of enum",
      places: (api) =>
        places(api).flatMap((place) =>
          (place.schema.enum ?? []).map((value) => ({
            ...place,
            value,
            name: `${place.name} ${JSON.stringify(value)}`,
          })),
        ),
      refuses: (value, place) => value === place.value,
      shows: ({ value }) => [value],
    }),
    onValue({
      name: "null",
      places: (api) =>
        places(api).filter((place) => !place.parameter && typesOf(place).length > 1 && typesOf(place).includes("null")),
      refuses: (value) => value === null,
      shows: () => [null],
    }),
    onValue({
      name: "of a branch",
      places: (api) => places(api).filter((place) => !place.parameter && isBranch(place)),
      refuses: () => true,
      shows: ({ valid }) => (valid === undefined ? [] : [valid]),
    }),
    variant({
      name: "with a zero fraction",
      places: (api) => typed(api, "integer"),
      fault: ({ operation }, api) =>
        onRequest(api, operation, ({ body }) =>
          /:\s*-?\d+\.0+\b/.test(String(body)) ? refuse(api, operation) : undefined,
        ),
      async witness({ operation, valid }, visit) {
        const request = await visit.valid(operation);
        const text = String(request.body);
        if (!text.includes(`:${valid}`)) throw new Unknown("the example has no such number");
        await visit.send(sent(request).withBody(text.replace(`:${valid}`, `:${valid}.0`)));
      },
    }),
  ),
  operator(
    "an optional part of a request demanded",
    "What is not required may be missing (JSON Schema Validation, 6.5.3; OpenAPI 3.1, 4.8.12.2.1)",
    onValue({
      name: "field",
      places: (api) =>
        places(api).flatMap((place) =>
          Object.keys((!place.parameter && place.schema.properties) || {})
            .filter((field) => !place.schema.required?.includes(field))
            .map((field) => ({ ...place, field, name: `${place.name}.${field}` })),
        ),
      refuses: (value, { field }) => isObject(value) && !Object.hasOwn(value, field),
      shows: ({ valid, field }) =>
        isObject(valid) ? [Object.fromEntries(Object.entries(valid).filter(([name]) => name !== field))] : [],
    }),
    variant({
      name: "parameter",
      places: optional,
      fault: (place, api) =>
        onRequest(api, place.operation, (request) =>
          isMissing(api, place, request) ? refuse(api, place.operation) : undefined,
        ),
      witness: ({ operation }, visit) => visit.call(operation),
    }),
  ),
  operator(
    "a required part of a request not demanded",
    "Parameters and bodies with required: true are part of every request (OpenAPI 3.1, 4.8.12.2.1 and 4.8.13.1)",
    variant({
      name: "parameter",
      places: (api) => parameters(refusing(api), (one) => one.required && one.in !== "path"),
      fault: (place, api) =>
        onRequest(api, place.operation, (request) =>
          isMissing(api, place, request)
            ? writeParameter(api, place.operation, place.parameter, request, sampleOf(api, place.parameter))
            : undefined,
        ),
      witness: async ({ operation, parameter }, visit) =>
        visit.send(writeParameter(visit.api, operation, parameter, await visit.valid(operation), undefined)),
    }),
    variant({
      name: "body",
      places: (api) => bodies(api).filter(({ operation }) => operation.body?.required),
      fault: ({ operation, media: { schema, examples, concrete } }, api) =>
        onRequest(api, operation, (request) => {
          if (request.body.length > 0 || !schema) return undefined;
          return sent(sent(request).withJson(sampleOf(api, { schema, examples }))).withHeader("content-type", concrete);
        }),
      witness: async ({ operation }, visit) =>
        visit.send(sent(sent(await visit.valid(operation)).withBody("")).withHeader("content-type", undefined)),
    }),
  ),
  operator(
    "a default not applied",
    "A missing parameter means its default (OpenAPI 3.1, 4.8.24; JSON Schema Validation, 9.2)",
    variant({
      name: "",
      places: (api) => optional(api).filter(({ parameter }) => typeof parameter.schema.node.default === "number"),
      fault: (place, api) =>
        onRequest(api, place.operation, (request) => {
          const { default: value, minimum = 0 } = place.parameter.schema.node;
          const other = Number(value) > minimum ? Number(value) - 1 : Number(value) + 1;
          return isMissing(api, place, request)
            ? writeParameter(api, place.operation, place.parameter, request, other)
            : undefined;
        }),
      witness: ({ operation }, visit) => visit.call(operation),
    }),
  ),
  operator(
    "a parameter decoded wrongly",
    "An array has all values that style and explode write, and %41 is A (OpenAPI 3.1, 4.8.12.3 and 4.8.12.4; RFC 3986, 2.1 and 6.2.2.2)",
    onValue({
      name: "only the last of several values read",
      places: (api) =>
        places(api).filter((place) => place.parameter && place.steps.length === 0 && typesOf(place).includes("array")),
      accepts: (value) => Array.isArray(value) && value.length > 1,
      instead: (value) => (value as unknown[]).slice(-1),
      shows: ({ schema: { items } }) => [
        items?.enum?.slice(0, 2) ?? ["a", "b"],
        ["not valid at all!", items?.enum?.[0] ?? "a"],
      ],
    }),
    variant({
      name: "percent-encoding not decoded",
      places: (api) => parameters(api.model.operations, (one) => one.in === "path" || one.in === "query"),
      fault: ({ operation, parameter }, api) =>
        onRequest(api, operation, (request) => {
          if (!isEncoded(parameter.in === "path" ? sent(request).path : sent(request).search)) return undefined;
          const text = encodeURIComponent(String(readParameter(api, operation, parameter, request) ?? ""));
          return text === ""
            ? undefined
            : writeParameter(api, operation, parameter, request, text.replace(/[A-Za-z0-9]/, letterEscape));
        }),
      async witness({ operation, parameter }, visit) {
        const wishes =
          parameter.in === "query" ? { parameters: { [parameter.name]: sampleOf(visit.api, parameter) } } : {};
        const request = await visit.valid(operation, wishes);
        const { target } = request;
        const text = encodeURIComponent(String(readParameter(visit.api, operation, parameter, request)));
        const at = target.indexOf(
          text,
          parameter.in === "query" ? target.indexOf(`${parameter.name}=`) + parameter.name.length : 0,
        );
        if (at < 0) throw new Unknown("the value is not in the URL");
        await visit.send({
          ...request,
          target: target.slice(0, at) + text.replace(/[A-Za-z0-9]/, letterEscape) + target.slice(at + text.length),
        });
      },
    }),
  ),
  operator(
    "a body of another media type accepted",
    "A body has one of the documented media types (OpenAPI 3.1, 4.8.13.1; RFC 9110, 8.3 and 15.5.16)",
    otherType("text/plain"),
    otherType("application/xml"),
  ),
  operator(
    "a media type written another way refused",
    "Media types are compared without case, and may have parameters (RFC 9110, 8.3.1 and 5.6.6)",
    refusedType("with a charset", (type) => `${type}; charset=utf-8`, /charset/),
    refusedType("in upper case", (type) => type.toUpperCase(), /^[^;]*[A-Z]/),
  ),
  operator(
    "a body accepted that is not JSON",
    "A body of application/json is a JSON text in UTF-8 (RFC 8259, 2 and 8.1; RFC 3629, 3)",
    rewritten({
      name: "a comma at the end",
      write: (text) => text.replace(/\}$/, ",}"),
      find: /,(\s*[}\]])/,
      replace: "$1",
    }),
    rewritten({
      name: "a comment",
      write: (text) => `/* note */${text}`,
      find: /\/\*.*?\*\/|^\s*\/\/.*$/m,
      replace: "",
    }),
    rewritten({ name: "text after the end", write: (text) => `${text} x`, find: /([}\]])\s*[\w}\]]+$/, replace: "$1" }),
    rewritten({ name: "single quotes", write: (text) => text.replaceAll('"', "'"), find: /'/g, replace: '"' }),
    rewritten({ name: "NaN", write: withNaN, find: /:\s*(NaN|Infinity)/g, replace: ":1" }),
    written({
      name: "bytes that are not UTF-8",
      write: (request) =>
        sent(request).withBody(Buffer.from(String(request.body).replace(/:"(?=[^"]{2,}")/, ':"\xff'), "latin1")),
      accept: (request) => (isUtf8(request.body) ? undefined : sent(request).withBody(String(request.body))),
    }),
  ),
  operator(
    "a JSON text written another way refused",
    "White space around tokens and escapes in strings do not change a JSON text (RFC 8259, 2 and 7)",
    refusedText("with escapes", (text) => text.replace(/(?<=")[a-z](?=[^"]*":)/i, jsonEscape), /\\u00[4-7][0-9a-f]/i),
    refusedText("with white space", (text) => ` ${text}\n`, /^\s|\s$|^[{[]\s*\n/),
  ),
];
