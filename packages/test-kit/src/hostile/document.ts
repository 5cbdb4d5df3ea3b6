import { PAYLOADS } from "./texts.js";

/** A document with a hostile text in every position, and how many texts each position has. */
export interface HostileDocument {
  readonly document: object;
  readonly positions: ReadonlyMap<string, number>;
}

/** Texts that mean no harm, where a target language has a meaning for them. */
export const HARMLESS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "from",
    "class",
    "lag",
    "base_url",
    "api_key",
    "start_date",
    "utc",
    "type",
    "customer's note",
    "100%",
    "a/b~c",
    "$&",
  ].map((text) => [text, text]),
);

/**
 * Builds an OpenAPI 3.1 document in which every position that can hold a text holds hostile ones: all of them, one for
 * each operation, or all in one where a document has only one such position. The keys of components, statuses, methods and
 * operationIds are not among them, because OpenAPI or `generate` limits them to letters, digits and a few signs.
 *
 * @param title the title, which is otherwise all texts
 */
export function hostileDocument(
  payloads: Readonly<Record<string, string>> = PAYLOADS,
  title?: string,
): HostileDocument {
  const parts = new Parts(Object.values(payloads));
  const document = {
    openapi: "3.1.1",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    ...parts.head(title),
    tags: parts.each((text) => parts.tag(text)),
    security: [{ key: [] }],
    paths: Object.fromEntries(parts.each((text, index) => parts.path(text, index))),
    webhooks: Object.fromEntries(parts.each((text) => parts.webhook(text))),
    components: {
      schemas: {
        Thing: { type: "object", properties: { kind: { type: "string" } } },
        Other: { type: "object", properties: { kind: { type: "string" } } },
        ...Object.fromEntries(parts.each((text, index) => [`Named${index}`, { ...parts.fields(text), title: text }])),
      },
      securitySchemes: parts.schemes(),
    },
  };
  return { document, positions: parts.positions };
}

/** What cannot be sent in a URL, or be a name that a validator compiles. */
const HALF_SURROGATES = /[\ud800-\udfff]/gu;
const named = (text: string) => text.replace(HALF_SURROGATES, "");

