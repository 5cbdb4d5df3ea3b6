// @ts-check
import { parametersOf, resolve } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */
/** @typedef {{ node: any, location: any }} Located */
/** @typedef {(message: string, member?: string) => void} Report `member` is the one of x-pagination that is wrong */

/** What each page shape names: the member with the records and the member with their number. */
const SHAPES = {
  standard: { records: true, total: true, others: ["limit", "offset"] },
  linked: { records: true, total: true, others: ["next", "previous"] },
  array: { records: false, total: false, others: [] },
};
const MEMBERS = ["shape", "records", "total", "identity", "createdAt", "updatedAt", "updatedFrom", "updatedTo"];

/** `x-pagination` is what generators read, so all that it names must be there. CONTRIBUTING.md explains its members. */
export function pagination() {
  return {
    /** @param {any} operation @param {Context} ctx */
    Operation(operation, ctx) {
      const paging = operation["x-pagination"];
      if (paging === undefined) return;
      const at = ctx.location.child(["x-pagination"]);
      /** @type {Report} */
      const report = (message, member) =>
        ctx.report({ message, location: member && paging?.[member] !== undefined ? at.child([member]) : at });

      if (paging === null || typeof paging !== "object")
        return report("x-pagination must be an object with shape and the names of fields; see CONTRIBUTING.md.");
      for (const name of Object.keys(paging))
        if (!MEMBERS.includes(name))
          report(`"${name}" is not a property of x-pagination; use only ${MEMBERS.join(", ")}.`, name);
      const shape = /** @type {Record<string, typeof SHAPES.standard | undefined>} */ (SHAPES)[paging.shape];
      if (!shape) return report(wrongShape(paging.shape), "shape");

      checkWindow(paging, parametersOf(operation, ctx), report);
      const response = resolve(operation.responses?.["200"], ctx);
      const page = resolve(jsonOf(response.node)?.schema, ctx, response.location);
      if (!page.node) return report("A list operation must have a 200 response with a JSON schema; add it.");
      checkPage(paging, shape, page.node, report);
      checkRecord(paging, recordsOf(paging, page, ctx), ctx, report);
    },
  };
}

/** The start of the message about a field that x-pagination needs and does not have. @param {string} name */
const missing = (name) => `x-pagination has no ${name}; set it to`;

/** @param {unknown} shape */
function wrongShape(shape) {
  const known = Object.keys(SHAPES).join(", ");
  return shape === undefined ? `${missing("shape")} one of ${known}.` : `Unknown page shape "${shape}"; use ${known}.`;
}

/** The JSON of a response, such as `application/vnd.acme.v2+json`. @param {any} response */
const jsonOf = (response) =>
  Object.entries(response?.content ?? {}).find(([type]) => /^[^;]*[/+]json\s*(;|$)/i.test(type))?.[1];

/** @param {any} paging @param {Map<string, any>} parameters @param {Report} report */
function checkWindow(paging, parameters, report) {
  for (const name of ["updatedFrom", "updatedTo"])
    if (paging[name] !== undefined && !parameters.has(paging[name]))
      report(`There is no parameter "${paging[name]}"; add it, or name another in ${name}.`, name);
  if ((paging.updatedFrom === undefined) !== (paging.updatedTo === undefined))
    report("updatedFrom and updatedTo belong together; set both in x-pagination, or neither.");
}

/** @param {any} paging @param {typeof SHAPES.standard} shape @param {any} page @param {Report} report */
function checkPage(paging, shape, page, report) {
  for (const name of /** @type {const} */ (["records", "total"])) {
    if (!shape[name]) {
      if (paging[name] !== undefined)
        report(`x-pagination of shape ${paging.shape} must not set ${name}; remove it.`, name);
    } else if (paging[name] === undefined) {
      report(`${missing(name)} the property of the page that contains the ${name}.`);
    } else if (!page.properties?.[paging[name]]) {
      report(
        `The page schema has no property "${paging[name]}"; set ${name} to the property that contains the ${name}.`,
        name,
      );
    } else if (!page.required?.includes(paging[name])) {
      report(`The property "${paging[name]}" must be required, because paging relies on it; add it to required.`, name);
    }
  }
  for (const name of shape.others)
    if (!page.properties?.[name]) report(`A page of shape ${paging.shape} must have a property "${name}"; add it.`);
}

/**
 * The schema of the records of a page; the page itself where it is a plain array.
 *
 * @param {any} paging @param {Located} page @param {Context} ctx
 * @returns {Located}
 */
function recordsOf(paging, page, ctx) {
  const records = page.node.properties?.[paging.records];
  const isRequired = page.node.required?.includes(paging.records);
  return records && isRequired ? resolve(records, ctx, page.location) : page;
}

/** @param {any} paging @param {Located} list @param {Context} ctx @param {Report} report */
function checkRecord(paging, list, ctx, report) {
  if (list.node?.type !== "array")
    return report("The records of a page must be an array; set records to a property of type array.", "records");
  if (paging.identity === undefined)
    report(`${missing("identity")} the required property of a record that identifies it.`);
  const record = membersOf({ node: list.node.items, location: list.location }, ctx);
  // A list may be without times, but only an update time can be compared with a window.
  const needed = ["createdAt", "updatedAt"].filter((name) => paging[name] !== undefined);
  if (paging.updatedFrom !== undefined && paging.updatedAt === undefined)
    report(`${missing("updatedAt")} the required property of a record that updatedFrom and updatedTo compare.`);
  if (paging.identity !== undefined) needed.push("identity");
  for (const name of needed)
    if (!record.properties.has(paging[name]) || !record.required.has(paging[name]))
      report(
        `The record schema has no required property "${paging[name]}"; set ${name} to the property that is its ${name}.`,
        name,
      );
}

/**
 * The names of the fields of a record, including those from schemas in its `allOf`, and those that all schemas of a union have.
 *
 * @param {Located} schema @param {Context} ctx @param {number} [depth] against parts that lead back to the record
 * @returns {{ properties: Set<string>, required: Set<string> }}
 */
function membersOf({ node, location }, ctx, depth = 0) {
  const record = resolve(node, ctx, location);
  /** @param {unknown[]} parts */
  const members = (parts = []) =>
    depth > 8 ? [] : parts.map((part) => membersOf({ node: part, location: record.location }, ctx, depth + 1));
  const { properties = {}, required = [], allOf, oneOf, anyOf } = record.node ?? {};
  const parts = [...members(allOf), ...[oneOf, anyOf].map((branches) => ofEach(members(branches)))];
  return {
    properties: new Set([...Object.keys(properties), ...parts.flatMap((part) => [...part.properties])]),
    required: new Set([...required, ...parts.flatMap((part) => [...part.required])]),
  };
}

/** The names that all branches of a union have. @param {{ properties: Set<string>, required: Set<string> }[]} branches */
function ofEach(branches) {
  /** @param {"properties" | "required"} kind */
  const common = (kind) =>
    new Set([...(branches[0]?.[kind] ?? [])].filter((name) => branches.every((branch) => branch[kind].has(name))));
  return { properties: common("properties"), required: common("required") };
}
