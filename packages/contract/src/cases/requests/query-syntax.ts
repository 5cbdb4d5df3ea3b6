import type { Case, Context } from "../../case.js";
import { type Document, type Operation, type Parameter, successOf } from "../../document.js";
import { hashOf } from "../../effort.js";
import { DATE_TIMES, NO_DATE_TIMES } from "../../grammar/date-time.js";
import { noIntegers } from "../../grammar/integer.js";
import { ContractViolation, excerpt } from "../../judge.js";
import { requestOf } from "../../request.js";
import { isRecord } from "../../values/base-value.js";
import { each } from "../create/creator.js";
import { draft } from "../draft.js";
import { refusalOf } from "../refuse.js";
import { validInputs } from "../valid-inputs.js";

const RULE = "query";

/** The query of an operation: the grammar of each parameter, names that are not known, encodings (decisions 0008, 0030). */
export function querySyntaxCases(document: Document, operation: Operation): Case[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
  const refused = (search: string, named: string, name: string, least?: Case["least"]) =>
    draft(operation, {
      rule: RULE,
      name: `?${printable(search)} is refused (${name})`,
      status: refusalOf(operation),
      wire: true,
      least: least ?? (hashOf(search) % 8 === 0 ? "quick" : "standard"),
      run: async (context) => {
        const { body } = await ask(context, document, operation, search, refusalOf(operation));
        const message = String(isRecord(body) ? body["message"] : "");
        if (named && !message.includes(named))
          throw new ContractViolation(`the message does not name ${named}: ${excerpt(message)}`);
      },
    });
  return [
    ...unknownNames(parameters).map(([search, named]) => refused(search, named, "an unknown parameter")),
    ...BROKEN_ENCODINGS.flatMap((broken) => [
      refused(`x=${broken}`, "", "a broken encoding"),
      ...parameters.map(({ name }) => refused(`${name}=${broken}`, "", "a broken encoding")),
    ]),
    ...parameters.flatMap((parameter) => [
      ...duplicates(parameter).map((search) => refused(search, parameter.name, "more than once")),
      ...[`${parameter.name}=`, parameter.name, `${parameter.name}=&x`].map((search) =>
        refused(search, "", "empty", "quick"),
      ),
      ...(isInteger(parameter) ? integers(parameter).map(([search, why]) => refused(search, parameter.name, why)) : []),
      ...(parameter.schema.node.format === "date-time"
        ? NO_DATE_TIMES.map(({ text, about }) =>
            refused(`${parameter.name}=${encodeURIComponent(text)}`, parameter.name, about),
          )
        : []),
    ]),
    ...(operation.method === "GET" ? taken(document, operation, parameters) : []),
  ];
}

const ask = (context: Context, document: Document, operation: Operation, search: string, status: string) => {
  const inputs = context.place(operation, validInputs(document, operation, context.uid()));
  const request = requestOf(operation, inputs, context.target.apiKey);
  return context.judge(operation, { ...request, path: `${request.path}?${search}` }, status);
};

const printable = (search: string) => (search.length > 80 ? `${search.slice(0, 77)}...` : search);
const isInteger = ({ schema }: Parameter) => schema.node.type === "integer";
const exampleOf = ({ example, schema }: Parameter) => encodeURIComponent(String(example ?? schema.node.default ?? "x"));

const BROKEN_ENCODINGS = [
  "%",
  "%1",
  "%zz",
  "%0g",
  "1%",
  "%u0031",
  "%FF",
  "%C0%B1",
  "%E9",
  "%ED%A0%80",
  "%80",
  "%F4%90%80%80",
];

