/** What an edit means for clients: they may stop working, or not. Undefined where people would disagree. */
export type Meaning = "breaking" | "harmless" | undefined;

/** An edit of `library.yaml`, and what it means there and back. */
export interface Edit {
  readonly name: string;
  /** Texts that occur once, each with the one in its place. A regular expression stands for all its matches. */
  readonly changes: readonly (readonly [from: string | RegExp, to: string])[];
  readonly there: Meaning;
  readonly back: Meaning;
}

const MEANINGS: Readonly<Record<string, Meaning>> = { b: "breaking", h: "harmless", "?": undefined };

/** @param meanings two letters, there and back: `b` is breaking, `h` harmless, `?` neither for certain */
const edit = (meanings: string, name: string, ...changes: Edit["changes"]): Edit => ({
  name,
  changes,
  there: MEANINGS[meanings.charAt(0)],
  back: MEANINGS[meanings.charAt(1)],
});

const PARAMETERS = [
  edit("bh", "a longer text is required", ["minLength: 2 }", "minLength: 3 }"]),
  edit("bh", "a lower maximum", ["maximum: 2100", "maximum: 2050"]),
  edit("hb", "no minimum", ["minimum: 1450, ", ""]),
  edit("hb", "a number in place of an integer", [
    "name: year, in: query, schema: { type: integer",
    "name: year, in: query, schema: { type: number",
  ]),
  edit("hh", "bounds in an allOf", [
    "schema: { type: integer, minimum: 1450, maximum: 2100 }",
    "schema: { allOf: [{ type: integer, minimum: 1450 }, { maximum: 2100 }] }",
  ]),
  edit("hb", "one more value of an element", ["[novel, poetry, essay]", "[novel, poetry, essay, drama]"]),
  edit("bb", "a list without explode", ["style: form, explode: true }", "style: form, explode: false }"]),
  edit("hh", "style and explode by default", [", style: form, explode: true }", " }"]),
  edit("bh", "fewer elements", ["maxItems: 5", "maxItems: 3"]),
  edit("bb", "another default of a parameter", ["default: title", "default: year"]),
  edit("bh", "a parameter becomes required", ["name: sort, in: query,", "name: sort, in: query, required: true,"]),
  edit("hb", "a field of a parameter becomes optional", ["required: [lat, lon]", "required: [lat]"]),
  edit("bb", "another style of an object", ["style: deepObject", "style: form"]),
  edit("bh", "a bound in a JSON parameter", ["shelf: { type: string }", "shelf: { type: string, maxLength: 5 }"]),
  edit("bb", "XML in place of JSON in a parameter", [
    "content: { application/json: { schema: { type: object, properties: { shelf",
    "content: { application/xml: { schema: { type: object, properties: { shelf",
  ]),
  edit("bh", "a cookie becomes required", ["name: session, in: cookie,", "name: session, in: cookie, required: true,"]),
  edit("hh", "a header in lower case", ["name: X-Branch", "name: x-branch"]),
  edit("hb", "no longest text of a header", ["schema: { type: string, maxLength: 20 }", "schema: { type: string }"]),
  edit("bh", "a header of a path becomes required", [
    "name: X-Branch, in: header,",
    "name: X-Branch, in: header, required: true,",
  ]),
  edit("hh", "explode of a text", ["name: author, in: query,", "name: author, in: query, explode: false,"]),
  edit("hb", "a wider pattern", [
    'pattern: "^[0-9]{13}$" } }\n        - { name: fields',
    'pattern: "^[0-9X]{10,13}$" } }\n        - { name: fields',
  ]),
  edit("bb", "another delimiter", ["pipeDelimited", "spaceDelimited"]),
  edit(
    "hh",
    "another name of a path parameter",
    ["/books/{isbn}/cover:", "/books/{code}/cover:"],
    [
      "operationId: setCover\n      parameters:\n        - { name: isbn",
      "operationId: setCover\n      parameters:\n        - { name: code",
    ],
  ),
  edit("bb", "another default of a flag", ["default: false", "default: true"]),
  edit("hh", "a flag as a list of values", [
    "name: force, in: query, schema: { type: boolean,",
    "name: force, in: query, schema: { enum: [true, false],",
  ]),
];

