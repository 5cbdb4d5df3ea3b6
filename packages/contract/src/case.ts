import type { CreatedRecord } from "./created-record.js";
import type { Document, Operation } from "./document.js";
import type { Effort } from "./effort.js";
import type { WireExchange } from "./judge.js";
import type { Inputs } from "./request.js";
import type { Target, WireRequest, WireResponse } from "./target.js";
import type { Validator } from "./validator.js";

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

/** One check of the contract, which can run on any target. */
export interface Case extends Topic {
  /** Unique and stable: the same document gives the same ids. */
  id: string;
  /** Describes the case in one sentence. */
  name: string;
  /** Whether the request can change what the target stores. */
  writes: boolean;
  /** Whether it sends something that only a raw connection can: broken JSON, no key, another method. */
  wire: boolean;
  /** Whether it may store a record whose uid does not have the prefix of the run. */
  outsidePrefix?: boolean;
  /**
   * The lowest effort at which it runs. If it is undefined, a quick run takes a share of the cases in each cell of the
   * coverage table.
   */
  least?: Effort;
  /** Whether it runs alone, for example because it counts concurrent requests. @default false */
  alone?: boolean;
  /** Whether it mostly waits; it then starts first and runs in parallel with the others. @default false */
  waits?: boolean;
  /**
   * Whether it changes what a list returns; it then starts after the cases that need unchanged lists.
   * @default false
   */
  moves?: boolean;
  /** Whether it judges the run as a whole; it then runs after all other cases. @default false */
  last?: boolean;
  run(context: Context): Promise<void>;
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
  /** Adds the path value of this case to the inputs of a request. */
  place(operation: Operation, inputs: Inputs): Inputs;
  /** The number of listed values from which the path value was chosen; 1 if none was needed. */
  choices(): number;
  /** How often the case is to run at this effort, after what it has sent so far. */
  rounds(): number;
  /** The records that this run has created so far. */
  created(): CreatedRecord[];
  /**
   * All responses of this run with a 429 that no case provoked, including those after which the suite waited and
   * retried.
   */
  limited(): readonly WireExchange[];
  /** The last exchange of this case, for the report of a failure. */
  last(): WireExchange | undefined;
  /** Sends a request, validates the response against the document, and returns its body. */
  exchange(operation: Operation, inputs: Inputs, expect?: Expectation): Promise<Exchange>;
  /** Sends a serialized request, validates the response against the document, and returns its body. */
  judge(operation: Operation, request: WireRequest, status: string): Promise<Exchange>;
  /** Sends a request that belongs to no operation, and checks the status and the error body of the response. */
  judgeError(request: WireRequest, status: number, errorBody: string | undefined): Promise<WireResponse>;
  /** Calls a function once in a run, and returns its result to every case that asks for it. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
}

export interface Expectation {
  /** The expected status; success by default. */
  status?: string;
}

export interface Exchange {
  request: WireRequest;
  response: WireResponse;
  /** The parsed body. */
  body: unknown;
}

/** Thrown by a case that cannot run on the target; the report shows the reason. */
export class NotApplicable extends Error {
  override readonly name: string = "NotApplicable";
}

/** Thrown by a case if a list has too few records; the report warns about it, because records can be added. */
export class TooShort extends NotApplicable {
  override readonly name = "TooShort";
}
