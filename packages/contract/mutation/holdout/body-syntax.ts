import { isUtf8 } from "node:buffer";
import { isObject, mapObjects, onBody, onLenientText, outsideStrings } from "../kit/bodies.js";
import { post } from "../kit/create-faults.js";
import { duplicatesOf } from "../kit/duplicates.js";
import { type Json, parsed, refused, withBody } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { takingBytes } from "../kit/lenient-json.js";
import { NAMESPACE_PLACES } from "../kit/spec.js";

const SYNTAX = "body syntax";
const NOT_JSON = "Decision 0008: a body that is not valid JSON is a 400";

const small = '{"uid":"small","items":[{"key":"k","type":"string","value":"x"}]}';

/** Returns the end of the first object of a text; -1 if it has no end. */
function endOfObject(text: string): number {
  let depth = 0;
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (match[0] === "{") depth++;
    if (match[0] === "}" && --depth === 0) return match.index + 1;
  }
  return -1;
}

/** Reads only the first object of a body, and ignores what follows if it has a certain form. */
const firstObject = (rest: RegExp): Fault =>
  onLenientText((text) => {
    const end = endOfObject(text);
    return end > 0 && rest.test(text.slice(end)) ? text.slice(0, end) : text;
  });

/** Accepts a field under another name. */
const renamed = (from: string, to: string): Fault =>
  onBody((body) => {
    let found = false;
    const change = (object: Record<string, Json>) => {
      if (!(from in object) || to in object) return object;
      found = true;
      return Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value]));
    };
    const repaired = mapObjects(change(body), change);
    return found ? repaired : undefined;
  });

