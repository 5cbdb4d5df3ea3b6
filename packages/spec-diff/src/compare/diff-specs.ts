import { nodeAt } from "@metadata-service/spec-tools/pointer";
import { type Change, Changes } from "../change.js";
import { resolve } from "../inclusion/resolve.js";
import type { Found } from "./dereference.js";
import { diffPaths } from "./diff-paths.js";
import { diffReferences } from "./diff-references.js";
import { diffSchemes } from "./diff-security.js";
import { diffServers, serversOf } from "./diff-servers.js";
import { equal, isNode, list, type Spec } from "./node.js";
import { FieldPair } from "./pair.js";
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
  diffVersions(changes, before, after);
  diffReferences(changes, before, after);
  diffServers(changes, serversOf([[before, ""]]), serversOf([[after, ""]]), new Subject("every operation"));
  diffPaths(changes, "request", [before, before["paths"], "/paths"], [after, after["paths"], "/paths"]);
  // The server calls the client, so the client reads here what it writes elsewhere.
  diffPaths(changes, "response", [before, before["webhooks"], "/webhooks"], [after, after["webhooks"], "/webhooks"]);
  diffSchemes(changes, before, after);
  // Each operation reports what the security of the document means for it.
  changes.examined("/security");
  const pairOf = (was: Found, is: Found, what: string) => new FieldPair(changes, "both", was, is, new Subject(what));
  const info = pairOf(fieldOf(before, "info"), fieldOf(after, "info"), "info");
  info.texts(INFO);
  info.unknown([...INFO, "version"]);
  const [old, now] = info.both("version");
  if (old !== now)
    changes.documentation("version-changed", "/info/version", `info.version is ${now} instead of ${old}`);
  diffTags(changes, before, after);
  const document = pairOf({ node: before, at: "" }, { node: after, at: "" }, "the document");
  document.promises();
  document.texts(TEXTS);
  document.unknown(KNOWN);
  const components = pairOf(fieldOf(before, "components"), fieldOf(after, "components"), "components");
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

const fieldOf = (spec: Spec, name: string): Found => {
  const node = nodeAt(spec, `/${name}`);
  return { node: isNode(node) ? node : {}, at: `/${name}` };
};

/** Another version of OpenAPI or JSON Schema may change the meaning of every keyword. */
function diffVersions(changes: Changes, before: Spec, after: Spec): void {
  const minor = (spec: Spec) => String(spec["openapi"]).split(".").slice(0, 2).join(".");
  const version = `the document is OpenAPI ${after["openapi"]} instead of ${before["openapi"]}`;
  const [rule, at] = ["openapi-version-changed", "/openapi"];
  if (minor(before) !== minor(after))
    changes.add("not judged", "both", rule, at, `${version}; keywords may mean something else`);
  else if (before["openapi"] !== after["openapi"]) changes.documentation(rule, at, version);
  // The default dialect of OpenAPI 3.1 is a superset of JSON Schema 2020-12 that only adds annotations (3.1.1, sections
  // 4.8.24 and 4.8.24.5).
  const [old, now] = [before, after].map((spec) => String(spec["jsonSchemaDialect"] ?? SAME_DIALECTS[0]));
  const isSame = [old, now].every((dialect) => SAME_DIALECTS.includes(String(dialect)));
  const [dialectRule, place] = ["dialect-changed", "/jsonSchemaDialect"];
  if (old !== now && !isSame) {
    const text = `schemas are written in ${now} instead of ${old}; keywords may mean something else`;
    changes.add("not judged", "both", dialectRule, place, text);
  } else if (before["jsonSchemaDialect"] !== after["jsonSchemaDialect"])
    changes.documentation(dialectRule, place, "jsonSchemaDialect is written differently; the keywords mean the same");
}

const SAME_DIALECTS = [
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://json-schema.org/draft/2020-12/schema",
];

function diffTags(changes: Changes, before: Spec, after: Spec): void {
  if (!equal(before["tags"], after["tags"])) {
    const names = (spec: Spec) => list(spec["tags"]).map((tag) => (isNode(tag) ? tag["name"] : tag));
    const how = equal(names(before), names(after)) ? "the descriptions of tags changed" : "the list of tags changed";
    changes.documentation("tags-changed", "/tags", how);
  }
}

const SECTIONS =
  "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems".split(" ");
