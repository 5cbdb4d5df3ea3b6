import { type OpenApiDocument, propertiesOf, readSentRequests, schemaAt } from "@metadata-service/spec-tools";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { SearchEntry } from "../../browser/search-entry.js";
import type { Decision } from "../guides/decisions.js";
import type { Guide } from "../guides/guides.js";
import { slug } from "../guides/markdown.js";
import { type ApiOperation, operationLink, sentTitle } from "../reference/operations.js";

/** Removes Markdown from a text. */
const plain = (text: string) => text.replaceAll(/[*`]/g, "").replaceAll(/\s+/g, " ").trim();

/** Returns everything that the search can find: guides by heading, operations, schemas and decision records. */
export function searchIndex(
  document: OpenApiDocument,
  operations: ApiOperation[],
  guides: Guide[],
  decisions: Decision[],
): SearchEntry[] {
  const entries = [
    ...guides.flatMap(guideEntries),
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
  return entries.map((entry) => ({ ...entry, title: plain(entry.title), text: plain(entry.text) }));
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
  const text = (html: string) =>
    html
      .replaceAll("<wbr>", "")
      .replaceAll(/<!--[\s\S]*?-->|<[^>]+>/g, " ")
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&")
      .replaceAll(/\s+/g, " ")
      .trim();
  const [head = "", ...sections] = guide.html.split(/(?=<h[23] id=")/);
  return [
    { id: page, kind: "Guide", title: guide.title, place: "Guide", text: text(head), words: wordsIn(head) },
    ...sections.map((html): SearchEntry => {
      const [, id = "", heading = ""] = html.match(/^<h\d id="([^"]+)">([\s\S]*?)<\/h\d>/) ?? [];
      return {
        id: `${page}#${id}`,
        kind: "Guide",
        title: text(heading),
        place: guide.title,
        text: text(html.replace(/^.*\n/, "")),
        words: wordsIn(html),
      };
    }),
  ];
}
