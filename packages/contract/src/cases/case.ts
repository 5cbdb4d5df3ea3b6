import type { Caller } from "../document/credentials.js";
import type { Document, Operation } from "../document/document.js";
import type { Validator } from "../document/validator.js";
import type { WireExchange } from "../judging/judge-response.js";
import type { Inputs } from "../requests/request.js";
import type { Target, WireRequest, WireResponse } from "../target/target.js";
import type { Effort } from "./effort.js";

/** What a case checks: one cell of the coverage table. */
export interface Topic {
  /** operationId. */
  operation: string;
  /** The documented status that the case expects, `*` for a law that covers several. */
  status: string;
  /** The keyword, law or rule that it checks. */
  keyword: string;
  /** The branches of the unions that contain it; empty if there are none. */
  branch: string;
}

/** Who demands what a case checks. */
export interface Demand {
  /** `document`: OpenAPI and JSON Schema say it, for any document. `promise`: an extension of this document says it. */
  by: "document" | "promise";
  /** Where the document says so, as a JSON pointer. */
  at: string;
}

/**
 * When a case runs: `waits` from the start, because it mostly waits; `parallel`, `moves` and `alone` one after the other:
 * together with others, after the cases that need unchanged lists, and one by one; `last` after all others.
 */
export type Phase = "waits" | "parallel" | "moves" | "alone" | "last";

/** One check of the contract, which can run on any target. */
export interface Case extends Topic {
  /** Unique and stable: the same document gives the same ids. */
  id: string;
  /** Describes the case in one sentence. */
  name: string;
  demand: Demand;
  phase: Phase;
  /** Whether the request can change what the target stores. */
  writes: boolean;
  /** Whether it sends something that only a raw connection can: broken JSON, no key, another method. */
  wire: boolean;
  /** Whether it may store a record whose uid does not have the prefix of the run. */
  outsidePrefix?: boolean;
  /** What it tries, in words that are the same for other values. @default what all other cases of its topic try */
  why?: string | undefined;
  /** How a parameter that it is about is written, if that is no single text: its style or media type. */
  style?: string | undefined;
  /** Whether its request tries many places at once, so that it comes before others. @default false */
  broad?: boolean | undefined;
  /** Whether it comes after all cases that are not late, because it sends much or resembles others. @default false */
  late?: boolean;
  run(context: Context): Promise<void>;
}

/** A record that a create request of this run returned. */
export interface CreatedRecord {
  /** The path of its collection. */
  path: string;
  uid: string;
  /**
   * Whether its uid has the prefix of this run. Otherwise it may have existed before: a server responds to the same
   * items with the same uid as if it had just created them (decision 0005).
   */
  own: boolean;
}

/** Everything that a case uses while it runs. Each run of the suite on a target has one context. */
export interface Context {
  document: Document;
  target: Target;
  validator: Validator;
  /** Returns an unused uid with the prefix of this run. */
  uid(): string;
  /** The seed of generated values; the same seed produces the same requests. */
  seed: number;
  /** How often the case ran before, at an effort that repeats it. What a case tries in turn, it begins there. */
  round: number;
  /** The number of values that a property is tried with. */
  runs: number;
  /** The maximum number of records to read from a list. */
  maxRecords: number;
  /** How much is tried within a case. */
  effort: Effort;
  /**
   * Returns the context of one case. If a path parameter lists its values and a request does not set it, the case gets
   * one of them, always the same one for its id and turn. Different cases get different values, so together they cover
   * all of them. Each round has other generated values.
   */
  forCase(id: string, turn?: number, round?: number): Context;
  /**
   * Makes a request of a case: adds the path value of the case, and the identity of a record: one that is known to exist
   * or, if the operation changes records, a new one.
   *
   * @param caller by default the target's own
   * @throws {NotApplicable} if no such record is known
   */
  request(operation: Operation, inputs: Inputs, caller?: Caller): Promise<WireRequest>;
  /**
   * Finds the records that cases will only read. Later, a list might show one that another case has made and deletes again.
   */
  findRecords(cases: readonly Topic[]): Promise<unknown>;
  /** The number of listed values from which the path value was chosen; 1 if none was needed. */
  choices(): number;
  /**
   * The number of requests that this case has sent so far, apart from those that were sent again after a 429; one with a large
   * response counts as several.
   */
  requests(): number;
  /** Whether the case sends so much that it runs only once, because the memory of servers is limited. */
  isHeavy(): boolean;
  /** The records that this run has created so far. */
  created(): CreatedRecord[];
  /**
   * All responses of this run with a 429 that no case provoked, including those after which the suite waited and
   * retried.
   */
  limited(): readonly WireExchange[];
  /** Sends a request, validates the response against the document, and returns its body. */
  exchange(operation: Operation, inputs: Inputs, expect?: Expectation): Promise<Exchange>;
  /** Sends a serialized request, validates the response against the document, and returns its body. */
  judge(operation: Operation, request: WireRequest, status: Statuses): Promise<Exchange>;
  /** Sends a request that belongs to no operation, and checks the status and the error body of the response. */
  judgeError(request: WireRequest, status: number, errorBody: string | undefined): Promise<WireResponse>;
  /** Calls a function once in a run, and returns its result to every case that asks for it. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
}

/** An expected status, or several of which any is right. */
export type Statuses = string | readonly string[];

export interface Expectation {
  /** The expected status; success by default. */
  status?: Statuses;
  caller?: Caller;
}

export interface Exchange {
  request: WireRequest;
  response: WireResponse;
  /** The parsed body. */
  body: unknown;
  /** The values of the path. */
  path?: Record<string, unknown>;
}

/** Thrown by a case that cannot run on the target; the report shows the reason. */
export class NotApplicable extends Error {
  override readonly name: string = "NotApplicable";
}

/** Thrown by a case if a list has too few records; the report warns about it, because records can be added. */
export class TooShort extends NotApplicable {
  override readonly name = "TooShort";
}