const REQUESTS = [
  edit("hb", "a body becomes optional", [
    "        required: true\n        description: The book.",
    "        description: The book.",
  ]),
  edit("bh", "no XML in requests", [
    '          application/xml: { schema: { $ref: "#/components/schemas/NewBook" } }\n',
    "",
  ]),
  edit("hb", "a part becomes optional", ["              required: [image]\n", ""]),
  edit("bh", "a shorter part", ["maxLength: 80", "maxLength: 40"]),
  edit("hh", "the default type of a part", [
    "encoding: { image:",
    "encoding: { crop: { contentType: application/json }, image:",
  ]),
  edit("bh", "one type of a part less", ['"image/png, image/jpeg"', "image/png"]),
  edit("hh", "types of a part in another order", ['"image/png, image/jpeg"', '"image/jpeg, image/png"']),
  edit("hb", "a range of types of a part", ['"image/png, image/jpeg"', '"image/*"']),
  edit("bh", "no form", [
    '          application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Loan" } }\n',
    "",
  ]),
  edit("hh", "a media type in another case", [
    'application/json: { schema: { $ref: "#/components/schemas/Loan" } }',
    'application/JSON: { schema: { $ref: "#/components/schemas/Loan" } }',
  ]),
  edit("hh", "an inclusive bound of an integer", ["exclusiveMinimum: 0, maximum: 60", "minimum: 1, maximum: 60"]),
  edit("hh", "a bound that no multiple reaches", ["maximum: 60", "maximum: 64"]),
  edit("bh", "a bound that one multiple reaches", ["maximum: 60", "maximum: 59"]),
  edit("bh", "fewer multiples", ["multipleOf: 5", "multipleOf: 10"]),
  edit("hh", "null as a branch", [
    'note: { type: [string, "null"] }',
    'note: { anyOf: [{ type: string }, { type: "null" }] }',
  ]),
  edit("bh", "no null in a request", ['note: { type: [string, "null"] }', "note: { type: string }"]),
  edit("hb", "an empty object", ["minProperties: 1, ", ""]),
  edit("hb", "an open object", ["additionalProperties: false, minProperties", "minProperties"]),
  edit("hb", "one field more of a closed object", [
    "isbn: { type: string, minLength: 10, maxLength: 13 }",
    "isbn: { type: string, minLength: 10, maxLength: 13 }\n        cover: { type: string }",
  ]),
  edit("bh", "one required field more", [
    "required: [isbn, title]\n      additionalProperties",
    "required: [isbn, title, pages]\n      additionalProperties",
  ]),
  edit("hb", "a shorter text", ["minLength: 10", "minLength: 9"]),
  edit("hb", "more decimals", ["multipleOf: 0.01", "multipleOf: 0.001"]),
  edit("bh", "fewer decimals", ["multipleOf: 0.01", "multipleOf: 0.1"]),
  edit("bb", "another default of a field", ["default: en", "default: de"]),
  edit("hh", "values as constants", [
    "language: { type: string, enum: [en, de, tr], default: en }",
    "language: { oneOf: [{ const: en }, { const: de }, { const: tr }], default: en }",
  ]),
  edit("bh", "shorter elements", ["maxLength: 30", "maxLength: 20"]),
  edit("hb", "more elements of a tuple", [", items: false }", " }"]),
  edit("hb", "another type in a tuple", [
    "[{ type: integer }, { type: string }]",
    "[{ type: integer }, { type: [string, integer] }]",
  ]),
  edit("hb", "a longer tuple", [
    "[{ type: integer }, { type: string }]",
    "[{ type: integer }, { type: string }, { type: boolean }]",
  ]),
  edit("hb", "another type by pattern", ['"^x-": { type: string }', '"^x-": { type: [string, number] }']),
  edit("hb", "other names than those of a pattern", ["additionalProperties: false }", "additionalProperties: true }"]),
  edit("hh", "values in another order", ["[cm, in]", "[in, cm]"]),
  edit("hh", "an allOf as one schema", [
    '{ allOf: [{ $ref: "#/components/schemas/Measure" }, { properties: { unit: { enum: [cm, in] } } }] }',
    "{ type: object, required: [value], properties: { value: { type: number, exclusiveMinimum: 0 }, unit: { type: string, enum: [cm, in] } } }",
  ]),
  edit("hb", "zero is allowed", [
    "value: { type: number, exclusiveMinimum: 0 }",
    "value: { type: number, minimum: 0 }",
  ]),
  edit("hb", "no format in a request", ["member: { type: string, format: uuid }", "member: { type: string }"]),
  edit("hb", "fractions in a request", ["copy: { type: integer }", "copy: { type: number }"]),
  edit("hb", "a field needs no other", ["      dependentRequired: { reminder: [until] }\n", ""]),
  edit("hh", "a condition in another keyword", [
    "dependentRequired: { reminder: [until] }",
    "if: { required: [reminder] }\n      then: { required: [until] }",
  ]),
];

