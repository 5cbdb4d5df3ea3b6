import { bodyCases } from "../demands/document/bodies.js";
import { credentialCases } from "../demands/document/credentials.js";
import { nameOfResource } from "../demands/document/lists/collection-of.js";
import { collectionLaws, listLaws } from "../demands/document/lists/list-cases.js";
import { propertyCases } from "../demands/document/properties.js";
import { queryFormCases } from "../demands/document/query-forms.js";
import { queryLaws } from "../demands/document/query-laws.js";
import { resourceLaws } from "../demands/document/resource-laws.js";
import { schemaCases } from "../demands/document/schemas.js";
import { statusCases } from "../demands/document/statuses.js";
import { PROMISES } from "../demands/promises/promises.js";
import { UNSAID } from "../demands/test-case.js";
import { type Document, type Operation, operationsOf } from "../document/document.js";
import { NoValue } from "../document/document-limits.js";
import { requestView } from "../document/request-view.js";
import { createValidator } from "../document/validator.js";
import { styleOf } from "../requests/parameter-text.js";
import { whyUnsent } from "../resources/record-parameters.js";
import type { Case } from "./case.js";
import { shuffled } from "./effort.js";
import { type Family, ofAll, ofEach, type Suite } from "./family.js";

/** What OpenAPI and JSON Schema say, for any document. */
const DOCUMENT: Family[] = [
  ...[statusCases, schemaCases, bodyCases, credentialCases, queryFormCases, propertyCases, listLaws, queryLaws].map(
    ofEach,
  ),
  ...[resourceLaws, collectionLaws].map(ofAll),
];

/** A group of cases that is made at once: one family for one operation. */
type Unit = { id: string; make(): Case[]; operation?: Operation; isOfSchemas?: boolean };

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
export const cases = (document: Document): readonly Case[] => made(requestView(document)).cases;

interface Made {
  cases: readonly Case[];
  notes: string[];
}

function made(document: Document): Made {
  const known = suites.get(document);
  if (known) return known;
  const notes = new Set<string>();
  const all = unitsOf(suiteOf(document, notes)).flatMap(({ make }) => make());
  return remember(document, { cases: finished(operationsOf(document), all), notes: [...notes] });
}

/** By document, because creating the cases of a document takes longer than running many of them. */
const suites = new WeakMap<Document, Made>();

function remember(document: Document, all: Made): Made {
  suites.set(document, all);
  return all;
}

/** The cases of a run, and what it leaves out. */
export interface Plan {
  cases: Case[];
  notes: string[];
  /** What the sample consists of, if not all cases were made. */
  sample?: string;
}

interface PlanOptions {
  requests: number;
  seed: number;
  only?: RegExp | undefined;
  /** Whether the run was stopped. */
  isStopped(): boolean;
}

/** How many requests of a run there are at least for each group of cases; fewer would try too little of each. */
const REQUESTS_PER_UNIT = 12;
/** As many more for the first group of an operation: the server and the suite compile its schemas, which takes as long. */
const REQUESTS_PER_OPERATION = 16;
/** How long cases are made at a time, in milliseconds, before timers and signals have a turn. */
const TURN = 20;

/**
 * Makes the cases of a run. A run with few requests on a large document makes only some groups of cases, which the seed
 * chooses, so that its time does not depend on the size of the document.
 */
export async function planOf(described: Document, { requests, seed, only, isStopped }: PlanOptions): Promise<Plan> {
  const document = requestView(described);
  const notes = new Set<string>();
  const units = unitsOf(suiteOf(document, notes));
  const isWanted = ({ id }: Case) => only?.test(id) ?? true;
  const known = only || costOf(units) <= requests ? suites.get(document) : undefined;
  if (known) return { cases: known.cases.filter(isWanted), notes: known.notes };
  const ordered = only ? units : withAllStyles(shuffled(units, seed, ({ id }) => id));
  const { all, tried } = await makeCases(ordered, only ? Number.POSITIVE_INFINITY : requests, isStopped);
  const complete = finished(operationsOf(document), all);
  if (tried === units.length && !isStopped()) remember(document, { cases: complete, notes: [...notes] });
  const sample = `${tried} of ${units.length} groups of cases, chosen by the seed, were made; a higher --effort makes more`;
  return {
    cases: complete.filter(isWanted),
    notes: [...notes],
    ...(tried < units.length ? { sample } : {}),
  };
}

