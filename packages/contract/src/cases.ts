import type { Case } from "./case.js";
import { acceptCases } from "./cases/accept.js";
import { loadCases } from "./cases/create/races.js";
import { recordCases } from "./cases/create/record-cases.js";
import { createLaws } from "./cases/create-laws.js";
import { collectionLaws, listLaws } from "./cases/list-laws.js";
import { propertyCases } from "./cases/properties.js";
import { protocolCases, routeCases } from "./cases/protocol.js";
import { provokeCases } from "./cases/provoke.js";
import { queryLaws } from "./cases/query-laws.js";
import { refuseCases } from "./cases/refuse.js";
import { apiKeyCases } from "./cases/requests/api-keys.js";
import { mediaTypeCases } from "./cases/requests/media-types.js";
import { misspeltCases } from "./cases/requests/misspelt.js";
import { otherHeaderCases } from "./cases/requests/other-headers.js";
import { querySyntaxCases } from "./cases/requests/query-syntax.js";
import { rateCase } from "./cases/requests/rate.js";
import { repetitionCases } from "./cases/requests/repetition.js";
import { routeGrammar } from "./cases/requests/routes.js";
import { sequenceCases } from "./cases/requests/sequences.js";
import { twoMistakeCases } from "./cases/requests/two-mistakes.js";
import { resourceLaws } from "./cases/resource-laws.js";
import { type Document, type Operation, operationsOf } from "./document.js";
import { versionCases } from "./lists/versions.js";
import { createValidator } from "./validator.js";

/**
 * Returns the contract suite of a document: everything that it promises and that clients can observe, as cases that run
 * on any target. A new operation in the document gets cases without any code. Do not change the document afterwards:
 * its cases are created once.
 *
 * @example
 * ```ts
 * for (const each of cases(document)) await each.run(context);
 * ```
 */
export function cases(document: Document): readonly Case[] {
  const known = suites.get(document);
  if (known) return known;
  const made = casesOf(document);
  suites.set(document, made);
  return made;
}

/** By document, because creating the cases of a document takes longer than running many of them. */
const suites = new WeakMap<Document, readonly Case[]>();

function casesOf(document: Document): Case[] {
  const validator = createValidator(document);
  const operations = operationsOf(document);
  const all = [
    ...operations.flatMap((operation) => [
      ...provokeCases(document, operation),
      ...acceptCases(document, validator, operation),
      ...refuseCases(document, validator, operation),
      ...protocolCases(document, operation),
      ...createLaws(document, operation),
      ...listLaws(operation),
      ...propertyCases(document, validator, operation),
      ...mediaTypeCases(document, operation),
      ...apiKeyCases(document, operation),
      ...querySyntaxCases(document, operation),
      ...misspeltCases(document, operation),
      ...repetitionCases(document, validator, operation),
      ...otherHeaderCases(operation),
      ...twoMistakeCases(operation),
      ...recordCases(document, validator, operation),
      ...loadCases(operation),
    ]),
    ...operations.flatMap((operation) => queryLaws(document, operation)),
    ...resourceLaws(document, validator, operations),
    ...collectionLaws(operations),
    ...versionCases(document, operations),
    ...sequenceCases(document),
    ...routeCases(document),
    ...routeGrammar(document),
    rateCase(),
  ];
  return shareOut(unique(markMoving(operations, all)));
}

/** Marks the cases that change what a list returns, through the collection or one of its records. */
function markMoving(operations: Operation[], all: Case[]): Case[] {
  const reads = operations.filter(({ method }) => method === "GET").map(({ path }) => path);
  // A search is one level below the collection that it searches: /pets/findByStatus.
  const lists = new Set([...reads, ...reads.map((path) => path.replace(/\/[^/{}]+$/, ""))]);
  const moving = operations.filter(({ path }) => lists.has(path.replace(/\/\{[^{}]+\}$/, ""))).map(({ id }) => id);
  return all.map((each) => (each.writes && moving.includes(each.operation) ? { ...each, moves: true } : each));
}

/**
 * Assigns cases to higher efforts if a quick run has no time for them. Of the n cases in a cell of the coverage table,
 * it runs the square root of n, evenly spread, so that no cell is empty: the more cases a cell has, the less each
 * additional one shows. Of cases that only read, it runs n to the power of 3/4, because they take less time. It runs at
 * least three.
 */
function shareOut(all: Case[]): Case[] {
  const cells = new Map<string, Case[]>();
  for (const each of all.filter(({ least }) => least === undefined)) {
    const cell = JSON.stringify([each.operation, each.status, each.keyword, each.branch]);
    cells.set(cell, [...(cells.get(cell) ?? []), each]);
  }
  const chosen = new Set([...cells.values()].flatMap(share));
  return all.map((each) => ({ ...each, least: each.least ?? (chosen.has(each) ? "quick" : "standard") }));
}

function share(cell: Case[]): Case[] {
  const root = Math.ceil(cell.length ** (cell.some(({ writes }) => writes) ? 1 / 2 : 3 / 4));
  const count = Math.min(cell.length, Math.max(3, root));
  return Array.from({ length: count }, (_, i) => cell[Math.floor((i * cell.length) / count)] as Case);
}

/**
 * Adds a number to duplicate ids: one value can violate two keywords, as when an empty string violates both `type` and
 * `minLength`.
 */
function unique(all: Case[]): Case[] {
  const counts = new Map<string, number>();
  return all.map((each) => {
    const count = (counts.get(each.id) ?? 0) + 1;
    counts.set(each.id, count);
    return count === 1 ? each : { ...each, id: `${each.id} (${count})` };
  });
}
