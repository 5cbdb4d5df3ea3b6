import type { OperationRules } from "@metadata-service/server-rules";
import type { Transport } from "./scenarios/scenario.js";

/** A request as the mock sees it, both from the Node server and from a handler in a browser. */
export interface MockRequest {
  /** As it was sent; methods are case-sensitive. */
  readonly method: string;
  /** The path alone, still percent-encoded. */
  readonly path: string;
  /** What follows the `?`; an empty string where there is none. */
  readonly search: string;
  /** Scheme, host and port of the request, used in links. */
  readonly origin: string;
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The bytes of the body; `too-large` if it exceeds the limit. */
  readonly body?: Uint8Array | string | "too-large";
}

/** Where a response comes from. */
export type Source =
  /** The path or the method is not in the spec. */
  | "route"
  /** The key is missing or unknown. */
  | "key"
  /** The request breaks a rule of the spec. */
  | "validation"
  /** What was created, or the generated data set. */
  | "memory"
  /** An example of the spec, or a value that follows from its schema. */
  | "example"
  /** A fault of the scenario. */
  | "scenario"
  /** The `Prefer` header of the request. */
  | "prefer"
  /** The response of the mock broke the spec: a defect of the mock or of a hand-made spec. */
  | "defect";

/** Why a response is what it is: shown in the header `X-Mock`, in the log and on the control page. */
export interface Why {
  readonly source: Source;
  /** The operationId, where the route led to one. */
  readonly operation?: string;
  /** More detail, for example the violation or the name of the example. */
  readonly detail?: string;
  /** The scenario that the request named in its `Prefer` header. */
  readonly scenario?: string;
}

/** A response before it is on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value; undefined for a response without content. */
  readonly body: unknown;
  /** Sent instead of `body` if the content is not JSON. */
  readonly raw?: Uint8Array | string;
  readonly why: Why;
  /** The transport fault to apply. */
  readonly transport?: Transport;
}

/** A validated request, with its parsed parts. */
export interface CheckedRequest {
  /** The query without credentials, still as it was sent: what links of the response may repeat. */
  readonly search: string;
  readonly request: MockRequest;
  readonly operation: OperationRules;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
