import type { WireRequest, WireResponse } from "../../src/index.js";
import { duplicatesOf } from "./duplicates.js";
import { CREATE, LISTS, type ListOperation, PATHS } from "./spec.js";

/** The key that the correct server accepts. */
export const KEY = "demo-key";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A request, parsed lazily: each part is parsed once, when a fault needs it. */
export class Exchange {
  readonly path: string;
  readonly search: string;
  #query: [string, string][] | undefined;
  #text: string | undefined;
  #record: SentRecord | undefined | null = null;

  constructor(readonly request: WireRequest) {
    const at = request.path.indexOf("?");
    this.path = at < 0 ? request.path : request.path.slice(0, at);
    this.search = at < 0 ? "" : request.path.slice(at + 1);
  }

  get method(): string {
    return this.request.method;
  }

  /** The list that a GET requests. */
  get list(): ListOperation | undefined {
    return this.method === "GET" ? LISTS.find(({ path }) => path === this.path) : undefined;
  }

  /** The namespace of a create request, as written. */
  get namespace(): string | undefined {
    if (this.method !== "POST" || !this.path.startsWith(CREATE.prefix)) return undefined;
    const rest = this.path.slice(CREATE.prefix.length);
    return rest.includes("/") ? undefined : rest;
  }

  /** The operation with this path, whatever the method. */
  get place(): string | undefined {
    return PATHS.find(({ pattern }) => pattern.test(this.path))?.id;
  }

  /** Names and values, decoded. */
  get query(): [string, string][] {
    this.#query ??= [...new URLSearchParams(this.search)];
    return this.#query;
  }

  asks(name: string): string | undefined {
    return this.query.find(([other]) => other === name)?.[1];
  }

  /** The body as text. */
  get text(): string {
    const { body } = this.request;
    this.#text ??= typeof body === "string" ? body : body === undefined ? "" : Buffer.from(body).toString("utf8");
    return this.#text;
  }

  /** The record in a create request, if its body has the right shape. */
  get record(): SentRecord | undefined {
    if (this.#record === null) this.#record = this.namespace === undefined ? undefined : asRecord(this.text);
    return this.#record;
  }

  header(name: string): string | undefined {
    return Object.entries(this.request.headers).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
  }
}

export interface Item {
  key: string;
  type: string;
  value: Json;
}

/** Returns the body of a create request. */
export interface SentRecord {
  uid: string;
  items: Item[];
}

function asRecord(text: string): SentRecord | undefined {
  // Serialized again, such a body would be valid.
  if (duplicatesOf(text).length > 0) return undefined;
  const value = parsed(text) as Partial<SentRecord> | undefined;
  return typeof value?.uid === "string" && Array.isArray(value.items) ? (value as SentRecord) : undefined;
}

/** Parses JSON; returns undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A response, parsed when a fault needs it. */
export class Answer {
  #json: unknown = Answer;
  constructor(readonly response: WireResponse) {}

  get status(): number {
    return this.response.status;
  }

  get json(): unknown {
    if (this.#json === Answer) this.#json = parsed(this.response.body);
    return this.#json;
  }

  /** The record in the response to a create request. */
  get created(): CreatedRecord | undefined {
    return this.status === 201 ? (this.json as { data?: CreatedRecord } | undefined)?.data : undefined;
  }

  /** Returns the response with another body. */
  with(json: unknown): WireResponse {
    return { ...this.response, body: JSON.stringify(json) };
  }
}

export interface CreatedRecord extends SentRecord {
  createdDate: string;
  updatedDate: string;
}

const JSON_HEADERS = { "content-type": "application/json" };

export const answered = (status: number, json: unknown, headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers: { ...JSON_HEADERS, ...headers },
  body: JSON.stringify(json),
});

/** An error response of the API. */
export const refused = (message: string, status = 400, headers: Record<string, string> = {}): WireResponse =>
  answered(status, { errorCode: "Generic", message }, headers);

/** Returns the request with another query. */
export function withQuery(request: WireRequest, query: readonly (readonly [string, string])[]): WireRequest {
  const path = request.path.split("?")[0] as string;
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
  return { ...request, path: search ? `${path}?${search}` : path };
}

/** Returns the request with another JSON body. */
export const withBody = (request: WireRequest, json: unknown): WireRequest => ({
  ...request,
  body: JSON.stringify(json),
});

/** The namespace and uid of a create request. */
export const nameOf = ({ namespace = "", record: sent }: Exchange): string => `${namespace}\n${sent?.uid ?? ""}`;

/** The message of an error. */
export const messageOf = (answer: Answer): string =>
  String((answer.json as { message?: unknown } | undefined)?.message ?? "");
