import type { WireRequest, WireResponse } from "../../src/index.js";
import type { Exchange } from "../kit/exchange.js";
import type { Fault, Turn } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { item } from "../kit/samples.js";
import { CREATE, LISTS } from "../kit/spec.js";
import { send } from "./shared.js";

/** A valid request to an operation. */
export interface Place {
  name: string;
  path: string;
  method: string;
  request: WireRequest;
}

/** One place for each operation. */
export const PLACES: Place[] = [
  ...LISTS.map(({ id, path }) => ({ name: id, path, method: "GET", request: get(path) })),
  { name: CREATE.id, path: `${CREATE.prefix}inspection`, method: "POST", request: send([item("string", "x")]) },
];

export const [ORDERS, ORDERS_V3, REPORTS, METADATA] = [
  "listPurchaseOrders",
  "listPurchaseOrdersV3",
  "listReports",
  CREATE.id,
].map((name) => PLACES.find((place) => place.name === name)) as [Place, Place, Place, Place];

export const isAt = (place: Place, path: string): boolean =>
  place === METADATA
    ? path.startsWith(CREATE.prefix) && !path.slice(CREATE.prefix.length).includes("/")
    : path === place.path;

/** Changes the response to an unknown method or path. */
export const onRefusal =
  (
    place: Place | undefined,
    status: number,
    change: (response: WireResponse, exchange: Exchange) => WireResponse,
  ): Fault =>
  (exchange): Turn =>
    !place || isAt(place, exchange.path)
      ? { after: (answer) => (answer.status === status ? change(answer.response, exchange) : undefined) }
      : undefined;

/** Replaces a header of a request, or removes it. */
export function withHeader(request: WireRequest, name: string, value: string | undefined): WireRequest {
  const others = Object.entries(request.headers).filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: Object.fromEntries(value === undefined ? others : [...others, [name, value]]) };
}
