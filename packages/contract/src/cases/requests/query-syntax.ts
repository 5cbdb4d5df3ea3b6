import type { Case, Context } from "../../case.js";
import {
  type Document,
  type Located,
  type Operation,
  type Parameter,
  pointerTo,
  resolve,
  type Schema,
  successOf,
} from "../../document.js";
import { DATE_TIMES, INVALID_DATE_TIMES } from "../../grammar/date-time.js";
import { invalidIntegers } from "../../grammar/integer.js";
import { BROKEN_ENCODINGS } from "../../grammar/percent.js";
import { ContractViolation } from "../../judge.js";
import { ordersOf } from "../../lists/parameter-order.js";
import { isScalar } from "../../parameter-text.js";
import { requestWithQuery } from "../../request.js";
import { isRecord } from "../../values/base-value.js";
import { checkEach } from "../create/creator.js";
import { draft } from "../draft.js";
import { canBeEmpty } from "../parameter-inputs.js";
import { checkMessageNames, refusalOf } from "../refuse.js";
import { validInputs } from "../valid-inputs.js";
import { amongAll } from "./among-all.js";

const RULE = "query";

/**
 * Cases about the query of an operation: the grammar of each parameter, unknown names, encodings (decisions 0008,
 * 0030).
 */
export function querySyntaxCases(document: Document, operation: Operation): Case[] {
  const all = operation.parameters.filter((parameter) => parameter.in === "query");
  // Arrays and objects are serialized by other rules, which allow duplicate names.
  const parameters = all.filter(isScalar);
  // A missing required parameter is reported before an unknown one.
  const isNamed = (search: string) => all.every(({ name, required }) => !required || search.includes(`${name}=`));
  const refused = (search: string, named: string, name: string, least?: Case["least"]) =>
    draft(operation, {
      rule: RULE,
      name: `?${printable(search)} is rejected (${name})`,
      status: refusalOf(operation),
      wire: true,
      least,
      run: async (context) => {
        const { body } = await ask(context, document, operation, search, refusalOf(operation));
        checkMessageNames(body, named);
      },
    });
  return [
    ...unknownNames(operation, parameters)
      .filter(([search]) => !isMember(document, all, search))
      .map(([search, named]) => refused(search, isNamed(search) ? named : "", "an unknown parameter")),
    ...LONG.map((length) =>
      refused(`x${length}=${"x".repeat(length)}`, "", `an unknown parameter of ${length} characters`),
    ),
    ...BROKEN_ENCODINGS.flatMap((broken) => [
      refused(`x=${broken}`, "", "an invalid encoding"),
      ...parameters.flatMap((parameter) => {
        const right = `${nameOf(parameter)}=${exampleOf(parameter)}`;
        const before = right.replace("=", `=${broken}`);
        // Before a value like `a`, `%1` becomes `%1a`, which is valid; a full stop keeps it invalid.
        const kept = isDecodable(before) ? right.replace("=", `=${broken}.`) : before;
        return [`${nameOf(parameter)}=${broken}`, right + broken, kept].map((search) =>
          refused(search, "", "an invalid encoding"),
        );
      }),
    ]),
    ...amongAll(parameters.map(partOf)).map(([search, why]) => refused(search, "", why)),
    ...joined(parameters)
      .filter((search) => !isMember(document, all, search))
      .map((search) => refused(search, "", "another character instead of & or =")),
    ...parameters.flatMap((parameter) => [
      ...duplicates(parameter).map((search) => refused(search, parameter.name, "more than once")),
      ...(canBeEmpty(parameter) ? [] : [`${nameOf(parameter)}=`, nameOf(parameter), `${nameOf(parameter)}=&x`]).map(
        (search) => refused(search, "", "empty", "quick"),
      ),
      ...(isInteger(parameter) ? integers(parameter).map(([search, why]) => refused(search, parameter.name, why)) : []),
      ...(isMoment(parameter)
        ? noMomentsFor(parameter).map(({ text, about }) =>
            refused(`${nameOf(parameter)}=${encodeURIComponent(text)}`, parameter.name, about),
          )
        : []),
    ]),
    ...(operation.method === "GET" ? taken(document, operation, parameters) : []),
  ];
}

/** Lengths of values with which a request line stays below 8,000 bytes, which any server reads (RFC 9112, section 3). */
const LONG = [255, 1_024, 2_048, 4_096, 7_500];

const ask = (context: Context, document: Document, operation: Operation, search: string, status: string) => {
  const inputs = context.place(operation, validInputs(document, operation, context.uid()));
  return context.judge(operation, requestWithQuery(operation, inputs, context.target.apiKey, search), status);
};

