import type { OperationRules } from "@metadata-service/server-rules";
import type { Transport } from "./scenarios/scenario.js";

/** A request as the mock sees it, both from the Node server and from a handler in a browser. */
export interface MockRequest {
  /** As it was sent; methods are case-sensitive. */
  readonly method: string;
  /** The path without the query, still percent-encoded. */
  readonly path: string;
  /** The query without the `?`; empty if there is none. */
  readonly search: string;
  /** Scheme, host and port of the request, used in links. */
  readonly origin: string;
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The bytes of the body; `too-large` if it exceeds the limit. */
  readonly body?: Uint8Array | string | "too-large";
}

/** What determined a response. */
export type Source =
  /** The path or the method is not in the spec, or the record does not exist. */
  | "route"
  /** The key is missing or unknown. */
  | "key"
  /** The request breaks a rule of the spec. */
  | "validation"
  /** Records that clients created, or generated ones. */
  | "memory"
  /** An example from the spec, or a generated value. */
  | "example"
  /** A fault of the scenario, or the mock's limit on bodies in progress. */
  | "scenario"
  /** The `Prefer` header of the request. */
  | "prefer"
  /** The mock's response violates the spec, because of a bug in the mock or an inconsistent spec. */
  | "defect";

/** The reason for a response, as shown in the `X-Mock` header, in the log and on the control page. */
export interface ResponseReason {
  readonly source: Source;
  /** The operationId, if the request matched an operation. */
  readonly operation?: string;
  /** More detail, for example the violation or the name of the example. */
  readonly detail?: string;
  /** The scenario that the request named in its `Prefer` header. */
  readonly scenario?: string;
}

/** A response that has not been sent yet. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value; undefined for a response without content. */
  readonly body: unknown;
  /** Sent instead of `body` if the content is not JSON. */
  readonly raw?: Uint8Array | string;
  readonly why: ResponseReason;
  /** The transport fault to apply. */
  readonly transport?: Transport;
}

/** A validated request, with its parsed parts. */
export interface CheckedRequest {
  /** The query as sent, without credentials; links in the response repeat it. */
  readonly search: string;
  readonly request: MockRequest;
  readonly operation: OperationRules;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