const RESPONSES = [
  edit("bh", "a header may be missing", ["X-Total: { required: true, ", "X-Total: { "]),
  edit("bh", "a header without a minimum", ["schema: { type: integer, minimum: 0 } }", "schema: { type: integer } }"]),
  edit("bh", "one header less", ["            X-Next: { schema: { type: string, format: uri } }\n", ""]),
  edit("hh", "a header of a response in lower case", ["X-Next:", "x-next:"]),
  edit("bh", "longer lists", ["maxItems: 100", "maxItems: 500"]),
  edit("bh", "one media type less", ["            text/csv: { schema: { type: string } }\n", ""]),
  edit("bh", "a field of a callback may be missing", [
    "required: [isbn], properties: { isbn: { type: string }, copies",
    "properties: { isbn: { type: string }, copies",
  ]),
  edit("bh", "no minimum in a callback", ["copies: { type: integer, minimum: 1 }", "copies: { type: integer }"]),
  edit("bh", "a bound above 2^53", ["9007199254740993", "9007199254740994"]),
  edit("bh", "a field of a response may be missing", ["required: [bytes], ", ""]),
  edit("bh", "one more value in a webhook", ["[first, second]", "[first, second, third]"]),
  edit("bh", "a field of a webhook may be missing", ["required: [loan, days]", "required: [loan]"]),
  edit("bh", "a lower minimum in a webhook", [
    "days: { type: integer, minimum: 1 }",
    "days: { type: integer, minimum: 0 }",
  ]),
  edit("bb", "another name of a webhook", ["  overdue:", "  late:"]),
  edit("bh", "a field of an error may be missing", ["required: [title], ", ""]),
  edit("bb", "another media type of errors", ["application/problem+json", "application/json"]),
  edit("bh", "a lower minimum in a response", [
    "pages: { type: integer, minimum: 1 }\n",
    "pages: { type: integer, minimum: 0 }\n",
  ]),
  edit("hb", "no null in a response", ['subtitle: { type: [string, "null"] }', "subtitle: { type: string }"]),
  edit("bh", "one more value in a response", [
    "language: { type: string, enum: [en, de, tr] }",
    "language: { type: string, enum: [en, de, tr, fr] }",
  ]),
  edit("bb", "another format", ["added: { type: string, format: date-time }", "added: { type: string, format: date }"]),
  edit("bh", "an empty list", ["minItems: 1, ", ""]),
  edit("bh", "equal elements", ["uniqueItems: true, ", ""]),
  edit("bh", "another type of free fields", [
    "notes: { type: object, additionalProperties: { type: string } }",
    "notes: { type: object, additionalProperties: { type: [string, integer] } }",
  ]),
  edit("bh", "one branch more", ["oneOf: [{ type: integer }, {", "oneOf: [{ type: boolean }, { type: integer }, {"]),
  edit("hh", "anyOf of branches that exclude each other", ["rating: { oneOf", "rating: { anyOf"]),
  edit("bh", "a longer text in a response", [
    "title: { type: string, maxLength: 200 }\n        subtitle",
    "title: { type: string, maxLength: 300 }\n        subtitle",
  ]),
  edit("hb", "a field is always there", [
    "required: [isbn, title]\n      properties",
    "required: [isbn, title, pages]\n      properties",
  ]),
  edit("h?", "one field more", ["subtitle: {", "cover: { type: string }\n        subtitle: {"]),
  edit("hb", "a field of a recursive schema is always there", ["required: [name]\n", "required: [name, born]\n"]),
  edit("hh", "another name of a component", [/Person/g, "Author"]),
  edit("hh", "a union as a list of types", [
    'fee: { anyOf: [{ type: number }, { type: "null" }] }',
    'fee: { type: [number, "null"] }',
  ]),
  edit("hh", "a constant as a list", ["const: lent", "enum: [lent]"]),
  edit("bh", "no not", ["      not: { required: [returned] }\n", ""]),
  edit("bh", "no format in a response", ["due: { type: string, format: date }", "due: { type: string }"]),
  edit("bh", "an identity may be missing", ["      required: [loan]\n", ""]),
];

