import { type Form, form, formsOf } from "./form.js";

/** All notations of JSON in UTF-8 (RFC 9110, 8.3.1): type and parameter names in any case, quotes, white space. */
export const jsonTypes = (type: string): Form[] => {
  const [main = "", sub = ""] = type.split("/");
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const cases = [
    ...[`${capital(main)}/${capital(sub)}`, `${main.toUpperCase()}/${sub}`, `${main}/${sub.toUpperCase()}`],
    ...[`${main}/${capital(sub)}`, `${main}/${swapEvery(sub)}`],
  ];
  const charsets = [
    ...[" ; charset=utf-8", ";  charset=utf-8", ";\tcharset=utf-8", "; charset=UTF-8", "; Charset=Utf-8"],
    ...["; CHARSET=UTF-8", '; charset="utf-8"', '; charset="UTF-8"', "; charset=utf-8 ", "\t;\t charset=utf-8"],
  ];
  return [
    form(type, "as documented"),
    form(type.toUpperCase(), "in upper case"),
    form(`${type}; charset=utf-8`, "with a charset"),
    form(`${type};charset=utf-8`, "with a charset and no space"),
    ...cases.map((text) => form(text, "in mixed case")),
    ...charsets.map((rest) => form(type + rest, "with a charset in another notation")),
    form(`${type.toUpperCase()};CHARSET="UTF-8"`, "in upper case throughout"),
    ...otherParameters(type),
  ];
};

/**
 * The rest of the grammar of parameters (RFC 9110, 5.6.6): there may be others before and after the charset, and there
 * may be nothing after a semicolon. None of them changes the media type: it is still JSON.
 */
const otherParameters = (type: string): Form[] => [
  ...["version=1", 'version="1"', "VERSION=1", "profile=latin1", "xcharset=latin1", "charset-x=latin1"].flatMap(
    (other) => [
      form(`${type}; ${other}`, "with another parameter"),
      form(`${type}; ${other}; charset=utf-8`, "with another parameter before the charset"),
      form(`${type};charset="utf-8";${other}`, "with another parameter after the charset"),
    ],
  ),
  ...[
    'profile="a;b"',
    'profile="; charset=latin1"',
    'profile="\\"; charset=latin1"',
    'profile=";charset=latin1;"',
    'profile="a=b, c"',
    'profile=""',
  ].flatMap((other) => [
    form(`${type}; ${other}`, "with a quoted string"),
    form(`${type}; ${other}; charset=utf-8`, "with a quoted string before the charset"),
  ]),
  ...['"utf\\-8"', '"\\u\\t\\f\\-\\8"', '"UTF-\\8"'].map((charset) =>
    form(`${type}; charset=${charset}`, "with a backslash in a quoted charset"),
  ),
  form(`${type};`, "with nothing after its semicolon"),
  form(`${type};;charset=utf-8`, "with an empty parameter before the charset"),
  form(`${type}; charset=utf-8;`, "with nothing after the last semicolon"),
];

/** Converts every second letter to upper case. */
const swapEvery = (text: string) => [...text].map((letter, i) => (i % 2 ? letter.toUpperCase() : letter)).join("");

/** Media types that are not JSON, and what a careless server could take for JSON. */
const OTHERS: Record<string, string> = {
  "another type":
    "text/plain text/json text/html application/xml text/xml application/octet-stream application/x-www-form-urlencoded " +
    "application/x-json application/json-patch+json application/javascript application/yaml application/cbor image/json " +
    "text/x-json text/javascript text/ecmascript application/x-javascript application/ecmascript text/csv text/yaml " +
    "application/x-yaml application/toml application/graphql application/csp-report application/msgpack application/bson " +
    "application/jwt application/sql application/gzip application/zip application/pdf application/grpc application/xhtml+xml " +
    "application/soap+xml application/protobuf application/x-protobuf application/x-www-form-urlencoded+json " +
    "multipart/mixed audio/json video/json font/json message/json model/json example/json x/json a/json string/json",
  "a type that begins with the JSON type":
    "application/json5 application/jsonp application/json-seq application/x-ndjson application/ndjson application/jsonlines " +
    "application/json-lines application/jsonl application/x-jsonlines application/x-jsonl text/jsonl application/json-home " +
    "application/json1 application/json2 application/jsonml+json application/json.v1 application/json-v1",
  "a type based on JSON":
    "application/vnd.api+json application/ld+json application/problem+json application/merge-patch+json application/hal+json " +
    "application/geo+json application/schema+json application/manifest+json application/senml+json application/activity+json " +
    "application/reports+json application/jose+json application/vnd.example.v1+json model/gltf+json application/json+protobuf " +
    "application/json+xml application/json+v2 application/x+json application/+json text/x+json",
  "not a media type": "*/* application/* * json application application/ /json applicationjson",
};

