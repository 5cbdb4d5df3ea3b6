import { type Change, Changes } from "../change.js";
import { resolve } from "../inclusion/resolve.js";
import { diffPaths } from "./diff-paths.js";
import { diffReferences } from "./diff-references.js";
import { createComparison } from "./diff-schemas.js";
import { diffSchemes } from "./diff-security.js";
import { diffServersOfDocument } from "./diff-servers.js";
import { equal, isNode, list, type Spec } from "./node.js";
import { Pair, type Rule, type Rules } from "./pair.js";
import { all, elsewhere, promises, text } from "./rules.js";
import { Subject } from "./subject.js";
import { reportUnexamined } from "./unexamined.js";

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
  diffReferences(changes, before, after);
  const comparison = createComparison(changes, before, after);
  const document = { old: { node: before, at: "" }, now: { node: after, at: "" } };
  new Pair(comparison, document.old, document.now, new Subject("the document")).compare(DOCUMENT);
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
const notJudged = ({ changes }: Pair, rule: string, field: string, what: string) =>
  changes.add("not judged", "both", rule, `/${field}`, `${what}; keywords may mean something else`);

const openApiVersion: Rule = (document, field) => {
  if (!document.differs(field)) return;
  const [old, now] = document.both(field);
  const minor = (version: unknown) => String(version).split(".").slice(0, 2).join(".");
  const [rule, what] = ["openapi-version-changed", `the document is OpenAPI ${now} instead of ${old}`];
  if (minor(old) === minor(now)) document.changes.documentation(rule, `/${field}`, what);
  else notJudged(document, rule, field, what);
};

/**
 * The default dialect of OpenAPI 3.1 is a superset of JSON Schema 2020-12 that only adds annotations (3.1.1, sections
 * 4.8.24 and 4.8.24.5).
 */
const SAME_DIALECTS = [
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://json-schema.org/draft/2020-12/schema",
];

const dialect: Rule = (document, field) => {
  if (!document.differs(field)) return;
  const [old, now] = document.both(field).map((one) => String(one ?? SAME_DIALECTS[0])) as [string, string];
  const isSame = old === now || [old, now].every((one) => SAME_DIALECTS.includes(one));
  const [rule, same] = ["dialect-changed", `${field} is written differently; the keywords mean the same`];
  if (isSame) document.changes.documentation(rule, `/${field}`, same);
  else notJudged(document, rule, field, `schemas are written in ${now} instead of ${old}`);
};

/** An object in a field of the document. */
const objectWith =
  (rules: Rules): Rule =>
  (document, field) =>
    document.in(field, new Subject(field)).compare(rules);

const INFO: Rules = {
  ...all(text, "title", "summary", "description", "termsOfService", "contact", "license"),
  version: (info, field) => {
    const [old, now] = info.both(field);
    if (old !== now)
      info.changes.documentation("version-changed", info.at(field), `info.version is ${now} instead of ${old}`);
  },
};

const tags: Rule = (document, field) => {
  if (!document.differs(field)) return;
  const [was, is] = document.both(field).map((all) => list(all).map((tag) => (isNode(tag) ? tag["name"] : tag)));
  const how = equal(was, is) ? "the descriptions of tags changed" : "the list of tags changed";
  document.changes.documentation("tags-changed", `/${field}`, how);
};

const COMPONENTS: Rules = {
  examples: text,
  ...all(elsewhere, "schemas", "responses", "parameters", "requestBodies", "headers", "securitySchemes", "links"),
  ...all(elsewhere, "callbacks", "pathItems"),
};

const DOCUMENT: Rules = {
  openapi: openApiVersion,
  jsonSchemaDialect: dialect,
  servers: diffServersOfDocument,
  paths: (document, field) => diffPaths(document.in(field)),
  // The server calls the client, so the client reads here what it writes elsewhere.
  webhooks: (document, field) => diffPaths(document.with({ direction: "response" }).in(field)),
  // Each operation reports what the security of the document means for it.
  security: (document, field) => document.examined(field),
  components: (document, field) => {
    diffSchemes(document);
    objectWith(COMPONENTS)(document, field);
  },
  info: objectWith(INFO),
  tags,
  "x-promises": promises,
  // `x-guides` names pages of the documentation.
  ...all(text, "externalDocs", "x-guides"),
};
