import type { OperationRules, Rules } from "@metadata-service/server-rules";
import { itemsOf, type MediaTypeModel, type ParameterModel, sampleValue } from "@metadata-service/spec-tools";
import { shell } from "@metadata-service/spec-tools/languages";

/** What a request contains apart from its credentials. */
interface Sample {
  readonly operation: OperationRules;
  readonly query: readonly (readonly [name: string, text: string])[];
  readonly headers: readonly (readonly [name: string, text: string])[];
  readonly body?: string;
}

/** The longest body that is printed, in characters. */
const LONGEST_BODY = 2_000;

/** Returns a curl command for a first request: of a list, or else of an operation that needs as little as possible. */
export function sampleRequest(rules: Rules, url: string, apiKey: string): string {
  const sample = firstSample(rules, apiKey);
  if (!sample) return `curl ${shell.word(`${url}/`)}`;
  const { operation, query, headers, body } = sample;
  const pairs = query.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  return [
    "curl",
    ...headers.map(([name, text]) => `-H ${shell.word(`${name}: ${text}`)}`),
    ...(body === undefined ? [] : [`-d ${shell.word(body)}`]),
    shell.word(`${url}${operation.path}${pairs.length > 0 ? "?" : ""}${pairs.join("&")}`),
  ].join(" ");
}

function firstSample(rules: Rules, apiKey: string): Sample | undefined {
  // A path without a slash is a mistake of the document, which has its own message.
  const fixed = rules.operations.filter(({ path }) => path.startsWith("/") && !path.includes("{"));
  const gets = fixed.filter(({ method }) => method === "GET");
  const needs = (operation: OperationRules) => operation.parameters.filter(({ required }) => required).length;
  const lists = gets.filter(({ pagination }) => pagination !== undefined);
  const posts = fixed.filter(({ method }) => method === "POST");
  for (const operation of [...lists, ...gets.sort((a, b) => needs(a) - needs(b)), ...posts]) {
    const sample = sampleOf(rules, operation, apiKey);
    if (sample) return sample;
  }
  return undefined;
}

/** Returns a valid request of the operation; undefined if the examples and types of the document do not make one. */
function sampleOf(rules: Rules, operation: OperationRules, apiKey: string): Sample | undefined {
  const { pagination, model } = operation;
  const carried = credentialsOf(rules, operation, apiKey);
  const needed = model.parameters.filter(
    ({ name, in: place, required }) => required && !carried.some((one) => one.in === place && one.name === name),
  );
  const given = needed.map((parameter) => ({ ...parameter, text: textOf(rules, parameter) }));
  const of = (place: string) =>
    [...given, ...carried].flatMap(({ name, in: where, text }) =>
      where === place ? [[name, text ?? ""] as const] : [],
    );
  const cookies = of("cookie").map(([name, text]) => `${name}=${text}`);
  const media = operation.method === "POST" ? model.body?.content[0] : undefined;
  const sample: Sample = {
    operation,
    query: [...(pagination ? [["limit", "2"] as const] : []), ...of("query")],
    headers: [
      ...of("header"),
      ...(cookies.length > 0 ? [["Cookie", cookies.join("; ")] as const] : []),
      ...(media ? [["Content-Type", media.concrete] as const] : []),
    ],
    ...(media && { body: bodyOf(rules, media) }),
  };
  return given.every(({ text }) => text !== undefined) && isAccepted(sample) ? sample : undefined;
}

/** Returns what a request contains for the first alternative of the operation's security. */
function credentialsOf({ api }: Rules, { security }: OperationRules, apiKey: string) {
  const uses = (security[0] ?? []).flatMap(({ scheme }) => api.securitySchemes[scheme] ?? []);
  return uses.flatMap(({ kind, credential }) => {
    const key = kind === "basic" ? Buffer.from(`user:${apiKey}`).toString("base64") : apiKey;
    return credential ? [{ ...credential, text: credential.prefix + key }] : [];
  });
}

/** Returns a value as a parameter writes it; undefined if it takes more than one text. */
function textOf({ document }: Rules, { schema, examples, mediaType }: ParameterModel): string | undefined {
  const value = sampleValue(document, schema, examples);
  if (mediaType !== undefined) return JSON.stringify(value);
  const one = Array.isArray(value) ? (value[0] ?? sampleValue(document, itemsOf(document, schema))) : value;
  return typeof one === "object" ? undefined : String(one);
}

function bodyOf({ document }: Rules, { kind, schema, examples }: MediaTypeModel): string {
  if (kind !== "json") return "";
  const [smallest] = examples.map(({ value }) => JSON.stringify(value)).sort((a, b) => a.length - b.length);
  return smallest ?? JSON.stringify(schema ? sampleValue(document, schema) : {});
}

/** Whether the mock accepts the request. */
function isAccepted({ operation, query, headers, body = "" }: Sample): boolean {
  const header = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1];
  try {
    operation.readQuery(new URLSearchParams(query.map(([name, text]) => [name, text])).toString());
    operation.checkHeaders(header);
    operation.body?.read(body, header);
    return body.length <= LONGEST_BODY;
  } catch {
    return false;
  }
}
