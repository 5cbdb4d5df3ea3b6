import type { Case } from "../../cases/case.js";
import { sampled } from "../../cases/effort.js";
import type { Suite } from "../../cases/family.js";
import { combinedSchemas } from "../../document/combined-schemas.js";
import { type Operation, operationsOf, type Parameter } from "../../document/document.js";
import { decoded } from "../../document/path-pattern.js";
import { INVALID_DATE_TIMES } from "../../grammar/date-time.js";
import { editsOf } from "../../grammar/form.js";
import { invalidIntegers } from "../../grammar/integer.js";
import { BROKEN_ENCODINGS } from "../../grammar/percent.js";
import { ContractViolation, excerpt } from "../../judging/judge-response.js";
import { isScalar } from "../../requests/parameter-text.js";
import { validInputs } from "../../resources/valid-inputs.js";
import { canBeEmpty } from "../document/parameter-inputs.js";
import {
  encodedName,
  exampleOf,
  isInteger,
  isMoment,
  isPaged,
  nameOf,
  sendable,
  takesAnyName,
  textParameters,
} from "../query-parts.js";
import { checkEach, checkMessage, messageOf, refusalOf, rejected, testCase } from "../test-case.js";

const RULE = "query";

/** A query with one mistake, why it is one, and what the message of the rejection names. */
interface Mistake {
  search: string;
  why: string;
  named?: string;
}

/** Queries with one mistake in each place and notation (decisions 0008, 0030). */
export function queryCases(suite: Suite, operation: Operation): Case[] {
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
  // Arrays and objects are serialized by other rules, which allow duplicate names.
  const parameters = textParameters(operation);
  // A missing required parameter is reported before an unknown one.
  const isFirst = (search: string) =>
    inQuery.every(({ name, required }) => !required || search.includes(`${encodedName(name)}=`));
  const unknown = () => [
    ...[...unknownNames(operation, parameters), ...separators(parameters)]
      .filter(({ search }) => !isMember(suite, inQuery, search))
      .map((each) => (isFirst(each.search) ? each : { ...each, named: "" })),
    ...LONG.map((length) => ({ search: `x${length}=${"x".repeat(length)}`, why: `${length} characters` })),
    ...encodings(parameters),
    ...amongAll(parameters),
  ];
  const all = [
    ...(takesAnyName(operation) ? [] : unknown()),
    ...parameters.flatMap((parameter) => [
      ...(canBeEmpty(parameter) ? [] : empties(parameter)),
      ...(isInteger(parameter) ? integers(parameter) : []),
      ...(isMoment(parameter) ? moments(parameter) : []),
    ]),
  ];
  return [
    ...[...new Map(all.map((each) => [each.search, each])).values()].map((each) => mistake(operation, each)),
    ...(takesAnyName(operation) ? [] : misspelt(suite, operation, inQuery)),
    ...(isPaged(operation, 1) ? [twoMistakes(operation)] : []),
  ];
}

/** Returns the parameters as they are sent with their examples. */
const pairsOf = (parameters: readonly Parameter[]): string[] =>
  parameters.map((parameter) => `${nameOf(parameter)}=${exampleOf(parameter)}`);