const CHARSETS = "iso-8859-1 latin1 utf-16 utf-16le utf-32 us-ascii windows-1252 utf-7 shift_jis".split(" ");
/** Charsets that are similar to UTF-8, or not charsets. */
const NO_CHARSETS = [
  ..."utf-88 utf- -8 xutf-8 utf-8x utf unicode x-unknown none * ansi ebcdic 'utf-8' \"utf-8 utf-8\"".split(" "),
  ...['utf"-8"', '"utf-8"x', '" utf-8"', '"utf-8;"', '""', "", "utf\\-8"],
];

/** Other media types, and other charsets. */
export const otherTypes = (type: string): Form[] => {
  const blanks = [" ", "\t"].flatMap((blank) => [`${blank}/`, `/${blank}`, `${blank}/${blank}`]);
  const slash = (text: string) => type.replace("/", text);
  const table: Record<string, string[]> = {
    "white space around the slash": blanks.map(slash),
    "another character instead of the semicolon": [" ", ", ", ",", ":", "&", "?", "/", "|", "+", " and "].map(
      (mark) => `${type}${mark}charset=utf-8`,
    ),
    "one edit away": [`x${type}`, `${type}x`, slash("//"), `${type}/x`, slash("\\")],
    "another charset": CHARSETS.flatMap((charset) => [
      `${type}; charset=${charset}`,
      `${type};charset="${charset.toUpperCase()}"`,
    ]),
    "a charset similar to UTF-8, or not a charset": NO_CHARSETS.map((charset) => `${type}; charset=${charset}`),
  };
  const rest: Record<string, string[]> = {
    "two charsets": ["us-ascii", "iso-8859-1", "utf-16"].map((charset) => `${type}; charset=${charset}; charset=utf-8`),
    "two types": [`${type}, text/plain`, `text/plain, ${type}`, `${type},${type}`],
    "another separator": [slash(" "), slash(" / "), `"${type}"`, `<${type}>`, `${type}?charset=utf-8`],
  };
  const forms = (of: Record<string, string[]>) =>
    Object.entries(of).flatMap(([about, texts]) => texts.map((text) => form(text, about)));
  return [
    ...formsOf(OTHERS, " "),
    form("multipart/form-data; boundary=x", "another type"),
    ...forms(table),
    ...["iso-8859-1", "utf-16"].flatMap((charset) => otherCharset(type, charset)),
    ...forms(rest),
  ];
};

/** Another charset in every notation and place of a parameter (RFC 9110, 5.6.6). */
const otherCharset = (type: string, charset: string): Form[] =>
  [
    ...[`; version=1; charset=${charset}`, `;charset="${charset}";version=1`, `;;charset=${charset}`],
    ...[`;charset=${charset};`, `; profile="a;b"; charset=${charset}`, `; profile="\\""; charset=${charset}`],
    ...[`; charset=utf-8; charset=${charset}`, `; CHARSET=${charset}`, `; Charset=${charset}`],
    ...[` ; charset=${charset}`, `\t;\tcharset=${charset}`, `; charset="${charset.replace("-", "\\-")}"`],
  ]
    .map((rest) => form(type + rest, "another charset in another notation or place"))
    .concat(
      form(`${type.toUpperCase()};CHARSET="${charset.toUpperCase()}"`, "another charset in upper case throughout"),
    );
