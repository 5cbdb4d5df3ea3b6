import * as jinja from "../../languages/jinja.js";
import type { ParameterModel } from "../../model/api-model.js";
import type { ColumnShape, ValueType } from "../cli/columns.js";
import { plainText } from "../cli/plain-text.js";
import { type ConnectorShape, OVERLAP, pathParts, type Stream } from "./streams.js";

/** The version of the low-code language that the manifest is written in. */
const LANGUAGE = "6.60.0";

/** The formats of `datetime_format` that the API accepts and returns, with and without fractional seconds. */
const FORMATS = ["%Y-%m-%dT%H:%M:%S.%f%z", "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S.%fZ", "%Y-%m-%dT%H:%M:%SZ"];
const SENT = "%Y-%m-%dT%H:%M:%SZ";

/** What every connector is configured with. */
const CONFIGURED = new Set(["base_url", "api_key", "start_date"]);

/** The name of a parameter of the spec in the configuration. */
const settingName = (name: string) => (CONFIGURED.has(name) ? `${name}_` : name);

/** A text that is shown. The engine takes one that begins with `#/` for a reference. */
const shown = (text: string) => text.replace(/^(?=#\/)/, " ");

/** Builds a low-code connector of Airbyte with a stream for each list. */
export function airbyteManifest(shape: ConnectorShape): object {
  const [first] = shape.streams;
  const settings = new Map(
    shape.streams.flatMap((stream) => stream.settings.map((one) => [settingName(one.name), one] as const)),
  );
  return {
    version: LANGUAGE,
    type: "DeclarativeSource",
    description: shown(`${shape.title} ${shape.version}`),
    check: { type: "CheckStream", stream_names: first ? [first.name] : [] },
    streams: shape.streams.map((stream) => streamOf(stream, shape)),
    spec: {
      type: "Spec",
      connection_specification: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        required: ["base_url", ...(shape.scheme ? ["api_key"] : []), ...settings.keys()],
        properties: {
          base_url: { type: "string", title: "URL of the service", examples: ["https://metadata.example.com"] },
          ...(shape.scheme && { api_key: { type: "string", title: "API key", airbyte_secret: true } }),
          start_date: {
            type: "string",
            title: "Start date",
            description: "Incremental streams read only what was updated at this time or later.",
            format: "date-time",
            pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$",
            default: "1970-01-01T00:00:00Z",
          },
          ...Object.fromEntries([...settings].map(([name, one]) => [name, settingOf(one)])),
        },
        additionalProperties: true,
      },
    },
  };
}

const settingOf = ({ name, description }: ParameterModel) => ({
  type: "string",
  title: shown(name),
  description: shown(plainText(description)),
});

function streamOf(stream: Stream, shape: ConnectorShape): object {
  return {
    type: "DeclarativeStream",
    name: stream.name,
    primary_key: [stream.identity],
    schema_loader: { type: "InlineSchemaLoader", schema: schemaOf(stream.columns) },
    retriever: {
      type: "SimpleRetriever",
      requester: requesterOf(stream, shape),
      record_selector: {
        type: "RecordSelector",
        extractor: {
          type: "DpathExtractor",
          field_path: stream.records === undefined ? [] : [jinja.template(stream.records)],
        },
      },
      paginator: PAGINATOR,
    },
    ...(stream.window && {
      transformations: [microseconds(stream.window.field)],
      incremental_sync: cursorOf(stream.window),
    }),
  };
}

function requesterOf({ path, settings, limit }: Stream, { scheme }: ConnectorShape): object {
  const inQuery = settings.filter((one) => one.in === "query").map(({ name }) => [jinja.template(name), config(name)]);
  const inHeader = settings
    .filter((one) => one.in === "header")
    .map(({ name }) => [jinja.template(name), config(name)]);
  const credential = scheme?.credential;
  return {
    type: "HttpRequester",
    url_base: "{{ config['base_url'].rstrip('/') }}",
    path: pathParts(path)
      .map((part) => (typeof part === "string" ? jinja.template(part) : config(part.parameter)))
      .join(""),
    http_method: "GET",
    request_headers: { Accept: "application/json", ...Object.fromEntries(inHeader) },
    request_parameters: { limit: `${limit}`, ...Object.fromEntries(inQuery) },
    ...(credential && {
      authenticator: {
        type: "ApiKeyAuthenticator",
        api_token: `${jinja.template(credential.prefix)}{{ config['api_key']${scheme.kind === "basic" ? " | base64encode" : ""} }}`,
        inject_into: {
          type: "RequestOption",
          inject_into: credential.in === "query" ? "request_parameter" : "header",
          field_name: jinja.template(credential.name),
        },
      },
    }),
    error_handler: {
      type: "DefaultErrorHandler",
      max_retries: 10,
      backoff_strategies: [
        { type: "WaitTimeFromHeader", header: "Retry-After" },
        { type: "ExponentialBackoffStrategy", factor: 1 },
      ],
      response_filters: [
        { type: "HttpResponseFilter", action: "RATE_LIMITED", http_codes: [429] },
        { type: "HttpResponseFilter", action: "RETRY", http_codes: [408, 500, 502, 503, 504] },
      ],
    },
  };
}

const config = (name: string) => `{{ config[${jinja.text(settingName(name))}] }}`;

/**
 * Reads all page shapes by offset, up to an empty page. Without a page size, the engine adds the number of records
 * received and does not take a short page for the end, so a server that lowers the limit does not make it skip any.
 * Links are not followed: they may contain an address that only the server can reach.
 */
const PAGINATOR = {
  type: "DefaultPaginator",
  page_token_option: { type: "RequestOption", inject_into: "request_parameter", field_name: "offset" },
  pagination_strategy: { type: "OffsetIncrement" },
};

const cursorOf = ({ from, to, field }: NonNullable<Stream["window"]>) => ({
  type: "DatetimeBasedCursor",
  cursor_field: jinja.template(field),
  cursor_datetime_formats: FORMATS,
  datetime_format: SENT,
  // Updates may appear in lists late.
  lookback_window: `PT${OVERLAP / 60}M`,
  start_datetime: {
    type: "MinMaxDatetime",
    datetime: "{{ config.get('start_date') or '1970-01-01T00:00:00Z' }}",
    datetime_format: SENT,
  },
  end_datetime: {
    type: "MinMaxDatetime",
    datetime: `{{ now_utc().strftime('${SENT}') }}`,
    datetime_format: SENT,
  },
  start_time_option: { type: "RequestOption", inject_into: "request_parameter", field_name: jinja.template(from) },
  end_time_option: { type: "RequestOption", inject_into: "request_parameter", field_name: jinja.template(to) },
});

/**
 * Cuts an update time to microseconds. `%f` reads no more digits, and a record whose time cannot be read would not move
 * the state: each read would return all of them again.
 */
function microseconds(field: string): object {
  const value = `record[${jinja.text(field)}] | string`;
  return {
    type: "AddFields",
    condition: `{{ ${value} | regex_search('(\\.\\d{7,})') }}`,
    fields: [
      {
        type: "AddedFieldDefinition",
        path: [field],
        value: `{{ ${value} | regex_replace('(\\.\\d{6})\\d+', '\\\\1') }}`,
        value_type: "string",
      },
    ],
  };
}

const TYPES: Readonly<Record<ValueType, object>> = {
  text: { type: ["null", "string"] },
  integer: { type: ["null", "integer"] },
  number: { type: ["null", "number"] },
  boolean: { type: ["null", "boolean"] },
  date: { type: ["null", "string"], format: "date" },
  timestamp: { type: ["null", "string"], format: "date-time", airbyte_type: "timestamp_with_timezone" },
  json: { type: ["null", "object", "array", "string", "number", "boolean"] },
};

const schemaOf = (columns: readonly ColumnShape[]) => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  additionalProperties: true,
  properties: Object.fromEntries(
    columns.map(({ name, type, description }) => [
      name,
      { ...TYPES[type], ...(description && { description: shown(description) }) },
    ]),
  ),
});
