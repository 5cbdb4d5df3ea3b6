import { type RawRequest, rawRequest } from "./raw-http.js";

/** A request that tries to break a server, and the status that the contract requires. */
export interface HostileRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly status: number;
  /** Whether the request misuses a control that only the mock has. */
  readonly control?: true;
}

export const CREATE = "/api/v2/metadata/inspection";
export const REPORTS = "/api/v1/reports";

/** Collects requests, each with the status that it must get. */
export function collectRequests() {
  const requests: HostileRequest[] = [];
  const add = (status: number, name: string, request: RawRequest | Uint8Array, more?: { control: true }) =>
    requests.push({ name, status, bytes: request instanceof Uint8Array ? request : rawRequest(request), ...more });
  return {
    requests,
    add,
    /** A create request with this body. */
    post: (status: number, name: string, body: string | Uint8Array, headers: RawRequest["headers"] = {}) =>
      add(status, name, { method: "POST", target: CREATE, headers, body }),
    /** A list request with this query. */
    get: (status: number, name: string, query: string) => add(status, name, { target: `${REPORTS}?${query}` }),
  };
}

let uids = 0;

/** Returns the JSON of a record with these items and a unique uid. */
export const record = (items: string, members = "") => `{"uid":"hostile-${++uids}","items":[${items}]${members}}`;
/** An item with this value, as JSON. */
export const item = (value: string, type = "string") => `{"key":"k","type":"${type}","value":${value}}`;
/** A valid item. */
export const text = item('"v"');