/** A pattern that matches exactly this text. */
const patternOf = (text: string) => `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;

const DOCS = "https://docs.invalid/";

/** The parts of the document, which count the texts that they have. */
class Parts {
  readonly positions = new Map<string, number>();

  constructor(private readonly texts: readonly string[]) {}

  each<T>(make: (text: string, index: number) => T): T[] {
    return this.texts.map(make);
  }

  /** Fills a position. */
  #put(position: string, text: string): string {
    this.positions.set(position, (this.positions.get(position) ?? 0) + 1);
    return text;
  }

  #name(position: string, text: string): string {
    return this.#put(position, named(text));
  }

  /** Fills a position that a document has only once. */
  #all(position: string): string {
    for (const text of this.texts) this.#put(position, text);
    return this.texts.join(" ");
  }

  head(title: string | undefined) {
    return {
      info: {
        title: title ?? this.#all("info.title"),
        summary: this.#all("info.summary"),
        description: this.#all("info.description"),
        version: this.#all("info.version"),
        termsOfService: "https://terms.invalid/",
        contact: { name: this.#all("info.contact.name"), url: "https://contact.invalid/", email: "a@contact.invalid" },
        license: { name: this.#all("info.license.name"), identifier: this.#all("info.license.identifier") },
      },
      externalDocs: { url: DOCS, description: this.#all("externalDocs.description") },
      servers: [
        {
          url: "http://localhost:4010/{base}",
          description: this.#all("server.description"),
          variables: {
            base: {
              default: "v1",
              enum: ["v1", this.#all("server.variable.enum")],
              description: this.#all("server.variable.description"),
            },
          },
        },
      ],
    };
  }

  tag(text: string) {
    return {
      name: this.#put("tag.name", text),
      description: this.#put("tag.description", text),
      externalDocs: { url: DOCS, description: this.#put("tag.externalDocs.description", text) },
      "x-displayName": this.#put("tag.x-displayName", text),
    };
  }

  webhook(text: string): [string, object] {
    const summary = this.#put("webhook.summary", text);
    return [this.#put("webhook name", text), { post: { summary, responses: { "204": { description: text } } } }];
  }

  schemes() {
    return {
      key: {
        type: "apiKey",
        in: "query",
        name: named(this.#all("securityScheme.name")),
        description: this.#all("securityScheme.description"),
      },
      token: { type: "http", scheme: "bearer", bearerFormat: this.#all("securityScheme.bearerFormat") },
      oauth: {
        type: "oauth2",
        description: this.#all("securityScheme.description"),
        flows: {
          clientCredentials: {
            tokenUrl: "https://token.invalid/",
            scopes: Object.fromEntries(
              this.each((text) => [this.#put("scope name", text), this.#put("scope description", text)]),
            ),
          },
        },
      },
    };
  }

  /** A schema of a text. */
  #schema(text: string) {
    return {
      title: this.#put("schema.title", text),
      description: this.#put("schema.description", text),
      $comment: this.#put("schema.$comment", text),
      type: "string",
      enum: [this.#put("schema.enum", text), `${text} `],
      default: this.#put("schema.default", text),
      examples: [this.#put("schema.examples", text)],
      format: this.#put("schema.format", text),
      contentMediaType: this.#put("schema.contentMediaType", text),
      externalDocs: { url: DOCS, description: this.#put("schema.externalDocs.description", text) },
      xml: { name: this.#put("schema.xml.name", text), prefix: this.#put("schema.xml.prefix", text) },
      "x-hostile": { [this.#put("extension name", text)]: this.#put("extension", text) },
    };
  }

  /** A schema of a record. */
  fields(text: string) {
    const name = this.#name("schema.properties", text);
    return {
      type: "object",
      required: ["id", this.#name("schema.required", text)],
      properties: {
        id: { type: "string" },
        [name]: this.#schema(text),
        exact: { const: this.#put("schema.const", text) },
        matched: {
          type: "string",
          pattern: this.#name("schema.pattern", patternOf(named(text))),
          examples: [named(text)],
        },
      },
      patternProperties: {
        [this.#put("schema.patternProperties", patternOf(`x${named(text)}`))]: { type: "string" },
      },
      dependentRequired: { [this.#name("schema.dependentRequired", text)]: ["id"] },
      examples: [{ id: "a", exact: text, [name]: text }],
    };
  }

  #union(text: string) {
    return {
      type: "object",
      oneOf: [{ $ref: "#/components/schemas/Thing" }, { $ref: "#/components/schemas/Other" }],
      discriminator: {
        propertyName: this.#name("discriminator.propertyName", text),
        mapping: { [this.#put("discriminator.mapping", text)]: "#/components/schemas/Thing" },
      },
    };
  }

  #example(text: string, value: unknown) {
    return {
      summary: this.#put("example.summary", text),
      description: this.#put("example.description", text),
      value,
    };
  }

  #parameter(place: "query" | "cookie", text: string) {
    return {
      name: this.#name(`parameter.name in ${place}`, text),
      in: place,
      description: this.#put("parameter.description", text),
      schema: this.#schema(named(text)),
      examples: { one: this.#example(text, this.#name("parameter.example", text)) },
    };
  }

  #error(text: string) {
    return {
      description: this.#put("response.description", text),
      headers: {
        "X-Note": {
          description: this.#put("header.description", text),
          schema: { type: "string", examples: [this.#put("header.example", text)] },
        },
      },
      content: { "application/json": { schema: { type: "object", properties: { message: { type: "string" } } } } },
      links: {
        next: {
          operationId: "listThings0",
          description: this.#put("link.description", text),
          parameters: { id: this.#put("link.parameters", text) },
        },
      },
    };
  }

  /** A path with a list, and an operation that takes a record. */
  path(text: string, index: number): [string, object] {
    const place = {
      name: this.#name("parameter.name in path", `place ${text.replaceAll(/[{}/]/g, "")}`),
      in: "path",
      required: true,
      description: this.#put("parameter.description", text),
      schema: { type: "string" },
      example: "here",
    };
    return [
      `/things/${index}/{${place.name}}`,
      {
        summary: this.#put("pathItem.summary", text),
        description: this.#put("pathItem.description", text),
        parameters: [place],
        get: this.#list(text, index),
        post: this.#create(text, index),
      },
    ];
  }

  #list(text: string, index: number) {
    const name = named(text);
    return {
      operationId: `listThings${index}`,
      summary: this.#put("operation.summary", text),
      description: this.#put("operation.description", text),
      externalDocs: { url: DOCS, description: this.#put("operation.externalDocs.description", text) },
      tags: [this.#put("operation.tags", text)],
      "x-pagination": {
        shape: "standard",
        records: this.#put("x-pagination.records", name),
        total: this.#put("x-pagination.total", `total ${name}`),
        identity: this.#put("x-pagination.identity", `id ${name}`),
        updatedAt: this.#put("x-pagination.updatedAt", `at ${name}`),
        updatedFrom: this.#put("x-pagination.updatedFrom", `from ${name}`),
        updatedTo: this.#put("x-pagination.updatedTo", `to ${name}`),
      },
      parameters: [
        { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 10 } },
        { name: "offset", in: "query", schema: { type: "integer", minimum: 0, default: 0 } },
        ...["from", "to"].map((end) => ({
          name: `${end} ${name}`,
          in: "query",
          schema: { type: "string", format: "date-time" },
        })),
        { ...this.#parameter("query", text), required: true },
      ],
      responses: {
        "200": {
          description: this.#put("response.description", text),
          content: { "application/json": { schema: this.#page(text) } },
        },
        default: this.#error(text),
      },
    };
  }

  #page(text: string) {
    const name = named(text);
    const record = {
      type: "object",
      required: [`id ${name}`, `at ${name}`],
      properties: {
        [`id ${name}`]: { type: "string" },
        [`at ${name}`]: { type: "string", format: "date-time" },
        note: this.#schema(text),
      },
    };
    return {
      type: "object",
      required: [name, `total ${name}`, "limit", "offset"],
      properties: {
        [name]: { type: "array", items: record },
        [`total ${name}`]: { type: "integer" },
        limit: { type: "integer" },
        offset: { type: "integer" },
      },
    };
  }

  #create(text: string, index: number) {
    const value = { id: "a", exact: text, matched: named(text), [this.#name("example field", text)]: text };
    return {
      operationId: `createThing${index}`,
      summary: text,
      description: text,
      deprecated: true,
      tags: [text],
      security: [{ oauth: [this.#put("security scope", text)] }, { key: [] }],
      parameters: [
        this.#parameter("cookie", `c${text}`),
        {
          name: this.#put("parameter.name in header", `X-${text.replaceAll(/[^!#$%&'*+\-.^_`|~\dA-Za-z]/g, "")}`),
          in: "header",
          description: this.#put("parameter.description", text),
          schema: { type: "string" },
        },
      ],
      requestBody: {
        description: this.#put("requestBody.description", text),
        required: true,
        content: {
          "application/json": { schema: this.fields(text), examples: { one: this.#example(text, value) } },
        },
      },
      responses: {
        "201": { description: text, content: { "application/json": { schema: this.#union(text) } } },
        default: this.#error(text),
      },
      callbacks: {
        event: {
          [this.#put("callback expression", `{$request.body#/${text}}`)]: {
            post: { summary: this.#put("callback.summary", text), responses: { "204": { description: text } } },
          },
        },
      },
    };
  }
}