const printable = (search: string) => (search.length > 80 ? `${search.slice(0, 77)}...` : search);
const isInteger = ({ schema }: Parameter) => schema.node.type === "integer";
const isMoment = ({ schema }: Parameter) => schema.node.format === "date-time";
/** Whether any value may contain a question mark or an equals sign. */
const isFreeText = ({ schema: { node } }: Parameter) =>
  node.type === "string" && !node.enum && node.const === undefined && !node.format && !node.pattern;
/** RFC 3339, section 5.6, allows lower case or a space; validators accept any white space as the space. */
const LENIENT_DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt\s]\d{2}:\d{2}:\d{2}[Zz]$/;
/** Invalid date-times. Lenient forms are included only if the schema has a pattern, which rejects them. */
const noMomentsFor = ({ schema: { node } }: Parameter) =>
  INVALID_DATE_TIMES.filter(({ text }) => node.pattern !== undefined || !LENIENT_DATE_TIME.test(text));
/** Encodes the name of a parameter for a URL. */
const nameOf = ({ name }: Parameter) => sendable(name.replace(/[&=+?#]/g, encodeURIComponent));
/** Escapes the characters that are not allowed in a URL, and leaves all other mistakes. */
const sendable = (text: string) => text.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
const partOf = (parameter: Parameter) => ({
  name: nameOf(parameter),
  value: exampleOf(parameter),
  isStrict: isInteger(parameter) || isMoment(parameter),
  canBeEmpty: canBeEmpty(parameter),
});
const exampleOf = ({ example, schema }: Parameter) => encodeURIComponent(String(example ?? schema.node.default ?? "x"));

/** Whether a name belongs to a field of an object, which appears in the query under its own name or in brackets. */
function isMember(document: Document, parameters: Parameter[], search: string): boolean {
  const [name = ""] = search.split("=");
  return parameters
    .filter((parameter) => !isScalar(parameter) && parameter.mediaType === undefined)
    .some(({ name: own, style, schema }) => {
      if (style === "deepObject" && decodeURIComponent(name).startsWith(`${own}[`)) return true;
      return name === own || membersOf(document, schema).includes(name);
    });
}

/** Returns the names of the fields of an object, including those of its subschemas. */
function membersOf(document: Document, { node, pointer }: Located<Schema>): string[] {
  const parts = (["allOf", "oneOf", "anyOf"] as const).flatMap((keyword) =>
    (node[keyword] ?? []).flatMap((part, i) =>
      membersOf(document, resolve<Schema>(document, part, pointerTo(pointer, keyword, i))),
    ),
  );
  return [...Object.keys(node.properties ?? {}), ...parts];
}

/** What a server may read as the underscore in a name. */
const NAME_SEPARATORS = [
  "-",
  ".",
  " ",
  "+",
  "__",
  "%2D",
  "%2E",
  "%C2%A0",
  "~",
  ":",
  "%2F",
  "/",
  "|",
  "*",
  ",",
  "%5B",
  "\u2010",
  "\u2013",
  "\uff3f",
];

/** White space and zero-width characters, percent-encoded, which a parser that trims would ignore. */
const INVISIBLE = ["%20", "+", "%00", "%09", "%0A", "%0D", "%7F", "%C2%A0", "%C2%AD", "%E2%80%8B", "%EF%BB%BF"];

/** Characters that some servers accept instead of the `&` between two parameters, or the `=` in one. */
const SEPARATORS = [";", "%3B", ",", "?", "%26", "|", "%7C", "%0A", "/", ":"];
const EQUALS = [":", "%3D", "%3A", "==", "=>", ".", "-", "/", "+", "%20"];

/** Queries whose parameters are not separated by `&`, or whose names and values are not separated by `=`. */
function joined(parameters: Parameter[]): string[] {
  const pairs = parameters.map((parameter) => [parameter, exampleOf(parameter)] as const);
  const strict = pairs.filter(([parameter]) => isInteger(parameter) || isMoment(parameter));
  const written = strict.flatMap(([{ name }, value]) => EQUALS.map((equals) => name + equals + value));
  const two = strict.flatMap(([one, value]) =>
    pairs
      .filter(([other]) => other !== one)
      .flatMap(([other, next]) => SEPARATORS.map((mark) => `${nameOf(one)}=${value}${mark}${nameOf(other)}=${next}`)),
  );
  return [...new Set([...written, ...two])];
}

/** Returns unknown parameter names that a server might accept, or mistake for a parameter that it knows. */
function unknownNames(operation: Operation, parameters: Parameter[]): [search: string, named: string][] {
  const secrets = operation.credentials.flat().filter((credential) => credential.in === "query");
  const known = new Set([...operation.parameters, ...secrets].map(({ name }) => name));
  const others = (
    "unexpected page per_page page_size size count from to start end sort order order_by sort_by fields q query search filter where include " +
    "expand cursor after before skip top take max since until uid id total format pretty callback debug v version lang token access_token " +
    "api_key apikey key namespace updated created status _ __proto__ constructor toString hasOwnProperty prototype " +
    "utm_source fbclid x-trace page.size created_to created_after created_before updated_after updated_before trace method " +
    "updated_since updatedFrom updatedTo updated_at updated-from created_from offsets limits dryRun validate upsert force overwrite"
  ).split(" ");
  const near = (name: string) => [
    name.toUpperCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
    `${name}s`,
    `${name}_`,
    `_${name}`,
    name.slice(0, -1),
    name.replace("_", ""),
    ...INVISIBLE.flatMap((mark) => [name + mark, mark + name]),
    `${name}[]`,
    `${name}%5B%5D`,
    `${name}[0]`,
    `${name}[eq]`,
    `${name}[gte]`,
    `${name}.x`,
    `x.${name}`,
    `query[${name}]`,
    `amp;${name}`,
    `${name}:`,
    `$${name}`,
    ...NAME_SEPARATORS.map((separator) => name.replaceAll("_", separator)),
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    // A double escape, which only a server that decodes twice reads as the letter.
    `%25${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
  ];
  const brackets = ["filter[x]", "filter%5Bx%5D", "x[]", "[]", "[x]", "x[y][z]", "a.b", "x%5B0%5D"];
  // The value is valid for the parameter that the name resembles; otherwise the request would be rejected for its
  // value.
  const named = [
    ...[...others, ...brackets].map((name) => [name, "1"]),
    ...parameters.flatMap((parameter) => near(parameter.name).map((name) => [sendable(name), exampleOf(parameter)])),
  ] as [name: string, value: string][];
  const unknown = new Map(named.filter(([name]) => !known.has(decodeURIComponent(name))));
  return [
    ...[...unknown].map(([name, value]): [string, string] => [`${name}=${value}`, /^\w+$/.test(name) ? name : ""]),
    ["=1", ""],
    ["?x=1", ""],
    ["x%3D1", "x"],
    ...parameters.flatMap((parameter): [string, string][] => {
      const right = `${nameOf(parameter)}=${exampleOf(parameter)}`;
      return [
        [`?${right}`, ""],
        ...(isFreeText(parameter) ? [] : [[`${right}?x=1`, ""] as [string, string]]),
        [`${nameOf(parameter)}%3D${exampleOf(parameter)}`, ""],
        [`${right}&unexpected=1`, "unexpected"],
        [`unexpected=1&${right}`, "unexpected"],
      ];
    }),
    ["x", "x"],
    ["x=", "x"],
    ["unexpected=1&unexpected=2", "unexpected"],
    ["%F0%9F%98%80=1", ""],
  ];
}

function duplicates(parameter: Parameter): string[] {
  const name = nameOf(parameter);
  const value = exampleOf(parameter);
  const other = isInteger(parameter) ? "2" : encodeURIComponent("2026-10-01T00:00:00Z");
  // A name that begins with an escape is already encoded.
  const encoded = name.startsWith("%") ? name : `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  return [
    `${name}=${value}&${name}=${value}`,
    `${name}=${value}&${name}=${other}`,
    `${name}=${other}&${name}=${value}`,
    `${name}=${value}&${name}=`,
    `${name}=&${name}=${value}`,
    `${name}=${value}&${encoded}=${value}`,
    `${encoded}=${other}&${name}=${value}`,
    `${name}=${value}&${name}=${value}&${name}=${value}`,
  ];
}

function integers({ name, schema }: Parameter): [search: string, why: string][] {
  const { minimum = 0, maximum = 100 } = schema.node;
  const forms = [minimum + 1, 5]
    .flatMap(invalidIntegers)
    .map(({ text, about }): [string, string] => [`${name}=${encodeURIComponent(text)}`, about]);
  const isBounded = { below: schema.node.minimum !== undefined, above: schema.node.maximum !== undefined };
  const past = isBounded.below ? [minimum - 1, minimum - 2, minimum - 100].map(String) : [];
  const round = [50, 100, 150, 200, 250, 500, 1000, 5000, 10_000, 65_536, 100_000].filter((value) => value > maximum);
  const above = [
    ...[1, 2, 3, 5, 9, 10, 50, 99, 100].map((by) => BigInt(maximum) + BigInt(by)),
    ...round.map(BigInt),
    BigInt(maximum) * 2n,
    BigInt(maximum) * 10n,
    BigInt(maximum) + 10n ** 6n,
    10n ** 20n,
    10n ** 30n,
    2n ** 63n,
    2n ** 64n,
  ];
  const wraps = maximum < 2 ** 31 ? [2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53].map(String) : [];
  return [
    ...new Map(forms).entries(),
    ...[...past, ...(isBounded.above ? [...new Set([...above.map(String), ...wraps])] : [])].map(
      (value): [string, string] => [`${name}=${value}`, "out of range"],
    ),
    [`${name}=+5`, "a space before it"],
    [`${name}=5+`, "a space after it"],
    [`${name}=5;x=1`, "a semicolon"],
    [`${name}==5`, "two equals signs"],
  ];
}

/** Returns a valid number for an integer parameter; not its default, if possible. */
function wholeFor({ name, example, schema: { node } }: Parameter): string {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, multipleOf = 1 } = node;
  const usual = name === "limit" ? 7 : 12;
  const fits = !node.enum && usual >= minimum && usual <= maximum && usual % multipleOf === 0;
  return String(fits ? usual : (example ?? node.enum?.[0] ?? node.default ?? minimum));
}

/** Match names of lower and upper time bounds: `updated_since`, `fromDate`, `created[gte]`, `DateSent>`. */
const LOWER_BOUND = /(?:from|since|after|min|gte?)\]?$|>$|^(?:from|since|after|min)(?=[A-Z_-]|$)/i;
const UPPER_BOUND = /(?:to|until|before|max|lte?)\]?$|<$|^(?:to|until|before|max)(?=[A-Z_-]|$)/i;

const recordsIn = (body: unknown) => JSON.stringify(isRecord(body) ? Object.values(body).find(Array.isArray) : body);

/** Cases about different notations of the same query. */
function taken(document: Document, operation: Operation, parameters: Parameter[]): Case[] {
  const whole = parameters
    .filter(isInteger)
    .map((parameter): [string, string] => [nameOf(parameter), wholeFor(parameter)]);
  if (whole.length === 0) return [];
  const plain = whole.map((pair) => pair.join("=")).join("&");
  const encode = (value: string) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join("");
  // Each time bound gets a value that excludes no record. For a time parameter that is not a bound, there is no such
  // value.
  const moments = parameters.filter(isMoment).filter(({ name }) => LOWER_BOUND.test(name) || UPPER_BOUND.test(name));
  const forms: Record<string, string> = {
    "in another order": whole
      .toReversed()
      .map((pair) => pair.join("="))
      .join("&"),
    "with encoded values": whole.map(([name, value]) => `${name}=${encode(value)}`).join("&"),
    "with encoded names": whole.map(([name, value]) => `${encode(name)}=${value}`).join("&"),
    "with encodings in upper case": whole.map(([name, value]) => `${encode(name).toUpperCase()}=${value}`).join("&"),
    ...Object.fromEntries(
      moments.map(({ name }) => [
        `with ${name} encoded in lower case`,
        `${plain}&${name}=${LOWER_BOUND.test(name) ? 1900 : 9999}-01-01T00%3a00%3a00%2b00%3a00`,
      ]),
    ),
    ...Object.fromEntries(
      moments.map(({ name }) => [
        `with an early ${name === "updated_to" ? "from" : name}`,
        LOWER_BOUND.test(name)
          ? `${plain}&${name}=1900-01-01T00:00:00Z`
          : `${name}=9999-01-01T00:00:00%2B00:00&${plain}`,
      ]),
    ),
  };
  const success = successOf(operation).status;
  const limit = parameters.some(({ name }) => name === "limit") ? "limit=1&" : "";
  return [
    ...Object.entries(forms).map(([name, search]) =>
      draft(operation, {
        rule: RULE,
        name: `the same query ${name} returns the same page`,
        wire: true,
        run: async (context) => {
          const [first, second] = [
            await ask(context, document, operation, plain, success),
            await ask(context, document, operation, search, success),
          ];
          if (recordsIn(first.body) !== recordsIn(second.body))
            throw new ContractViolation(`?${search} returns other records than ?${plain}`);
        },
      }),
    ),
    draft(operation, {
      rule: RULE,
      name: "the order of the parameters does not matter",
      wire: true,
      least: "standard",
      run: async (context) => {
        const pairs = [
          ...whole,
          ...moments.map(({ name }, i): [string, string] => [
            name,
            i === 0 ? "1900-01-01T00:00:00Z" : "9000-01-01T00:00:00Z",
          ]),
        ].map((pair) => pair.join("="));
        const [first] = [await ask(context, document, operation, pairs.join("&"), success)];
        await checkEach(
          ordersOf(pairs).map((order) => order.join("&")),
          (search) => `?${search}`,
          async (search) => {
            const { body } = await ask(context, document, operation, search, success);
            if (recordsIn(body) !== recordsIn(first.body))
              throw new ContractViolation(`?${search} returns other records than ?${pairs.join("&")}`);
          },
        );
      },
    }),
    ...moments.map(({ name }) =>
      draft(operation, {
        rule: RULE,
        name: `every valid form of a date-time as ${name} is accepted`,
        wire: true,
        run: async (context) => {
          for (const { text } of DATE_TIMES)
            await ask(context, document, operation, `${limit}${name}=${encodeURIComponent(text)}`, success);
        },
      }),
    ),
  ];
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
