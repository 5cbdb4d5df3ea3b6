import type { CreatedRecord } from "./created-record.js";
import type { Document, Operation } from "./document.js";
import type { Effort } from "./effort.js";
import type { WireExchange } from "./judge.js";
import type { Inputs } from "./request.js";
import type { Target, WireRequest, WireResponse } from "./target.js";
import type { Validator } from "./validator.js";

/** What a case is about: one cell of the coverage table. */
export interface Topic {
  /** operationId. */
  operation: string;
  /** The documented status that the case expects, `*` for a law over several. */
  status: string;
  /** The keyword, law or rule it is about. */
  keyword: string;
  /** The branches of unions on the way to it; empty where there is none. */
  branch: string;
}

/** One check of the contract; it runs on any target. */
export interface Case extends Topic {
  /** Unique and stable: the same document gives the same ids. */
  id: string;
  /** One sentence for a person. */
  name: string;
  /** Whether the request can change what the target stores. */
  writes: boolean;
  /** Whether it sends what only a raw connection can: broken JSON, no key, another method. */
  wire: boolean;
  /** Whether a value outside of the uid prefix may be stored. */
  outsidePrefix?: boolean;
  /**
   * The least effort at which it is run. Of the cases that leave it open, a quick run takes a share of each cell of the
   * coverage table.
   */
  least?: Effort;
  /** Whether it runs alone, as a case that counts concurrent requests must. @default false */
  alone?: boolean;
  /** Whether most of its time goes by without a request; it is begun first and runs beside the others. @default false */
  waits?: boolean;
  /** Whether it changes what a list returns; it is begun after all that is said of lists at rest. @default false */
  moves?: boolean;
  /** Whether it judges the run as a whole, so that it is run after every other case. @default false */
  last?: boolean;
  run(context: Context): Promise<void>;
}

/** What a case needs to run, one for each run of the suite on a target. */
export interface Context {
  document: Document;
  target: Target;
  validator: Validator;
  /** A uid that was not used before, under the prefix of this run. */
  uid(): string;
  /** The seed of generated values; the same seed gives the same requests. */
  seed: number;
  /** How many values a property is tried on. */
  runs: number;
  /** How many records of a list are read at most. */
  maxRecords: number;
  /** How much is tried within a case. */
  effort: Effort;
  /**
   * The context of one case: where a path may have one of several listed values and a request names none, the case gets
   * one of them by its id and its turn, always the same one, so that each of them is met by cases of every sort.
   */
  forCase(id: string, turn?: number): Context;
  /** The inputs of a request with the value for the path that this case gets. */
  place(operation: Operation, inputs: Inputs): Inputs;
  /** Of how many listed values this case got one; 1 where it had no need of any. */
  choices(): number;
  /** What this run created so far. */
  created(): CreatedRecord[];
  /** The responses of this run with a 429 that no case asked for, those that were waited out included. */
  limited(): readonly WireExchange[];
  /** The last exchange of this case; for the report of one that failed. */
  last(): WireExchange | undefined;
  /** Sends and judges: the body of the response, once the document agrees with it. */
  exchange(operation: Operation, inputs: Inputs, expect?: Expectation): Promise<Exchange>;
  /** The same for a request that is written out already. */
  judge(operation: Operation, request: WireRequest, status: string): Promise<Exchange>;
  /** Sends what belongs to no operation, and judges the response by a status and the schema of an error body. */
  judgeError(request: WireRequest, status: number, errorBody: string | undefined): Promise<WireResponse>;
  /** The result of a function that is called once in a run, for what several cases share. */
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

/** Thrown by a case that the target gives no occasion to run; the reason goes into the report. */
export class NotApplicable extends Error {
  override readonly name: string = "NotApplicable";
}

/** Thrown by a case for which a list holds too few records; the report says so aloud, since records can be added. */
export class TooShort extends NotApplicable {
  override readonly name = "TooShort";
}
