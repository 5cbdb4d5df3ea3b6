import type { OpenApiDocument, SchemaObject } from "@metadata-service/spec-tools";
import type { SearchEntry } from "../../browser/search-entry.js";
import type { Decision } from "../guides/decisions.js";
import type { Guide } from "../guides/guides.js";
import { slug } from "../guides/markdown.js";
import { type ApiOperation, operationLink } from "../reference/operations.js";
import { sentRequests, sentTitle } from "../samples/sent-requests.js";

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
        text: [
          operation.description,
          ...operation.parameters.map(({ name, description = "" }) => `${name} ${description}`),
        ].join(" "),
      }),
    ),
    ...sentRequests(document).map(
      ({ kind, name, of, request }): SearchEntry => ({
        id: `reference-plain.html#${slug(sentTitle({ name, request }))}`,
        kind,
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
        text: [schema.description, ...membersOf(schema)].join(" "),
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

function membersOf(schema: SchemaObject): string[] {
  return Object.entries(schema.properties ?? {}).map(
    ([name, { description = "", const: value }]) => `${name} ${value ?? ""} ${description}`,
  );
}

/** Returns entries for the guide as a whole and for each of its sections. */
function guideEntries(guide: Guide): SearchEntry[] {
  const page = `guides/${guide.name}.html`;
  const text = (html: string) =>
    html
      .replaceAll("<wbr>", "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&")
      .replaceAll(/\s+/g, " ")
      .trim();
  const [head = "", ...sections] = guide.html.split(/(?=<h[23] id=")/);
  return [
    { id: page, kind: "Guide", title: guide.title, place: "Guide", text: text(head) },
    ...sections.map((html): SearchEntry => {
      const [, id = "", heading = ""] = html.match(/^<h\d id="([^"]+)">([\s\S]*?)<\/h\d>/) ?? [];
      return {
        id: `${page}#${id}`,
        kind: "Guide",
        title: text(heading),
        place: guide.title,
        text: text(html.replace(/^.*\n/, "")),
      };
    }),
  ];
}