/** Makes the cases of the first groups, as many as there are requests for. */
async function makeCases(units: readonly Unit[], requests: number, isStopped: () => boolean) {
  const all: Case[] = [];
  const operations = new Set<Operation>();
  let [tried, cost] = [0, 0];
  let since = performance.now();
  while (tried < units.length && cost < requests && !isStopped()) {
    const unit = units[tried++] as Unit;
    const made = unit.make();
    for (const each of made) all.push(each);
    // Many groups have no case: of a keyword that the operation does not use, for example.
    if (made.length > 0) cost += costOf([unit], operations);
    if (performance.now() - since < TURN) continue;
    await new Promise((done) => setImmediate(done));
    since = performance.now();
  }
  return { all, tried };
}

/** How many requests groups of cases need at least. @param operations those of groups before, to which it adds these */
function costOf(units: readonly Unit[], operations = new Set<Operation>()): number {
  const before = operations.size;
  for (const { operation } of units) if (operation) operations.add(operation);
  return units.length * REQUESTS_PER_UNIT + (operations.size - before) * REQUESTS_PER_OPERATION;
}

/** Puts the first group of cases about each style of parameters before all others, so that every sample has it. */
function withAllStyles(units: readonly Unit[]): Unit[] {
  const seen = new Set<string>();
  const isFirst = ({ operation, isOfSchemas }: Unit) => {
    const before = seen.size;
    if (isOfSchemas) for (const each of operation?.parameters ?? []) seen.add(styleOf(each) ?? "");
    return seen.size > before;
  };
  const firsts = units.filter(isFirst);
  return [...firsts, ...units.filter((unit) => !firsts.includes(unit))];
}

const suiteOf = (document: Document, notes: Set<string>): Suite => ({
  document,
  validator: createValidator(document),
  operations: operationsOf(document),
  note: (text) => void notes.add(text),
});

function unitsOf(suite: Suite): Unit[] {
  const unit = (family: Family, by: Case["demand"]["by"], place: string, id: string): Unit[] => {
    const places = new Map(suite.operations.map((operation) => [operation.id, operation.pointer]));
    const demanded = (made: Case[]) =>
      made.map((each) => {
        const at = each.demand.at === UNSAID ? place || (places.get(each.operation) ?? "/paths") : each.demand.at;
        return { ...each, demand: { by, at } };
      });
    const unless = (subject: string, make: () => Case[]) => () => {
      try {
        return demanded(make());
      } catch (error) {
        if (!(error instanceof NoValue)) throw error;
        suite.note(`Cases of ${subject} were left out: ${error.message}`);
        return [];
      }
    };
    if (family.of === "document") return [{ id, make: unless("several operations", () => family.make(suite)) }];
    // Of an operation that is never sent, its statuses are enough to report why.
    const { make: makes } = family;
    const sent = suite.operations.filter((each) => makes === statusCases || whyUnsent(each) === undefined);
    return sent.map((operation) => ({
      id: `${id} ${operation.id}`,
      operation,
      isOfSchemas: makes === schemaCases,
      make: unless(operation.id, () => family.make(suite, operation)),
    }));
  };
  return [
    ...DOCUMENT.flatMap((family, i) => unit(family, "document", "", `document ${i}`)),
    ...PROMISES.filter(({ isMade }) => isMade(suite)).flatMap(({ at, family }, i) =>
      unit(family, "promise", at, `promise ${i}`),
    ),
  ];
}

/** Gives the cases of a document their phases and unique ids. */
const finished = (operations: readonly Operation[], all: Case[]): Case[] => unique(markMoving(operations, all));

/**
 * Marks the cases that change what a list returns, through the collection or one of its records. An action on a record needs
 * one that no other case uses, so its cases create records, too.
 */
function markMoving(operations: readonly Operation[], all: Case[]): Case[] {
  const gets = operations.filter(({ method }) => method === "GET");
  const reads = gets.map(({ path }) => path);
  // A search is one level below the collection that it searches: /pets/findByStatus.
  const lists = new Set([...reads, ...reads.map((path) => path.replace(/\/[^/{}]+$/, ""))]);
  const named = new Set(gets.map(nameOfResource).filter((name) => name !== undefined));
  const above = (path: string) => [...path.matchAll(/\/\{[^{}]+\}/g)].map(({ index }) => path.slice(0, index));
  const isOfList = (operation: Operation) => {
    const paths = [operation.path, ...above(operation.path)];
    return named.has(nameOfResource(operation) ?? "") || paths.some((each) => lists.has(each));
  };
  const moving = operations.filter(isOfList).map(({ id }) => id);
  return all.map((each) =>
    each.writes && isEarly(each) && moving.includes(each.operation) ? { ...each, phase: "moves" } : each,
  );
}

/** Whether a case may run beside those that need unchanged lists. */
const isEarly = ({ phase }: Case): boolean => phase === "parallel" || phase === "waits";

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
