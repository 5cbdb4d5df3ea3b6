import {
  type Located,
  type OpenApiDocument,
  propertiesOf,
  type SchemaObject,
  schemaAt,
} from "@metadata-service/spec-tools";
import type { SearchEntry } from "../../browser/search-entry.js";
import type { Decision } from "../guides/decisions.js";
import { isForOperators } from "../guides/group-guides.js";
import type { Guide } from "../guides/guides.js";
import { slug } from "../guides/markdown.js";
import { introduction } from "../reference/introduction.js";
import { type ApiOperation, type DocsApi, operationLink, sentTitle } from "../reference/operations.js";
import { changelogText } from "./changelog-page.js";

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

/**
 * Returns everything that the search can find: guides by heading, operations, schemas, decision records and the other pages.
 *
 * @param changelog the changelog, in Markdown
 */
export function searchIndex(api: DocsApi, guides: Guide[], decisions: Decision[], changelog: string): SearchEntry[] {
  const { document, model, operations } = api;
  const entries = [
    ...pageEntries(api, changelog),
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
    ...model.sent.map(
      ({ kind, name, of, request }): SearchEntry => ({
        id: `reference-plain.html#${slug(sentTitle({ name, request }))}`,
        kind: kind === "webhook" ? "Webhook" : "Callback",
        title: request.summary ?? name,
        place: of ? `Callback of ${of.operation}` : "Webhook",
        names: name,
        text: request.description ?? "",
      }),
    ),
    ...model.schemas.map(
      ({ name, node, pointer }): SearchEntry => ({
        id: `reference.html#/schemas/${name.toLowerCase()}`,
        kind: "Schema",
        title: name,
        place: "Schema",
        text: [node.description, ...fieldsOf(document, schemaAt(document, node, pointer))].join(" "),
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

/** Returns an entry for each page that is neither a guide nor a decision record. */
function pageEntries({ model, operations, baseUrl }: DocsApi, changelog: string): SearchEntry[] {
  const about = [model.description ?? "", ...introduction(baseUrl, operations, (text) => text)];
  return [
    {
      id: "reference.html",
      kind: "Page",
      title: "Reference",
      place: "Every operation, field and schema",
      words: "base url, server url, host, endpoints, api documentation",
      text: about.join(" "),
    },
    {
      id: "reference-plain.html",
      kind: "Page",
      title: "Reference on one page",
      place: "Reference",
      words: "print, pdf",
      text: "Every operation, parameter and schema on one page, to print or to read without JavaScript.",
    },
    {
      id: "try.html",
      kind: "Page",
      title: "Try it",
      place: "Console",
      words: "console, playground, api explorer, interactive",
      text: "Send requests to the mock or to the service from your browser.",
    },
    {
      id: "changelog.html",
      kind: "Page",
      title: "Changelog of the API",
      place: "What changed in which version",
      words: "release notes, history, new version",
      text: changelogText(changelog),
    },
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
const fieldsOf = (document: OpenApiDocument, schema: Located<SchemaObject>): string[] =>
  [...propertiesOf(document, schema)].map(
    ([field, { node }]) => `${field} ${node.const ?? ""} ${node.description ?? ""}`,
  );

/** Other words for what a section is about, from comments of its Markdown: `<!-- search: pagination, page size -->`. */
const wordsIn = (html: string) =>
  [...html.matchAll(/<!-- search: ([\s\S]*?) -->/g)].map(([, words]) => words).join(" ");

/** Separates the code of a section from its text, because code mentions a lot that a section is not about. */
function textAndCode(html: string): Pick<SearchEntry, "text" | "code"> {
  const code = [...html.matchAll(/<pre\b[\s\S]*?<\/pre>/g)].map(([block]) => textOf(block)).join(" ");
  return { text: textOf(html.replaceAll(/<pre\b[\s\S]*?<\/pre>/g, " ")), ...(code !== "" && { code }) };
}

/** Returns entries for the guide as a whole and for each of its sections. */
function guideEntries(guide: Guide): SearchEntry[] {
  const page = `guides/${guide.name}.html`;
  const kind = isForOperators(guide) ? "Operators" : "Guide";
  const [head = "", ...sections] = guide.html.split(/(?=<h[23] id=")/);
  return [
    { id: page, kind, title: guide.title, place: "Guide", ...textAndCode(head), words: wordsIn(head) },
    ...sections.map((html): SearchEntry => {
      const [, id = "", heading = ""] = html.match(/^<h\d id="([^"]+)">([\s\S]*?)<\/h\d>/) ?? [];
      return {
        id: `${page}#${id}`,
        kind,
        title: textOf(heading),
        place: guide.title,
        ...textAndCode(html.replace(/^.*\n/, "")),
        words: wordsIn(html),
      };
    }),
  ];
}
