import { type OpenApiDocument, propertiesOf, readSentRequests, schemaAt } from "@metadata-service/spec-tools";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { SearchEntry } from "../../browser/search-entry.js";
import type { Decision } from "../guides/decisions.js";
import type { Guide } from "../guides/guides.js";
import { slug } from "../guides/markdown.js";
import { type ApiOperation, operationLink, sentTitle } from "../reference/operations.js";

const NAMED: Readonly<Record<string, string>> = { amp: "&", apos: "'", gt: ">", lt: "<", nbsp: " ", quot: '"' };

/** Decodes the character references of a text, and makes one line of it. */
const decoded = (text: string) =>
  text
    .replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|apos|gt|lt|nbsp|quot));/gi, (_, decimal, hex, name) =>
      name
        ? (NAMED[name.toLowerCase()] ?? "")
        : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/\s+/g, " ")
    .trim();

/** Removes Markdown from a text. */
const plain = (text: string) => decoded(text.replaceAll(/[*`]/g, ""));

/** Removes the tags of HTML that this site rendered, with the titles of pages and of code, which say nothing in a line of text. */
const textOf = (html: string) =>
  decoded(
    html
      .replaceAll(/<h1>.*?<\/h1>|<div class="code-head">.*?<\/div>/g, " ")
      .replaceAll(/<\/?(?:a|code|em|span|strong|wbr)\b[^>]*>/g, "")
      .replaceAll(/<!--[\s\S]*?-->|<[^>]+>/g, " "),
  );

/** Returns everything that the search can find: guides by heading, operations, schemas and decision records. */
export function searchIndex(
  document: OpenApiDocument,
  operations: ApiOperation[],
  guides: Guide[],
  decisions: Decision[],
): SearchEntry[] {
  const entries = [
    ...operations.map(
      (operation): SearchEntry => ({
        id: operationLink(operation),
        kind: "Operation",
        title: operation.summary,
        place: `${operation.method} ${operation.path}`,
        names: operation.id,
        words: wordsOf(operation),
        text: [
          operation.description,
          ...[...operation.parameters, ...operation.responses.flatMap(({ headers }) => headers)].map(
            ({ name, description = "" }) => `${name} ${description}`,
          ),
        ].join(" "),
      }),
    ),
    ...readSentRequests(document).map(
      ({ kind, name, of, request }): SearchEntry => ({
        id: `reference-plain.html#${slug(sentTitle({ name, request }))}`,
        kind: kind === "webhook" ? "Webhook" : "Callback",
        title: request.summary ?? name,
        place: of ? `Callback of ${of.operation}` : "Webhook",
        names: name,
        text: request.description ?? "",
      }),
    ),
    ...Object.entries(document.components?.schemas ?? {}).map(
      ([name, schema]): SearchEntry => ({
        id: `reference.html#/schemas/${name.toLowerCase()}`,
        kind: "Schema",
        title: name,
        place: "Schema",
        text: [schema.description, ...fieldsOf(document, name)].join(" "),
      }),
    ),
    ...decisions.map(
      (decision): SearchEntry => ({
        id: `decisions/${decision.name}.html`,
        kind: "Decision",
        title: decision.title,
        place: `Decision ${decision.number}`,
        text: decision.markdown.replace(/^#.*\n/, ""),
      }),
    ),
  ];
  return [
    ...guides.flatMap(guideEntries),
    ...entries.map((entry) => ({ ...entry, title: plain(entry.title), text: plain(entry.text) })),
  ];
}

/** What readers call an operation of a method, whatever its summary calls it. */
const VERBS: Readonly<Record<string, string>> = {
  POST: "create add new insert send submit",
  PUT: "update replace change edit modify",
  PATCH: "update change edit modify",
  DELETE: "delete remove destroy",
};

/** Returns other words for an operation, by what it does. */
function wordsOf({ method, list, shape, deprecated }: ApiOperation): string {
  const { body, success } = shape;
  const sendsFile = body?.media.kind === "multipart" || body?.media.kind === "binary";
  return [
    "endpoint route",
    list ? "list all search pagination pages" : (VERBS[method] ?? "get read fetch show one"),
    ...(sendsFile ? ["upload attach attachment file image"] : []),
    ...(success.kind === "binary" ? ["download file"] : []),
    ...(deprecated ? ["deprecated obsolete"] : []),
  ].join(" ");
}

/** Returns the fields of a schema, including those that it has from others. */
function fieldsOf(document: OpenApiDocument, name: string): string[] {
  const schema = schemaAt(document, document.components?.schemas?.[name], pointerTo("#/components/schemas", name));
  return [...propertiesOf(document, schema)].map(
    ([field, { node }]) => `${field} ${node.const ?? ""} ${node.description ?? ""}`,
  );
}

/** Other words for what a section is about, from comments of its Markdown: `<!-- search: pagination, page size -->`. */
const wordsIn = (html: string) =>
  [...html.matchAll(/<!-- search: ([\s\S]*?) -->/g)].map(([, words]) => words).join(" ");

/** Returns entries for the guide as a whole and for each of its sections. */
function guideEntries(guide: Guide): SearchEntry[] {
  const page = `guides/${guide.name}.html`;
  const [head = "", ...sections] = guide.html.split(/(?=<h[23] id=")/);
  return [
    { id: page, kind: "Guide", title: guide.title, place: "Guide", text: textOf(head), words: wordsIn(head) },
    ...sections.map((html): SearchEntry => {
      const [, id = "", heading = ""] = html.match(/^<h\d id="([^"]+)">([\s\S]*?)<\/h\d>/) ?? [];
      return {
        id: `${page}#${id}`,
        kind: "Guide",
        title: textOf(heading),
        place: guide.title,
        text: textOf(html.replace(/^.*\n/, "")),
        words: wordsIn(html),
      };
    }),
  ];
}