/** Names that a server might know, or take for one that it knows. */
function unknownNames(parameters: Parameter[]): [search: string, named: string][] {
  const known = new Set(parameters.map(({ name }) => name));
  const others = (
    "unexpected page per_page page_size size count from to start end sort order order_by sort_by fields q query search filter where include " +
    "expand cursor after before skip top take max since until uid id total format pretty callback debug v version lang token access_token " +
    "api_key apikey key namespace updated created status _ __proto__ constructor toString hasOwnProperty prototype " +
    "updated_since updatedFrom updatedTo updated_at updated-from created_from offsets limits dryRun validate upsert force overwrite"
  ).split(" ");
  const near = parameters.flatMap(({ name }) => [
    name.toUpperCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
    `${name}s`,
    `${name}_`,
    `_${name}`,
    name.slice(0, -1),
    name.replace("_", ""),
    `${name}%20`,
    `%20${name}`,
    `${name}%00`,
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
  ]);
  const brackets = ["filter[x]", "filter%5Bx%5D", "x[]", "[]", "[x]", "x[y][z]", "a.b", "x%5B0%5D"];
  const value = (name: string) => `${name}=1`;
  const names = [...others, ...near, ...brackets].filter((name) => !known.has(decodeURIComponent(name)));
  return [
    ...names.map((name): [string, string] => [value(name), /^\w+$/.test(name) ? name : ""]),
    ["=1", ""],
    ["?x=1", ""],
    ["x%3D1", "x"],
    ...parameters.flatMap((parameter): [string, string][] => {
      const right = `${parameter.name}=${exampleOf(parameter)}`;
      return [
        [`?${right}`, ""],
        [`${right}?x=1`, ""],
        [`${parameter.name}%3D${exampleOf(parameter)}`, ""],
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
  const { name } = parameter;
  const value = exampleOf(parameter);
  const other = isInteger(parameter) ? "2" : encodeURIComponent("2026-10-01T00:00:00Z");
  const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
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
    .flatMap(noIntegers)
    .map(({ text, about }): [string, string] => [`${name}=${encodeURIComponent(text)}`, about]);
  const past = [minimum - 1, minimum - 2, minimum - 100].map(String);
  const above = [
    BigInt(maximum) + 1n,
    BigInt(maximum) + 2n,
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
    ...[...past, ...above.map(String), ...wraps].map((value): [string, string] => [
      `${name}=${value}`,
      "out of its bounds",
    ]),
    [`${name}=+5`, "a blank before it"],
    [`${name}=5+`, "a blank after it"],
    [`${name}=5;x=1`, "a semicolon"],
    [`${name}==5`, "two equals signs"],
  ];
}

/** Every order of some things. */
function ordersOf<T>(values: T[]): T[][] {
  if (values.length < 2) return [values];
  return values.flatMap((value, i) => ordersOf(values.toSpliced(i, 1)).map((rest) => [value, ...rest]));
}

const recordsIn = (body: unknown) => JSON.stringify(isRecord(body) ? Object.values(body).find(Array.isArray) : body);

/** What a query may look like without being another one. */
function taken(document: Document, operation: Operation, parameters: Parameter[]): Case[] {
  const whole = parameters
    .filter(isInteger)
    .map((parameter): [string, string] => [parameter.name, parameter.name === "limit" ? "7" : "12"]);
  if (whole.length === 0) return [];
  const plain = whole.map((pair) => pair.join("=")).join("&");
  const encode = (value: string) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join("");
  const moments = parameters.filter(({ schema }) => schema.node.format === "date-time");
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
        `with an early ${name === "updated_to" ? "from" : name}`,
        name.endsWith("from")
          ? `${plain}&${name}=1900-01-01T00:00:00Z`
          : `${name}=9999-01-01T00:00:00%2B00:00&${plain}`,
      ]),
    ),
  };
  const success = successOf(operation).status;
  return [
    ...Object.entries(forms).map(([name, search]) =>
      draft(operation, {
        rule: RULE,
        name: `the same query ${name} gives the same page`,
        wire: true,
        run: async (context) => {
          const [first, second] = [
            await ask(context, document, operation, plain, success),
            await ask(context, document, operation, search, success),
          ];
          if (recordsIn(first.body) !== recordsIn(second.body))
            throw new ContractViolation(`?${search} gives other records than ?${plain}`);
        },
      }),
    ),
    draft(operation, {
      rule: RULE,
      name: "the order of the parameters does not matter, whatever they are",
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
        await each(
          ordersOf(pairs).map((order) => order.join("&")),
          (search) => `?${search}`,
          async (search) => {
            const { body } = await ask(context, document, operation, search, success);
            if (recordsIn(body) !== recordsIn(first.body))
              throw new ContractViolation(`?${search} gives other records than ?${pairs.join("&")}`);
          },
        );
      },
    }),
    ...moments.map(({ name }) =>
      draft(operation, {
        rule: RULE,
        name: `every valid form of a moment as ${name} is taken`,
        wire: true,
        run: async (context) => {
          for (const { text } of DATE_TIMES)
            await ask(context, document, operation, `limit=1&${name}=${encodeURIComponent(text)}`, success);
        },
      }),
    ),
  ];
}
