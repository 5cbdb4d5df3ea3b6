import { type Change, Changes } from "../change.js";
import { resolve } from "../inclusion/resolve.js";
import { type Found, objectAt } from "./dereference.js";
import { diffPaths, type PathItems } from "./diff-paths.js";
import { diffReferences } from "./diff-references.js";
import { createComparison } from "./diff-schemas.js";
import { diffSchemes } from "./diff-security.js";
import { diffServersOfDocument } from "./diff-servers.js";
import { equal, isNode, list, type Spec } from "./node.js";
import { Pair } from "./pair.js";
import { Subject } from "./subject.js";
import { reportUnexamined } from "./unexamined.js";

/** `x-guides` names pages of the documentation. */
const TEXTS = ["externalDocs", "x-guides"];
const KNOWN = [
  ...["openapi", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components", "security", "tags"],
  ...["x-promises", ...TEXTS],
];
const INFO = ["title", "summary", "description", "termsOfService", "contact", "license"];

/**
 * Returns all differences between two versions of an OpenAPI document, each with a verdict. A difference that no rule
 * covers is reported as not judged.
 *
 * @example
 * ```ts
 * const breaking = diffSpecs(released, current).filter(({ verdict }) => verdict === "breaking");
 * ```
 */
export function diffSpecs(before: Spec, after: Spec): Change[] {
  if (equal(before, after)) return [];
  const changes = new Changes();
  const comparison = createComparison(changes, before, after);
  const pairOf = (was: Found, is: Found, what: string) => new Pair(comparison, was, is, new Subject(what));
  const fields = (name: string) => pairOf(objectAt(before[name], `/${name}`), objectAt(after[name], `/${name}`), name);
  const document = pairOf({ node: before, at: "" }, { node: after, at: "" }, "the document");
  diffVersions(document);
  diffReferences(changes, before, after);
  diffServersOfDocument(pairOf(document.old, document.now, "every operation"));
  const paths = (name: string): [PathItems, PathItems] => [
    { value: before[name], at: `/${name}` },
    { value: after[name], at: `/${name}` },
  ];
  diffPaths(comparison, ...paths("paths"));
  // The server calls the client, so the client reads here what it writes elsewhere.
  diffPaths({ ...comparison, direction: "response" }, ...paths("webhooks"));
  diffSchemes(document);
  // Each operation reports what the security of the document means for it.
  changes.examined("/security");
  const info = fields("info");
  info.texts(INFO);
  info.unknown([...INFO, "version"]);
  const [old, now] = info.both("version");
  if (old !== now)
    changes.documentation("version-changed", "/info/version", `info.version is ${now} instead of ${old}`);
  diffTags(document);
  document.promises();
  document.texts(TEXTS);
  document.unknown(KNOWN);
  const components = fields("components");
  components.unknown(SECTIONS);
  if (components.differs("examples"))
    components.documentation("examples-changed", "/components/examples", ": examples changed");
  reportUnexamined(changes, before, after);
  return changes.list().map((change) => ({ ...change, at: writtenPlace(changes, [after, before], change.at) }));
}

/** Where a change in a merged schema is written: in the first of the merged schemas that contains it. */
function writtenPlace(changes: Changes, specs: Spec[], at: string): string {
  const isWritten = (place: string) =>
    specs.some((spec) => resolve(spec, place.startsWith("#") ? place : `#${place}`) !== undefined);
  if (isWritten(at)) return at;
  const found = changes.writtenAt(at.slice(1)).find(isWritten);
  return found === undefined ? at : `#${found}`;
}

/** Another version of OpenAPI or JSON Schema may change the meaning of every keyword. */
function diffVersions({ changes, old: { node: before }, now: { node: after } }: Pair): void {
  const notJudged = (rule: string, at: string, text: string) =>
    changes.add("not judged", "both", rule, at, `${text}; keywords may mean something else`);
  const minor = (spec: Spec) => String(spec["openapi"]).split(".").slice(0, 2).join(".");
  const version = `the document is OpenAPI ${after["openapi"]} instead of ${before["openapi"]}`;
  if (minor(before) !== minor(after)) notJudged("openapi-version-changed", "/openapi", version);
  else if (before["openapi"] !== after["openapi"])
    changes.documentation("openapi-version-changed", "/openapi", version);
  // The default dialect of OpenAPI 3.1 is a superset of JSON Schema 2020-12 that only adds annotations (3.1.1, sections
  // 4.8.24 and 4.8.24.5).
  const [old, now] = [before, after].map((spec) => String(spec["jsonSchemaDialect"] ?? SAME_DIALECTS[0]));
  const isSame = [old, now].every((dialect) => SAME_DIALECTS.includes(String(dialect)));
  const [rule, place] = ["dialect-changed", "/jsonSchemaDialect"];
  if (old !== now && !isSame) notJudged(rule, place, `schemas are written in ${now} instead of ${old}`);
  else if (before["jsonSchemaDialect"] !== after["jsonSchemaDialect"])
    changes.documentation(rule, place, "jsonSchemaDialect is written differently; the keywords mean the same");
}

const SAME_DIALECTS = [
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://json-schema.org/draft/2020-12/schema",
];

function diffTags(document: Pair): void {
  if (!document.differs("tags")) return;
  const [was, is] = document.both("tags").map((tags) => list(tags).map((tag) => (isNode(tag) ? tag["name"] : tag)));
  const how = equal(was, is) ? "the descriptions of tags changed" : "the list of tags changed";
  document.changes.documentation("tags-changed", "/tags", how);
}

const SECTIONS =
  "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems".split(" ");
