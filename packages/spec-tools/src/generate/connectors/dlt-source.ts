import * as jsonPath from "../../languages/json-path.js";
import * as python from "../../languages/python.js";
import type { ValueType } from "../cli/columns.js";
import { type ConnectorShape, OVERLAP, pathParts, type Stream } from "./streams.js";

const { text } = python;

const TYPES: Readonly<Record<ValueType, string>> = {
  text: "text",
  integer: "bigint",
  number: "double",
  boolean: "bool",
  date: "date",
  timestamp: "timestamp",
  json: "json",
};

/** Writes a Python module with a `rest_api` configuration of dlt: a resource for each list. */
export function dltSource(shape: ConnectorShape): string {
  return `# Generated from openapi/ by \`npm run generate\`. Do not edit.
${python.docstring(`The lists of ${shape.title} ${shape.version} as a dlt source.`)}

import re
from datetime import datetime, timezone
from typing import Any, List, Optional

import dlt
from dlt.sources.helpers.requests import Request, Response
from dlt.sources.helpers.rest_client.paginators import BasePaginator
from dlt.sources.rest_api import rest_api_source

EVERYTHING = "1970-01-01T00:00:00Z"


class OffsetPaginator(BasePaginator):
    """Adds the number of records received to the offset, so none is skipped if the server lowers the limit.

    A list ends with an empty page, whatever its total says. Links to the next page are not followed: they may contain
    an address that only the server can reach.
    """

    def __init__(self, limit: int, identity: str) -> None:
        super().__init__()
        self.limit = limit
        self.identity = identity
        self.offset = 0
        self.page: List[Any] = []

    def init_request(self, request: Request) -> None:
        # One paginator serves several runs.
        self.offset = 0
        self.page = []
        self._has_next_page = True
        self.update_request(request)

    def update_state(self, response: Response, data: Optional[List[Any]] = None) -> None:
        page = [record[self.identity] for record in data or []]
        if page and page == self.page:
            url = response.url.partition("?")[0]
            raise ValueError(f"{url} returned the same records for offset {self.offset} as before: it ignores offset")
        self.page = page
        self.offset += len(page)
        self._has_next_page = len(page) > 0

    def update_request(self, request: Request) -> None:
        request.params = {**(request.params or {}), "limit": self.limit, "offset": self.offset}


def utc(time: str) -> str:
    """Writes a time so that times compare as text, as dlt compares them: in UTC, with six digits of a second."""
    parts = re.fullmatch(r"(.{19})(?:\\.(\\d+))?(Z|z|[+-]\\d\\d:\\d\\d)", time)
    if not parts:
        raise ValueError(f"{time!r} is not a date-time with an offset, such as 2026-11-21T06:15:00Z")
    seconds, fraction, zone = parts.groups("")
    # datetime.fromisoformat of Python 3.10 reads neither Z nor other numbers of digits.
    moment = datetime.fromisoformat(f"{seconds}.{fraction[:6]:0<6}{zone if zone not in 'Zz' else '+00:00'}")
    return moment.astimezone(timezone.utc).isoformat(timespec="microseconds")


def in_utc(field: str) -> Any:
    """Rewrites an update time; a record without one is left to dlt, which fails."""
    return lambda record: {**record, field: utc(record[field])} if record.get(field) else record


@dlt.source(name=${text(sourceName(shape))})
def ${sourceName(shape)}(
    base_url: str = dlt.config.value,
${shape.scheme ? "    api_key: str = dlt.secrets.value,\n" : ""}    start_date: str = EVERYTHING,
    lag: float = ${OVERLAP},
${[...variablesOf(shape).values()].map((name) => `    ${name}: str = dlt.config.value,\n`).join("")}) -> Any:
    """A resource for each list.

    Args:
        base_url: The URL of the service.
${shape.scheme ? "        api_key: The API key.\n" : ""}        start_date: Incremental resources begin with what was updated at this time or later.
        lag: How far a run overlaps the previous one, in seconds: updates may appear in lists late.
    """
    # The end of this run's window: without it, records that are updated during the run would shift the pages.
    now = datetime.now(timezone.utc).isoformat(timespec="microseconds")
    return rest_api_source(
        {
            "client": {
                "base_url": base_url,
${authOf(shape)}            },
            "resources": [
${shape.streams.map((stream) => resourceOf(stream, variablesOf(shape))).join("")}            ],
        }
    )
`;
}

/** The names of the module, which the name of the source must not replace. */
const MODULE = new Set(
  `re datetime timezone Any List Optional dlt Request Response BasePaginator rest_api_source EVERYTHING OffsetPaginator
  utc in_utc str int float super isinstance ValueError`.split(/\s+/),
);

/** The names of the function of the source, and those that dlt's own configurations have. */
const IN_SOURCE = new Set([
  ...MODULE,
  ..."base_url api_key start_date lag now keys values items get pop popitem update setdefault clear copy resolve".split(
    " ",
  ),
]);

/** dlt names tables and folders after the source. */
const LONGEST_NAME = 60;

const sourceName = ({ title }: ConnectorShape) => {
  const words = title
    .replace(/ API$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return python.identifier(words.slice(0, LONGEST_NAME) || "source", MODULE);
};

/** The variable of each parameter that the user has to configure, by the name of the parameter. */
function variablesOf({ streams }: ConnectorShape): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { name } of streams.flatMap(({ settings }) => settings))
    if (!variables.has(name))
      variables.set(name, python.identifier(name, new Set([...IN_SOURCE, ...variables.values()])));
  return variables;
}

function authOf({ scheme }: ConnectorShape): string {
  const credential = scheme?.credential;
  if (!credential) return "";
  if (scheme.kind === "bearer") return `                "auth": {"type": "bearer", "token": api_key},\n`;
  if (scheme.kind === "basic") {
    const parts = `"username": api_key.partition(":")[0], "password": api_key.partition(":")[2]`;
    return `                "auth": {"type": "http_basic", ${parts}},\n`;
  }
  const place = `"name": ${text(credential.name)}, "location": ${text(credential.in)}`;
  return `                "auth": {"type": "api_key", ${place}, "api_key": api_key},\n`;
}

function resourceOf(stream: Stream, variables: ReadonlyMap<string, string>): string {
  const variable = (name: string) => variables.get(name) as string;
  const address = pathParts(stream.path).map((part) =>
    typeof part === "string" ? part : { variable: variable(part.parameter) },
  );
  const { name, identity, records, limit, window, columns, settings } = stream;
  const sent = settings.filter((one) => one.in === "query");
  const given = sent.map((one) => `                            ${text(one.name)}: ${variable(one.name)},\n`);
  const updated = window
    ? `                            ${text(window.from)}: {
                                "type": "incremental",
                                "cursor_path": ${text(jsonPath.field(window.field))},
                                "initial_value": utc(start_date),
                                "lag": lag,
                            },
                            ${text(window.to)}: now,
`
    : "";
  const types = columns.map(
    (column) => `                        ${text(column.name)}: {"data_type": "${TYPES[column.type]}"},\n`,
  );
  return `                {
                    "name": ${text(name)},
                    "primary_key": ${text(identity)},
                    "write_disposition": "${window ? "merge" : "replace"}",
${window ? `                    "processing_steps": [{"map": in_utc(${text(window.field)})}],\n` : ""}                    "columns": {
${types.join("")}                    },
                    "endpoint": {
                        "path": ${python.formatted(address)},
                        "data_selector": ${text(records === undefined ? "$" : jsonPath.field(records))},
                        "paginator": OffsetPaginator(${limit}, ${text(identity)}),
                        "params": {
${updated}${given.join("")}                        },
                    },
                },
`;
}