const BOTH = [
  edit(
    "bb",
    "a branch more of what clients send and receive",
    [
      'oneOf: [{ $ref: "#/components/schemas/Cash" }',
      'oneOf: [{ $ref: "#/components/schemas/Coupon" }, { $ref: "#/components/schemas/Cash" }',
    ],
    ["mapping: {", 'mapping: { coupon: "#/components/schemas/Coupon",'],
    [
      "    Cash: {",
      "    Coupon: { type: object, required: [kind], properties: { kind: { const: coupon } } }\n    Cash: {",
    ],
  ),
  edit("hh", "a union in another keyword", [
    'oneOf: [{ $ref: "#/components/schemas/Cash" }',
    'anyOf: [{ $ref: "#/components/schemas/Cash" }',
  ]),
  edit("bb", "no pattern of what clients send and receive", [', pattern: "^[0-9]+$"', ""]),
  edit("bb", "a bound of what clients send and receive", [
    "holder: { type: string }",
    "holder: { type: string, maxLength: 50 }",
  ]),
  edit("bb", "whole numbers of what clients send and receive", [
    "amount: { type: number }",
    "amount: { type: integer }",
  ]),
];

const DOCUMENT = [
  edit("hh", "another description of a response", ["What went wrong.", "What failed."]),
  edit("hh", "another summary", ["summary: Find books", "summary: Search books"]),
  edit("hh", "another tag", ["tags: [Books]", "tags: [Shelf]"]),
  edit("hh", "another example", ["two: { value: [] }", "none: { value: [] }"]),
  edit("hh", "another description of the API", ["Loans of a library.", "Books and loans."]),
  edit("hh", "no longer deprecated", ["      deprecated: true\n", ""]),
  edit("bh", "one credential less", ["[{ token: [] }, { admin: [write] }]", "[{ token: [] }]"]),
  edit("bh", "one scope more", ["admin: [write]", "admin: [write, read]"]),
  edit("hh", "credentials in another order", [
    "[{ token: [] }, { admin: [write] }]",
    "[{ admin: [write] }, { token: [] }]",
  ]),
  edit("bh", "both credentials", ["[{ token: [] }, { admin: [write] }]", "[{ token: [], admin: [write] }]"]),
  edit("hb", "no credentials", ["[{ token: [] }, { admin: [write] }]", "[{ token: [] }, { admin: [write] }, {}]"]),
  edit("bb", "another scheme", ["scheme: bearer", "scheme: basic"]),
  edit("bh", "one value less of a server", ["enum: [eu, us]", "enum: [eu]"]),
  edit("bb", "another path of the server", ["library.example/v1", "library.example/v2"]),
  edit("hh", "a description of the server", [
    "- url: https://{region}",
    "- description: Main.\n    url: https://{region}",
  ]),
  edit("hb", "one server more", [
    "security: [{ token: [] }]\ntags",
    "  - url: https://backup.library.example/v1\nsecurity: [{ token: [] }]\ntags",
  ]),
];

export const EDITS: readonly Edit[] = [...PARAMETERS, ...REQUESTS, ...RESPONSES, ...BOTH, ...DOCUMENT];
