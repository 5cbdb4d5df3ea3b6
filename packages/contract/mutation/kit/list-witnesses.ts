import type { WireRequest, WireResponse } from "../../src/index.js";
import { get, type Listed } from "./list-faults.js";
import type { ListOperation } from "./spec.js";

/** The time of a record, moved, and written with an offset. */
export function moment(stamp: string, seconds: number, offset = 0): string {
  const whole = new Date(Date.parse(`${stamp.slice(0, 19)}Z`) + (seconds + offset * 60) * 1000).toISOString();
  const zone = `${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
  return `${whole.slice(0, 19)}${stamp.slice(19, 26)}${zone}`;
}

const two = (number: number): string => String(Math.floor(number)).padStart(2, "0");

/** A record of a list in a response. */
function listedIn(list: ListOperation, response: WireResponse | undefined, index = 0): Listed {
  const body = JSON.parse(response?.body ?? "");
  return (Array.isArray(body) ? body : body[list.records])[index];
}

export const stampIn = (list: ListOperation, response: WireResponse | undefined): string =>
  String(listedIn(list, response)[list.updatedAt]);

export const queryOf = (pairs: Record<string, string | number>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");

/** Requests for all pages of a list. */
export const everyPage = (list: ListOperation): WireRequest[] =>
  Array.from({ length: Math.ceil(1000 / list.maximum) }, (_, i) =>
    get(list.path, `limit=${list.maximum}&offset=${i * list.maximum}`),
  );
