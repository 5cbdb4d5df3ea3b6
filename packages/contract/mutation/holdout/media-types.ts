import { refused } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { item } from "../kit/samples.js";
import { NAMESPACE_PLACES } from "../kit/spec.js";
import { isAt, METADATA, PLACES, withHeader } from "./operations.js";
import { send } from "./shared.js";

const MEDIA = "media types";
const TYPE_RULE = "Decision 0008: a wrong media type is a 400";

/** Accepts a wrong content type. */
const lenientType = (name: string, wrong: (type: string | undefined) => boolean, type: string | undefined): Mutant[] =>
  mutantsOf(MEDIA, {
    name,
    rule: TYPE_RULE,
    places: NAMESPACE_PLACES,
    fault: (place) => (exchange) =>
      exchange.namespace === place.namespace && wrong(exchange.header("content-type"))
        ? { request: withHeader(exchange.request, "Content-Type", "application/json") }
        : undefined,
    witness: ({ namespace }) => [withHeader(send([item("string", "x")], { namespace }), "Content-Type", type)],
  });

/** Rejects a right header. */
const strictHeader = (name: string, rule: string, header: string, wrong: RegExp, text: string): Mutant[] =>
  mutantsOf(MEDIA, {
    name,
    rule,
    places: [PLACES[2], METADATA]
      .filter((place) => place !== undefined)
      .filter((place) => header !== "content-type" || place === METADATA),
    fault: (place) => (exchange) =>
      isAt(place, exchange.path) && wrong.test(exchange.header(header) ?? "")
        ? { after: ({ status }) => (status < 300 ? refused(`${header} is wrong`) : undefined) }
        : undefined,
    witness: ({ request }) => [withHeader(request, header, text)],
  });

export const mediaTypes: readonly Mutant[] = [
  ...lenientType(
    "any type that ends in +json is accepted",
    (type) => /^application\/[\w.-]+\+json$/.test(type ?? ""),
    "application/problem+json",
  ),
  ...lenientType(
    "any type that begins with application/json is accepted",
    (type) => /^application\/json[\w.+-]/.test(type ?? ""),
    "application/json-patch+json",
  ),
  ...lenientType("text/json is accepted", (type) => /^text\/json/.test(type ?? ""), "text/json"),
  ...lenientType(
    "a charset after another parameter is not read",
    (type) => /^application\/json; *\w+=\w+; *charset="?(?!utf-8)/i.test(type ?? ""),
    "application/json; version=1; charset=iso-8859-1",
  ),
  ...strictHeader(
    "a type in upper case is rejected",
    "RFC 9110, section 8.3.1: the case of a media type does not count",
    "content-type",
    /[A-Z].*\//,
    "Application/JSON",
  ),
  ...strictHeader(
    "a charset in quotation marks is rejected",
    "RFC 9110, section 8.3.1; decision 0142",
    "content-type",
    /charset="/i,
    'application/json; charset="utf-8"',
  ),
  ...strictHeader(
    "any parameter but a charset is rejected",
    "Decision 0142: other parameters are ignored",
    "content-type",
    /;\s*(?!charset)\w+=/i,
    "application/json; version=1",
  ),
  ...strictHeader(
    "Accept with a weight is rejected",
    "Interface 4.1: Accept: application/json; RFC 9110, section 12.5.1: with any weight",
    "accept",
    /application\/json\s*;\s*q=/,
    "application/json;q=0.9",
  ),
  ...strictHeader(
    "Accept with several types is rejected",
    "Interface 4.1: Accept: application/json; RFC 9110, section 12.5.1: a list of types",
    "accept",
    /,/,
    "text/plain, application/json",
  ),
];
