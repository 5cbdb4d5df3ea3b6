import {
  type ApiModel,
  type HeaderModel,
  own,
  type ResourceModel,
  type ResponseModel,
  typesOf,
} from "@metadata-service/spec-tools";
import { type PageParts, pageUrl } from "../paging/build-page.js";
import { REQUEST_ID_HEADER } from "../request/request-id.js";
import type { SchemaChecker } from "../schema/create-schema-checker.js";
import { responseFor } from "./response-rules.js";

/** What a server knows about a success, from which it fills the headers that the spec documents. */
export interface ResponseFacts {
  /** The page that is returned. */
  readonly page?: PageOfHeaders;
  /** Returns the path of the record that was created, if it has one. */
  readonly location?: () => string | undefined;
  /** Returns the entity tag of the record in the response. */
  readonly etag?: () => string;
}

/** A page, and the URL of another one, if that is not asked for by `limit` and `offset`; undefined if it cannot be. */
type PageOfHeaders = Omit<PageParts, "records"> & { linkTo?(offset: number, as: "url"): string | undefined };

/** The documented headers of an operation's responses. */
export interface HeaderRules {
  /** Returns those headers of a status that the facts determine, such as `X-Total-Count`, `Link`, `Location` and `ETag`. */
  fill(status: number, facts: ResponseFacts): Record<string, string>;
  /** Returns the names of the required headers of a status that are not among the sent ones. */
  missing(status: number, sent: Iterable<string>): string[];
}

/** The names of headers, without `X-` and separators, and their values. */
const VALUES: readonly (readonly [RegExp, (facts: ResponseFacts) => string | number | undefined])[] = [
  [/^(total|count|totalcount|totalitems|totalrecords|totalresults)$/, ({ page }) => page?.total],
  [/^(limit|pagesize|perpage)$/, ({ page }) => page?.limit],
  [/^offset$/, ({ page }) => page?.offset],
  [/^(page|pagenumber|currentpage)$/, ({ page }) => page && Math.floor(page.offset / page.limit) + 1],
  [/^(pages|totalpages|pagecount)$/, ({ page }) => page && Math.ceil(page.total / page.limit)],
  [/^link$/, ({ page }) => page && linksOf(page)],
  [/^location$/, ({ location }) => location?.()],
  [/^etag$/, ({ etag }) => etag?.()],
];

/** Headers that every response has, whatever the operation. */
const ALWAYS = [
  "content-type",
  "content-length",
  "cache-control",
  "date",
  "connection",
  REQUEST_ID_HEADER.toLowerCase(),
];

/** @param head the responses of the HEAD beside a GET, which sends the headers of both (RFC 9110, section 9.3.2) */
export function headerRules(
  schemas: SchemaChecker,
  responses: readonly ResponseModel[],
  head: readonly ResponseModel[] = [],
): HeaderRules {
  const headersOf = (status: number, of = responses) => responseFor(of, status)?.headers ?? [];
  return {
    fill(status, facts) {
      const described = [...headersOf(status, head), ...headersOf(status)].flatMap((header) => {
        const value = filled(schemas, header, facts);
        return value === undefined ? [] : [[header.name, value] as const];
      });
      // A 304 has the tag that its 200 has (RFC 9110, section 15.4.5).
      const tag = status === 304 && facts.etag ? [["ETag", facts.etag()] as const] : [];
      return Object.fromEntries([...tag, ...described]);
    },
    missing: (status, sent) => unsentHeaders(headersOf(status), sent).map(({ name }) => name),
  };
}

/** Returns the required headers that are not among the sent ones; the names of headers have no case. */
export function unsentHeaders(headers: readonly HeaderModel[], sent: Iterable<string>): HeaderModel[] {
  const names = new Set([...ALWAYS, ...[...sent].map((name) => name.toLowerCase())]);
  return headers.filter(({ name, required }) => required && !names.has(name.toLowerCase()));
}

/** Serializes the value of a header: as JSON if it has a media type, otherwise with `style: simple`. */
export function headerText({ mediaType, explode }: HeaderModel, value: unknown): string {
  const parts = (): unknown[] => {
    if (mediaType !== undefined) return [JSON.stringify(value)];
    if (typeof value !== "object" || value === null) return [value];
    if (Array.isArray(value)) return value;
    return Object.entries(value).map(([name, one]) => (explode ? `${name}=${one}` : `${name},${one}`));
  };
  return parts()
    .join(",")
    .replace(/[^\x20-\x7e]/g, "?");
}

/** Returns the value of a header if it is known and satisfies the header's schema. */
function filled(schemas: SchemaChecker, { name, schema }: HeaderModel, facts: ResponseFacts): string | undefined {
  const plain = name
    .toLowerCase()
    .replace(/^x-/, "")
    .replace(/[^a-z]/g, "");
  const value = VALUES.find(([pattern]) => pattern.test(plain))?.[1](facts);
  if (value === undefined) return undefined;
  const types = typesOf(schema.node);
  const typed =
    types.length === 0 || types.includes(typeof value) || (types.includes("integer") && typeof value === "number");
  const isValid = schemas.at(schema.pointer)(typed ? value : String(value)) === undefined;
  return isValid ? String(value) : undefined;
}

/** The links between pages (RFC 8288); absent ones have no entry. */
function linksOf(page: PageOfHeaders): string | undefined {
  const { limit, offset, total } = page;
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const links = [
    ["first", 0],
    ...(offset > 0 ? [["prev", Math.max(0, offset - limit)]] : []),
    ...(offset + limit < total ? [["next", offset + limit]] : []),
    ["last", last],
  ] as const;
  const urlAt = (at: number) => (page.linkTo ? page.linkTo(at, "url") : pageUrl(page, at));
  if (urlAt(0) === undefined) return undefined;
  return links.map(([rel, at]) => `<${urlAt(Number(at))}>; rel="${rel}"`).join(", ");
}

/**
 * Returns the path at which a record can be fetched; undefined if the spec has no operation for it.
 *
 * @param path the path parameters of the request that created it
 */
export function locationOf(
  api: ApiModel,
  { operations }: ResourceModel,
  path: Readonly<Record<string, unknown>>,
  identity: unknown,
): string | undefined {
  for (const { operation, role, identifiedBy } of operations) {
    const model = role === "get" && identifiedBy?.in === "path" && api.operations.find(({ id }) => id === operation);
    if (!model || model.parameters.some((one) => one.in === "path" && one.style !== "simple")) continue;
    const values: Record<string, unknown> = { ...path, [identifiedBy.name]: identity };
    const isComplete = model.parameters.every((one) => one.in !== "path" || own(values, one.name) !== undefined);
    if (isComplete)
      return model.path.replace(/\{([^{}]+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name])));
  }
  return undefined;
}