/** Parameters that are sent more than once, with the same and with different values. */
export function repeatedCases(_: Suite, operation: Operation): Case[] {
  const parameters = textParameters(operation);
  return parameters.flatMap((parameter) => {
    const name = nameOf(parameter);
    const [pair = ""] = pairsOf([parameter]);
    const other = `=${isInteger(parameter) ? "2" : encodeURIComponent("2026-10-01T00:00:00Z")}`;
    // A name that begins with an escape is already encoded.
    const encoded = name.startsWith("%") ? name : `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
    const others = pairsOf(parameters.filter((each) => each !== parameter));
    const pairs = [
      [pair, pair],
      [pair, name + other],
      [name + other, pair],
      [pair, `${name}=`],
      [`${name}=`, pair],
      [pair, pair.replace(name, encoded)],
      [encoded + other, pair],
      [pair, pair, pair],
      ...(others.length > 0
        ? [
            [pair, pair, ...others],
            [pair, ...others, pair],
          ]
        : []),
    ];
    return pairs.map((each) =>
      mistake(operation, { search: each.join("&"), why: "more than once", named: parameter.name }),
    );
  });
}

const mistake = (operation: Operation, { search, why, named = "" }: Mistake): Case =>
  rejected(operation, {
    rule: RULE,
    name: `?${search.length > 80 ? `${search.slice(0, 77)}...` : search} is rejected`,
    why,
    wire: true,
    inputs: (context) => ({ ...validInputs(operation, context.uid()), search }),
    named,
  });

/** Lengths of values with which a request line stays below 8,000 bytes, which any server reads (RFC 9112, section 3). */
const LONG = [255, 1_024, 2_048, 4_096, 7_500];

/** Whether any value may contain a question mark or an equals sign. */
const isFreeText = ({ schema: { node } }: Parameter) =>
  node.type === "string" && !node.enum && node.const === undefined && !node.format && !node.pattern;

/** Whether a name belongs to a field of an object, which appears in the query under its own name or in brackets. */
function isMember({ document }: Suite, parameters: Parameter[], search: string): boolean {
  const [name = ""] = search.split("=");
  return parameters
    .filter((parameter) => !isScalar(parameter) && parameter.mediaType === undefined)
    .some(({ name: own, style, schema }) => {
      if (style === "deepObject" && decoded(name).startsWith(`${own}[`)) return true;
      const names = combinedSchemas(document, schema).flatMap(({ node }) => Object.keys(node.properties ?? {}));
      return name === own || names.includes(name);
    });
}

/** What a server may read as the underscore in a name. */
const UNDERSCORES = "- . + __ %2D %2E %C2%A0 ~ : %2F / | * , %5B \u2010 \u2013 \uff3f".split(" ").concat(" ");
/** White space and zero-width characters, percent-encoded, which a parser that trims would ignore. */
const INVISIBLE = "%20 + %00 %09 %0A %0D %7F %C2%A0 %C2%AD %E2%80%8B %EF%BB%BF".split(" ");
/** Characters that some servers accept instead of the `&` between two parameters, or the `=` in one. */
const SEPARATORS = "; %3B , ? %26 | %7C %0A / :".split(" ");
const EQUALS = ": %3D %3A == => . - / + %20".split(" ");
/** Names that a client might guess. */
const GUESSES = (
  "unexpected page per_page page_size size count from to start end sort order order_by sort_by fields q query search filter where include " +
  "expand cursor after before skip top take max since until uid id total format pretty callback debug v version lang token access_token " +
  "api_key apikey key namespace updated created status _ __proto__ constructor toString hasOwnProperty prototype utm_source fbclid x-trace " +
  "page.size created_to created_after created_before updated_after updated_before trace method updated_since updatedFrom updatedTo " +
  "updated_at updated-from created_from offsets limits dryRun validate upsert force overwrite " +
  "filter[x] filter%5Bx%5D x[] [] [x] x[y][z] a.b x%5B0%5D"
).split(" ");

/** Returns names that are similar to that of a parameter. */
const namesNear = (name: string): string[] => [
  ...[name.toUpperCase(), name.charAt(0).toUpperCase() + name.slice(1), `${name}s`, `${name}_`, `_${name}`],
  ...[name.slice(0, -1), name.replace("_", ""), name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())],
  ...INVISIBLE.flatMap((mark) => [name + mark, mark + name]),
  ...["[]", "%5B%5D", "[0]", "[eq]", "[gte]", ".x", ":"].map((end) => name + end),
  ...["x.", "amp;", "$"].map((start) => start + name),
  `query[${name}]`,
  ...UNDERSCORES.map((separator) => name.replaceAll("_", separator)),
  // A double escape, which only a server that decodes twice reads as the letter.
  `%25${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
];

/** Returns the names that an operation has. */
function ownNames(operation: Operation): Set<string> {
  const secrets = operation.credentials.flat().filter((credential) => credential.in === "query");
  return new Set([...operation.parameters, ...secrets].map(({ name }) => name));
}

function unknownNames(operation: Operation, parameters: Parameter[]): Mistake[] {
  const known = ownNames(operation);
  // The value is valid for the parameter that the name resembles; otherwise the request would be rejected for its value.
  const names = [
    ...GUESSES.map((name) => [name, "1"] as const),
    ...parameters.flatMap((parameter) =>
      namesNear(parameter.name).map((name) => [sendable(name), exampleOf(parameter)] as const),
    ),
  ].filter(([name]) => !known.has(decoded(name)));
  const own = parameters.flatMap((parameter): [search: string, named?: string][] => {
    const [right = ""] = pairsOf([parameter]);
    return [
      [`?${right}`],
      ...(isFreeText(parameter) ? [] : [[`${right}?x=1`] as [string]]),
      [right.replace("=", "%3D")],
      [`${right}&unexpected=1`, "unexpected"],
      [`unexpected=1&${right}`, "unexpected"],
    ];
  });
  const rows: [search: string, named?: string][] = [
    ...[...new Map(names)].map(([name, value]): [string, string] => [
      `${name}=${value}`,
      /^\w+$/.test(name) ? name : "",
    ]),
    ...own,
    ["=1"],
    ["?x=1"],
    ["x%3D1", "x"],
    ["x", "x"],
    ["x=", "x"],
    ["unexpected=1&unexpected=2", "unexpected"],
    ["%F0%9F%98%80=1"],
  ];
  return rows.map(([search, named = ""]) => ({ search, named, why: "an unknown parameter" }));
}

const encodings = (parameters: Parameter[]): Mistake[] =>
  BROKEN_ENCODINGS.flatMap((broken) => [
    `x=${broken}`,
    ...pairsOf(parameters).flatMap((right) => {
      const before = right.replace("=", `=${broken}`);
      // Before a value like `a`, `%1` becomes `%1a`, which is valid; a full stop keeps it invalid.
      const kept = decoded(before) !== before ? right.replace("=", `=${broken}.`) : before;
      return [right.replace(/=.*/s, `=${broken}`), right + broken, kept];
    }),
  ]).map((search) => ({ search, why: "an invalid encoding" }));

/** Queries whose parameters are not separated by `&`, or whose names and values are not separated by `=`. */
function separators(parameters: Parameter[]): Mistake[] {
  const pairs = parameters.map((parameter) => [parameter, exampleOf(parameter)] as const);
  const strict = pairs.filter(([parameter]) => isInteger(parameter) || isMoment(parameter));
  const written = strict.flatMap(([{ name }, value]) => EQUALS.map((equals) => name + equals + value));
  const two = strict.flatMap(([one, value]) =>
    pairs
      .filter(([other]) => other !== one)
      .flatMap(([other, next]) => SEPARATORS.map((mark) => `${nameOf(one)}=${value}${mark}${nameOf(other)}=${next}`)),
  );
  return [...written, ...two].map((search) => ({ search, why: "another character instead of & or =" }));
}

/**
 * Queries with every parameter and a single mistake, in each position: a server that reads only the first few parameters,
 * or stops at the last one it knows, does not notice all of them.
 */
function amongAll(parameters: Parameter[]): Mistake[] {
  if (parameters.length < 2) return [];
  const pairs = pairsOf(parameters);
  const inserted = (extra: string) => [...pairs, ""].map((_, i) => pairs.toSpliced(i, 0, extra));
  const changed = (value: string, applies: (parameter: Parameter) => boolean) =>
    parameters.flatMap((each, i) => (applies(each) ? [pairs.with(i, `${nameOf(each)}=${value}`)] : []));
  const rows: Record<string, string[][]> = {
    "an unknown parameter among all others": ["unexpected=1", "unexpected"].flatMap(inserted),
    "an invalid encoding among all parameters": inserted("x=%zz"),
    "more than once, among all parameters": pairs.flatMap(inserted),
    "empty, among all parameters": changed("", (each) => !canBeEmpty(each)),
    "an invalid value among all parameters": changed("x", (each) => isInteger(each) || isMoment(each)),
  };
  return Object.entries(rows).flatMap(([why, queries]) => queries.map((query) => ({ search: query.join("&"), why })));
}

const empties = (parameter: Parameter): Mistake[] =>
  [`${nameOf(parameter)}=`, nameOf(parameter), `${nameOf(parameter)}=&x`].map((search) => ({ search, why: "empty" }));

/** RFC 3339, section 5.6, allows lower case or a space; validators accept any white space as the space. */
const LENIENT_DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt\s]\d{2}:\d{2}:\d{2}[Zz]$/;

/** Invalid date-times. Lenient forms are included only if the schema has a pattern, which rejects them. */
const moments = (parameter: Parameter): Mistake[] =>
  INVALID_DATE_TIMES.filter(
    ({ text }) => parameter.schema.node.pattern !== undefined || !LENIENT_DATE_TIME.test(text),
  ).map(({ text, about }) => ({
    search: `${nameOf(parameter)}=${encodeURIComponent(text)}`,
    why: about,
    named: parameter.name,
  }));

function integers({ name, schema }: Parameter): Mistake[] {
  const { minimum, maximum } = schema.node;
  const most = BigInt(maximum ?? 0);
  const above = [
    ...[1, 2, 3, 5, 9, 10, 50, 99, 100, 10 ** 6].map((by) => most + BigInt(by)),
    ...[50, 100, 150, 200, 250, 500, 1000, 5000, 10_000, 65_536, 100_000, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53].map(
      BigInt,
    ),
    ...[most * 2n, most * 10n, 10n ** 20n, 10n ** 30n, 2n ** 63n, 2n ** 64n],
  ].filter((value) => maximum !== undefined && value > most);
  const rows: Record<string, string[]> = {
    "not a canonical integer": [(minimum ?? 0) + 1, 5]
      .flatMap(invalidIntegers)
      .map(({ text }) => encodeURIComponent(text)),
    "out of range": [...(minimum === undefined ? [] : [1, 2, 100].map((by) => minimum - by)), ...above].map(String),
    "another character": ["+5", "5+", "5;x=1", "=5"],
  };
  return Object.entries(rows).flatMap(([why, values]) =>
    values.map((value) => ({ search: `${encodedName(name)}=${value}`, why, named: name })),
  );
}

/** Names one edit away from those of an operation, and those of other operations (decision 0008). */
function misspelt({ document }: Suite, operation: Operation, query: Parameter[]): Case[] {
  const known = ownNames(operation);
  // Fields of an object appear in the query under their own names.
  if (!query.every((parameter) => isScalar(parameter) || parameter.schema.node.type === "array")) return [];
  const foreign = operationsOf(document).flatMap(({ parameters, keyHeader }) => [
    ...parameters.map(({ name, example }): [string, string] => [name, String(example ?? "1")]),
    ...(keyHeader ? [[keyHeader, "x"] as [string, string]] : []),
  ]);
  const law = (name: string, pairs: [name: string, value: string][], late: boolean) =>
    testCase(operation, {
      rule: RULE,
      name,
      status: refusalOf(operation),
      wire: true,
      late,
      run: (context) =>
        checkEach(
          pairs,
          ([wrong]) => `?${wrong}`,
          async ([wrong, value]) => {
            const search = `${encodeURIComponent(wrong)}=${encodeURIComponent(value)}`;
            const sent = { ...validInputs(operation, context.uid()), search };
            const { body } = await context.exchange(operation, sent, { status: refusalOf(operation) });
            checkMessage(operation, body, wrong);
          },
        ),
    });
  const others = [...new Map(foreign)].filter(([name]) => !known.has(name));
  return [
    ...(others.length > 0 ? [law("every parameter of another operation is rejected", others, false)] : []),
    ...query.filter(isScalar).map(({ name, example }) => {
      const edits = editsOfName(name).filter((edited) => !known.has(edited));
      const pairs = edits.map((edited): [string, string] => [edited, String(example ?? "1")]);
      return law(`every name one edit away from ${name} is rejected`, pairs, true);
    }),
  ];
}

/** Returns the name with a letter omitted, duplicated, replaced, in the other case, or swapped with the next one. */
function editsOfName(name: string): string[] {
  const letters = [...name];
  const other = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());
  const edits = letters.flatMap((letter, i) => [
    letters.with(i, letter === "x" ? "y" : "x"),
    letters.with(i, other(letter)),
    letters.toSpliced(i, 2, letters[i + 1] ?? "", letter),
  ]);
  const texts = [...editsOf(name).map(({ text }) => text), ...edits.map((edited) => edited.join(""))];
  return [...new Set(texts)].filter((edited) => edited !== name && /^[\w.-]+$/.test(edited));
}

/** A query with two mistakes is rejected, whichever comes first, and the message names one of the parameters. */
function twoMistakes(list: Operation): Case {
  const { updatedFrom, updatedTo } = list.pagination ?? {};
  const largest = list.parameters.find(({ name }) => name === "limit")?.schema.node.maximum;
  const rows: [name: string, search: string][] = [
    ["limit", "limit=0"],
    ...(largest === undefined ? [] : [["limit", `limit=${largest + 1}`] as [string, string]]),
    ["limit", "limit=1&limit=1"],
    ["offset", "offset=-1"],
    ["offset", "offset="],
    ["unexpected", "unexpected=1"],
    ...[updatedFrom, updatedTo]
      .filter((name) => name !== undefined)
      .flatMap((name): [string, string][] => [
        [name, `${encodedName(name)}=2026-11-21`],
        [name, `${encodedName(name)}=`],
      ]),
  ];
  const pairs = rows.flatMap((one) => rows.filter(([name]) => name !== one[0]).map((other) => [one, other]));
  return testCase(list, {
    rule: "two mistakes",
    name: "a query with any two mistakes is rejected, and the message names one of the parameters",
    status: refusalOf(list),
    wire: true,
    run: (context) =>
      checkEach(
        sampled(pairs, context.effort, 20),
        (both) => `?${both.map(([, part]) => part).join("&")}`,
        async (both) => {
          const search = both.map(([, part]) => part).join("&");
          const { body } = await context.exchange(list, { search }, { status: refusalOf(list) });
          const message = messageOf(body);
          const names = both.map(([name = ""]) => name);
          if (message !== undefined && !names.some((name) => message.includes(name)))
            throw new ContractViolation(`the message names neither ${names.join(" nor ")}: ${excerpt(message)}`);
        },
      ),
  });
}
