import { type Rules, Violation } from "@metadata-service/server-rules";
import type { ResourceModel } from "@metadata-service/spec-tools";
import { createByteBudget } from "../byte-budget.js";
import type { CheckedRequest } from "../exchange.js";
import { createsOnly } from "../resources/creates-only.js";
import { hasUnknownIdentities } from "../resources/has-unknown-identities.js";
import type { OperationResult } from "../resources/operation-context.js";
import { requireParents } from "../resources/require-parents.js";
import { createResourceIndex, type ResourceIndex, type ResourceUse } from "../resources/resource-index.js";
import { runOperation } from "../resources/run-operation.js";
import { scopeKeyOf, scopeOf } from "../resources/scope.js";
import type { Drift } from "../scenarios/scenario.js";
import { MOST_RECORDS } from "../scenarios/scenario-schema.js";
import type { ValueMaker } from "../values/value.js";
import { createValueMaker } from "../values/value-maker.js";
import { type Collections, createCollections } from "./collections.js";
import { listRecords } from "./list-records.js";
import { MOST_STORED_BYTES } from "./memory-full.js";
import { type MockData, presetRows } from "./preset-rows.js";

/** The settings of a scenario that affect the memory. */
export interface MemoryMode {
  readonly size?: number;
  readonly clampLimit?: number;
  readonly drift?: Drift;
}

/** The stored and generated records of the mock. */
export interface Memory {
  readonly index: ResourceIndex;
  readonly maker: ValueMaker;
  /**
   * Handles a request; returns undefined if the operation does not work with records.
   *
   * @param alone the settings for this request only, if it names a scenario
   * @throws Violation if the request is invalid, for example if its uid is taken
   * @throws Refusal 404 for a record that does not exist
   */
  answer(request: CheckedRequest, alone?: MemoryMode): OperationResult | undefined;
  /**
   * Resets the lists to the size and drift of a scenario. Created and changed records are kept.
   *
   * @throws Violation if the lists are too long for drift
   */
  relist(mode: MemoryMode): void;
  /** Indexes every list in chunks, so requests can be handled meanwhile. */
  prepare(onProgress: (done: number, total: number) => void): Promise<void>;
  /** Discards all created, changed and deleted records. */
  forget(): void;
  /** How many records each list has, and how many records clients created. */
  counts(): Record<string, number>;
  /** Describes each resource for which no valid record can be generated. */
  problems(): string[];
}

export interface MemoryOptions {
  readonly rules: Rules;
  /** How many records each list has. */
  readonly size: number;
  readonly seed: number;
  /** The user's records, by the name of their resource. */
  readonly data?: MockData | undefined;
  /** The template of the URL of a file, with `{id}` for its identifier. */
  fileUrl(request: CheckedRequest): string;
  /** Microseconds since 1970. */
  now(): number;
}

/** Creates the memory for the operations of a spec that read or write records. */
export function createMemory({ rules, size, seed, data = {}, fileUrl, now }: MemoryOptions): Memory {
  const budget = createByteBudget(MOST_STORED_BYTES);
  const index = createResourceIndex(rules);
  const maker = createValueMaker(rules);
  const collections = createCollections({ index, maker, budget, size, seed, preset: presetRows(index, maker, data) });
  const listed = [...new Set(index.api.resources)].filter((resource) =>
    index.usesOf(resource).some(({ pagination }) => pagination),
  );
  let mode: MemoryMode = {};
  let lists = 0;

  /** Drift scans all rows before each page, which takes seconds for lists longer than this. */
  function checkMode({ drift, size: wanted = size }: MemoryMode): void {
    if (drift && wanted > MOST_RECORDS)
      throw new Violation(
        `scenarios with drift need lists of at most ${MOST_RECORDS} records, not ${wanted}; lower --size, or the size in the scenario`,
      );
  }

  function respondWith(uses: ResourceUse, request: CheckedRequest, asked: MemoryMode): OperationResult | undefined {
    const collectionOf = collectionsFor(index, collections, request, asked);
    requireParents(index, uses, request, collectionOf);
    const collection = collectionOf(uses.resource, uses);
    const { drift, clampLimit = Number.POSITIVE_INFINITY } = asked;
    checkMode(asked);
    if (drift && uses.use.role === "list" && (asked !== mode || ++lists % drift.every === 0))
      collection.drift(drift, now);
    const format = index.typed(uses.resource);
    const typed = format && { view: format.view, present: format.present(fileUrl(request)) };
    if (uses.pagination) return listRecords(request, uses, collection, { clampLimit, present: typed?.present });
    const mainView = index.mainView(uses.resource);
    // If no operation returns the record later, the spec's example is a more useful response.
    if (!mainView || (createsOnly(index, uses.resource) && !typed)) return undefined;
    const anyIdentityExists = hasUnknownIdentities(index, uses.resource);
    const scope = scopeOf(index, uses, request);
    const records = { api: index.api, maker, collection, mainView, scope, anyIdentityExists };
    const problem = () => collections.problemOf(uses.resource);
    return runOperation({ ...records, clampLimit, typed, problem, now }, uses, request);
  }

  return {
    index,
    maker,
    answer(request, alone) {
      const uses = index.find(request.operation.id);
      return uses && respondWith(uses, request, alone ?? mode);
    },
    relist(next) {
      checkMode(next);
      mode = next;
      lists = 0;
      collections.relist();
    },
    async prepare(onProgress) {
      const all = listed.map((resource) => collections.of(resource, mode));
      const total = all.reduce((sum, list) => sum + list.count({}), 0);
      let done = 0;
      for (const list of all)
        for (const count of list.index()) {
          done += count;
          onProgress(done, total);
          await new Promise((resolve) => setTimeout(resolve));
        }
    },
    forget() {
      collections.forget();
    },
    counts() {
      const lists = Object.fromEntries(
        listed.map((resource) => [resource.name, collections.of(resource, mode).count({})]),
      );
      return { ...lists, created: collections.created() };
    },
    problems: collections.problems,
  };
}

/** Returns a function that finds the records of a resource that the path of a request leads to. */
const collectionsFor =
  (index: ResourceIndex, collections: Collections, request: CheckedRequest, asked: MemoryMode) =>
  (resource: ResourceModel, uses: ResourceUse) => {
    const key = scopeKeyOf(index, uses, request);
    return collections.of(resource, asked, { key, fixed: key === "" ? {} : scopeOf(index, uses, request) });
  };
