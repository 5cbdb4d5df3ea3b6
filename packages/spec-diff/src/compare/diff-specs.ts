import { nodeAt, pointerTo } from "@metadata-service/spec-tools/pointer";
import { type Change, Changes } from "../change.js";
import { resolve } from "../inclusion/resolve.js";
import type { Found } from "./dereference.js";
import { diffTexts, diffUnknown } from "./diff-fields.js";
import { diffPaths } from "./diff-paths.js";
import { diffReferences } from "./diff-references.js";
import { diffSchemes } from "./diff-security.js";
import { diffServers, serversOf } from "./diff-servers.js";
import { equal, isNode, list, type Node, type Spec } from "./node.js";
import { reportUnexamined } from "./unexamined.js";

const TEXTS = ["externalDocs"];
const KNOWN = [
  "openapi",
  "info",
  "jsonSchemaDialect",
  "servers",
  "paths",
  "webhooks",
  "components",
  "security",
  "tags",
  ...TEXTS,
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
  const [was, is]: [Found, Found] = [
    { node: before, at: "" },
    { node: after, at: "" },
  ];
  diffVersions(changes, before, after);
  diffReferences(changes, before, after);
  diffServers(changes, serversOf([[before, ""]]), serversOf([[after, ""]]), "every operation");
  diffPaths(changes, "request", [before, before["paths"], "/paths"], [after, after["paths"], "/paths"]);
  // The server calls the client, so the client reads here what it writes elsewhere.
  diffPaths(changes, "response", [before, before["webhooks"], "/webhooks"], [after, after["webhooks"], "/webhooks"]);
  diffSchemes(changes, before, after);
  // Each operation reports what the security of the document means for it.
  changes.examined("/security");
  const info: [Found, Found] = [fieldOf(before, "info"), fieldOf(after, "info")];
  diffTexts(changes, ...info, INFO, "info");
  diffUnknown(changes, "both", ...info, [...INFO, "version"], "info");
  changes.examined("/info/version");
  diffTags(changes, before, after);
  diffTexts(changes, was, is, TEXTS, "the document");
  diffUnknown(changes, "both", was, is, KNOWN, "the document");
  diffUnknownComponents(changes, before, after);
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
  if (minor(before) !== minor(after))
    changes.notJudged(
      "both",
      "openapi-version-changed",
      "/openapi",
      `the document is OpenAPI ${after["openapi"]} instead of ${before["openapi"]}; keywords may mean something else`,
    );
  else if (before["openapi"] !== after["openapi"])
    changes.documentation(
      "openapi-version-changed",
      "/openapi",
      `the document is OpenAPI ${after["openapi"]} instead of ${before["openapi"]}`,
    );
  // The default dialect of OpenAPI 3.1 is a superset of JSON Schema 2020-12 that only adds annotations (3.1.1, sections
  // 4.8.24 and 4.8.24.5).
  const dialect = (spec: Spec) => String(spec["jsonSchemaDialect"] ?? SAME_DIALECTS[0]);
  const isSame = SAME_DIALECTS.includes(dialect(before)) && SAME_DIALECTS.includes(dialect(after));
  if (dialect(before) !== dialect(after) && !isSame)
    changes.notJudged(
      "both",
      "dialect-changed",
      "/jsonSchemaDialect",
      `schemas are written in ${dialect(after)} instead of ${dialect(before)}; keywords may mean something else`,
    );
  else if (before["jsonSchemaDialect"] !== after["jsonSchemaDialect"])
    changes.documentation(
      "dialect-changed",
      "/jsonSchemaDialect",
      "jsonSchemaDialect is written differently; the keywords mean the same",
    );
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

function diffUnknownComponents(changes: Changes, before: Spec, after: Spec): void {
  const [was, is] = [fieldOf(before, "components"), fieldOf(after, "components")];
  diffUnknown(changes, "both", was, is, SECTIONS, "components");
  for (const section of ["examples"]) {
    const [old, now] = [was.node[section], is.node[section]] as (Node | undefined)[];
    if (!equal(old, now))
      changes.documentation("examples-changed", pointerTo("/components", section), "examples changed");
  }
}
