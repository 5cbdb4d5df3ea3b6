import { type Form, form } from "./form.js";

/** All notations of JSON in UTF-8 (RFC 9110, 8.3.1): type and parameter names in any case, quotes, white space. */
export const jsonTypes = (type: string): Form[] => {
  const [main = "", sub = ""] = type.split("/");
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return [
    form(type, "as documented"),
    form(type.toUpperCase(), "in upper case"),
    form(`${capital(main)}/${capital(sub)}`, "capitalized"),
    form(`${main.toUpperCase()}/${sub}`, "with its type in upper case"),
    form(`${main}/${sub.toUpperCase()}`, "with its subtype in upper case"),
    form(`${main}/${capital(sub)}`, "with a capitalized subtype"),
    form(`${main}/${swapEvery(sub)}`, "with its subtype in mixed case"),
    form(`${type}; charset=utf-8`, "with a charset"),
    form(`${type};charset=utf-8`, "with a charset and no space"),
    form(`${type} ; charset=utf-8`, "with a space before the semicolon"),
    form(`${type};  charset=utf-8`, "with two spaces"),
    form(`${type};\tcharset=utf-8`, "with a tab"),
    form(`${type}; charset=UTF-8`, "with a charset in upper case"),
    form(`${type}; Charset=Utf-8`, "with a capitalized charset"),
    form(`${type}; CHARSET=UTF-8`, "with the whole charset in upper case"),
    form(`${type}; charset="utf-8"`, "with a charset in quotes"),
    form(`${type}; charset="UTF-8"`, "with a charset in quotes and upper case"),
    form(`${type.toUpperCase()};CHARSET="UTF-8"`, "in upper case throughout"),
    form(`${type}; charset=utf-8 `, "with a trailing space"),
    form(`${type}\t;\t charset=utf-8`, "with tabs and a space"),
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

/** Other media types, and other charsets. */
export const otherTypes = (type: string): Form[] => [
  ...["text/plain", "text/json", "text/html", "application/xml", "text/xml", "application/octet-stream"].map((text) =>
    form(text, "another type"),
  ),
  ...["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/x-json"].map((text) =>
    form(text, "another type"),
  ),
  ...[
    "application/json5",
    "application/jsonp",
    "application/json-seq",
    "application/x-ndjson",
    "application/ndjson",
  ].map((text) => form(text, "a type that begins with the JSON type")),
  ...[
    "application/vnd.api+json",
    "application/ld+json",
    "application/problem+json",
    "application/merge-patch+json",
  ].map((text) => form(text, "a type based on JSON")),
  ...[
    "application/json-patch+json",
    "application/javascript",
    "application/yaml",
    "application/cbor",
    "image/json",
  ].map((text) => form(text, "another type")),
  ...(
    "application/jsonlines application/json-lines application/jsonl application/x-jsonlines application/x-jsonl text/jsonl " +
    "application/json-home application/json1 application/json2 application/jsonml+json application/json.v1 application/json-v1"
  )
    .split(" ")
    .map((text) => form(text, "a type that begins with the JSON type")),
  ...(
    "application/hal+json application/geo+json application/schema+json application/manifest+json application/senml+json " +
    "application/activity+json application/reports+json application/jose+json application/vnd.example.v1+json model/gltf+json " +
    "application/json+protobuf application/json+xml application/json+v2 application/x+json application/+json text/x+json"
  )
    .split(" ")
    .map((text) => form(text, "a type based on JSON")),
  ...(
    "text/x-json text/javascript text/ecmascript application/x-javascript application/ecmascript text/csv text/yaml " +
    "application/x-yaml application/toml application/graphql application/csp-report application/msgpack application/bson " +
    "application/jwt application/sql application/gzip application/zip application/pdf application/grpc application/xhtml+xml " +
    "application/soap+xml application/protobuf application/x-protobuf application/x-www-form-urlencoded+json " +
    "multipart/mixed audio/json video/json font/json message/json model/json example/json x/json a/json string/json"
  )
    .split(" ")
    .map((text) => form(text, "another type")),
  ...[" ", "\t"].flatMap((blank) =>
    [type.replace("/", `${blank}/`), type.replace("/", `/${blank}`), type.replace("/", `${blank}/${blank}`)].map(
      (text) => form(text, "white space around the slash"),
    ),
  ),
  ...[" ", ", ", ",", ":", "&", "?", "/", "|", "+", " and "].map((mark) =>
    form(`${type}${mark}charset=utf-8`, "another character instead of the semicolon"),
  ),
  ...["*/*", "application/*", "*", "json", "application", "application/", "/json", "applicationjson"].map((text) =>
    form(text, "not a media type"),
  ),
  ...[`x${type}`, `${type}x`, type.replace("/", "//"), `${type}/x`, type.replace("/", "\\")].map((text) =>
    form(text, "one edit away"),
  ),
  ...["iso-8859-1", "latin1", "utf-16", "utf-16le", "utf-32", "us-ascii", "windows-1252", "utf-7", "shift_jis"].flatMap(
    (charset) => [
      form(`${type}; charset=${charset}`, "another charset"),
      form(`${type};charset="${charset.toUpperCase()}"`, "another charset in quotes"),
    ],
  ),
  ...[
    "utf-88",
    "utf-",
    "-8",
    "xutf-8",
    "utf-8x",
    "utf",
    "unicode",
    "x-unknown",
    "none",
    "*",
    "ansi",
    "ebcdic",
    "'utf-8'",
    '"utf-8',
    'utf-8"',
    'utf"-8"',
    '"utf-8"x',
    '" utf-8"',
    '"utf-8;"',
    '""',
    "",
    "utf\\-8",
  ].map((charset) => form(`${type}; charset=${charset}`, "a charset similar to UTF-8, or not a charset")),
  ...["iso-8859-1", "utf-16"].flatMap((charset) => [
    form(`${type}; version=1; charset=${charset}`, "another charset after another parameter"),
    form(`${type};charset="${charset}";version=1`, "another charset before another parameter"),
    form(`${type};;charset=${charset}`, "another charset after an empty parameter"),
    form(`${type};charset=${charset};`, "another charset before an empty parameter"),
    form(`${type}; profile="a;b"; charset=${charset}`, "another charset after a quoted semicolon"),
    form(`${type}; profile="\\""; charset=${charset}`, "another charset after a quoted quotation mark"),
    form(`${type}; charset=utf-8; charset=${charset}`, "another charset after UTF-8"),
    ...[`; CHARSET=${charset}`, `; Charset=${charset}`, ` ; charset=${charset}`, `\t;\tcharset=${charset}`].map(
      (rest) => form(type + rest, "another charset in another notation"),
    ),
    form(`${type}; charset="${charset.replace("-", "\\-")}"`, "another charset with a backslash in quotes"),
    form(`${type.toUpperCase()};CHARSET="${charset.toUpperCase()}"`, "another charset in upper case throughout"),
  ]),
  ...["us-ascii", "iso-8859-1", "utf-16"].map((charset) =>
    form(`${type}; charset=${charset}; charset=utf-8`, "two charsets"),
  ),
  ...[`${type}, text/plain`, `text/plain, ${type}`, `${type},${type}`].map((text) => form(text, "two types")),
  ...[type.replace("/", " "), type.replace("/", " / "), `"${type}"`, `<${type}>`, `${type}?charset=utf-8`].map((text) =>
    form(text, "another separator"),
  ),
];