const NUMBER_FORMS = [
  { name: "a plus", form: /(?<=[:[,]\s*)\+(?=\d)/g, instead: "", text: "+1" },
  { name: "leading zeros", form: /(?<=[:[,]\s*-?)0+(?=\d)/g, instead: "", text: "007" },
  { name: "no digit before the point", form: /(?<=[:[,]\s*-?)\.(?=\d)/g, instead: "0.", text: ".5" },
  { name: "no digit after the point", form: /(?<=\d)\.(?!\d)/g, instead: "", text: "5." },
  { name: "hexadecimal digits", form: /(?<=[:[,]\s*)0x[0-9a-f]+/gi, instead: "1", text: "0x1F" },
  { name: "the name NaN", form: /\bNaN\b/g, instead: "0", text: "NaN" },
  { name: "the name Infinity", form: /-?\bInfinity\b/g, instead: "0", text: "-Infinity" },
];

const CONTROLS = [
  { name: "a tab", character: "\t", form: /\t/g },
  { name: "a line end", character: "\n", form: /\n/g },
  { name: "another control character", character: "\u0001", form: /(?![\t\n\r])\p{Cc}/gu },
];

export const bodySyntax: readonly Mutant[] = [
  ...mutantsOf(SYNTAX, {
    name: "only the first value of a body is read",
    rule: NOT_JSON,
    places: [
      { name: "a second object follows", rest: /^\s*\{.*\}\s*$/s, text: `${small}\n${small}` },
      { name: "a bracket follows", rest: /^\s*[}\]]+\s*$/, text: `${small}}` },
      { name: "a word follows", rest: /^\s*[a-z]+\s*$/i, text: `${small} end` },
    ],
    fault: ({ rest }) => firstObject(rest),
    witness: ({ text }) => [post(text)],
  }),
  ...mutantsOf(SYNTAX, {
    name: "a number in a form that JSON does not have is accepted",
    rule: NOT_JSON,
    places: NUMBER_FORMS,
    fault: ({ form, instead }) =>
      onLenientText((text) => outsideStrings(text, (part) => part.replaceAll(form, instead))),
    witness: ({ text }) => [post(`{"uid":"n","items":[{"key":"k","type":"number","value":${text}}]}`)],
  }),
  ...mutantsOf(SYNTAX, {
    name: "a control character in a string is accepted",
    rule: NOT_JSON,
    places: CONTROLS,
    fault: ({ form }) =>
      onLenientText((text) =>
        text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (part) =>
          part.replaceAll(form, (character) => JSON.stringify(character).slice(1, -1)),
        ),
      ),
    witness: ({ character }) => [post(small.replace('"x"', `"x${character}y"`))],
  }),
  ...mutantsOf(SYNTAX, {
    name: "an escape that JSON does not have is accepted",
    rule: NOT_JSON,
    places: [
      { name: "an apostrophe", form: /\\'/g, instead: "'", text: "\\'" },
      { name: "two hexadecimal digits", form: /\\x([0-9a-fA-F]{2})/g, instead: "\\u00$1", text: "\\x41" },
    ],
    fault: ({ form, instead }) => onLenientText((text) => text.replaceAll(form, instead)),
    witness: ({ text }) => [post(small.replace('"x"', `"${text}"`))],
  }),
  ...mutantsOf(SYNTAX, {
    name: "a repeated field with another value is accepted",
    rule: "Decision 0030: a field that appears twice in one object is a 400",
    places: ["uid", "items", "key", "type", "value"].map((name) => ({ name })),
    fault:
      ({ name }) =>
      ({ namespace, request, text }) => {
        if (namespace === undefined) return undefined;
        const found = duplicatesOf(text);
        const body = found.length > 0 && found.every((each) => each.name === name && !each.equal) && parsed(text);
        return body ? { request: withBody(request, body) } : undefined;
      },
    witness: ({ name }) => [
      post(
        {
          uid: '{"uid":"other","uid":"small","items":[{"key":"k","type":"string","value":"x"}]}',
          items: '{"uid":"small","items":[],"items":[{"key":"k","type":"string","value":"x"}]}',
          key: '{"uid":"small","items":[{"key":"other","key":"k","type":"string","value":"x"}]}',
          type: '{"uid":"small","items":[{"key":"k","type":"number","type":"string","value":"x"}]}',
          value: '{"uid":"small","items":[{"key":"k","type":"string","value":"y","value":"x"}]}',
        }[name] ?? small,
      ),
    ],
  }),
  ...mutantsOf(SYNTAX, {
    name: "names of fields are read in any case",
    rule: "Decision 0002: a request with an unknown field is rejected",
    places: [
      { name: "uid", from: "UID", to: "uid" },
      { name: "items", from: "Items", to: "items" },
      { name: "key", from: "Key", to: "key" },
      { name: "value", from: "Value", to: "value" },
    ],
    fault: ({ from, to }) => renamed(from, to),
    witness: ({ from, to }) => [post(small.replace(`"${to}":`, `"${from}":`))],
  }),
  ...mutantsOf(SYNTAX, {
    name: "a byte order mark is rejected",
    rule: "Decision 0030: a byte order mark is skipped",
    places: NAMESPACE_PLACES,
    fault:
      (place) =>
      ({ namespace, request }) =>
        namespace === place.namespace &&
        Buffer.from(request.body ?? "")
          .subarray(0, 3)
          .toString("hex") === "efbbbf"
          ? { after: ({ created }) => (created ? refused("the body is not JSON") : undefined) }
          : undefined,
    witness: ({ namespace }) => [post(`\ufeff${small}`, { namespace })],
  }),
  ...mutantsOf(SYNTAX, {
    name: "surrogates that are encoded one by one are accepted",
    rule: "Decision 0030: a body that is not UTF-8 is a 400",
    places: ONE_PLACE,
    fault: () =>
      takingBytes((bytes) =>
        Buffer.from(
          bytes
            .toString("latin1")
            .replaceAll(/\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]/g, "\xf0\x9f\x98\x80"),
          "latin1",
        ),
      ),
    witness: () => [post(Buffer.from(small.replace('"x"', '"\xed\xa0\xbd\xed\xb8\x80"'), "latin1"))],
  }),
  ...mutantsOf(SYNTAX, {
    name: "a body in UTF-16 is accepted",
    rule: "Decision 0030: a body that is not UTF-8 is a 400",
    places: [
      { name: "with a byte order mark", mark: "\ufeff" },
      { name: "without a byte order mark", mark: "" },
    ],
    fault:
      ({ mark }) =>
      ({ namespace, request }) => {
        const bytes = Buffer.from(request.body ?? "");
        const text = bytes.toString("utf16le");
        const starts = mark === "" ? text.startsWith("{") : text.startsWith(mark);
        const json = text.replace(/^\ufeff/, "");
        return namespace !== undefined && starts && isObject(parsed(json))
          ? { request: { ...request, body: json } }
          : undefined;
      },
    witness: ({ mark }) => [post(Buffer.from(mark + small, "utf16le"))],
  }),
  ...mutantsOf(SYNTAX, {
    name: "broken bytes in the uid are replaced",
    rule: "Decision 0030: a body that is not UTF-8 is a 400",
    places: ONE_PLACE,
    fault: () =>
      takingBytes((bytes) => {
        const text = bytes
          .toString("latin1")
          .replace(/(?<="uid"\s*:\s*")[^"]*/, (uid) => uid.replaceAll(/[\x80-\xff]/g, "?"));
        const repaired = Buffer.from(text, "latin1");
        return isUtf8(repaired) ? repaired : bytes;
      }),
    witness: () => [post(Buffer.from(small.replace('"small"', '"sm\xffll"'), "latin1"))],
  }),
];
