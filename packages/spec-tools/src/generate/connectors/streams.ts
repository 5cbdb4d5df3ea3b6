import type { OpenApiDocument } from "../../document/open-api-document.js";
import type { ParameterModel } from "../../model/api-model.js";
import { readApi } from "../../model/read-api.js";
import type { SecuritySchemeModel } from "../../model/security-model.js";
import { type ColumnShape, columnsOf } from "../cli/columns.js";
import { type CommandName, commandNames, listName, namedOperations } from "../cli/command-names.js";
import { type OperationShape, operationShapes } from "../client/operation-shape.js";

/** How far a sync of a connector overlaps the previous one, in seconds: as `overlap` of the client, whose test compares them. */
export const OVERLAP = 300;

/** A list of the API as a connector reads it. */
export interface Stream {
  /** For example `purchase_orders_v3`: the name of the table that the command line syncs the list into. */
  readonly name: string;
  readonly path: string;
  /** The field of a page that holds the records; none for a plain array. */
  readonly records?: string;
  readonly identity: string;
  readonly limit: number;
  /** What the user has to configure: path parameters, and required query parameters other than those for paging. */
  readonly settings: readonly ParameterModel[];
  /** The parameters of the window of update times, and the field of a record with that time. */
  readonly window?: { readonly from: string; readonly to: string; readonly field: string };
  readonly columns: readonly ColumnShape[];
}

/** What a connector is generated from. */
export interface ConnectorShape {
  readonly title: string;
  readonly version: string;
  readonly streams: readonly Stream[];
  /** The scheme whose credential all streams send; undefined if the API needs none. */
  readonly scheme?: SecuritySchemeModel;
}

/** Splits a path template into texts and the names of its parameters. */
export const pathParts = (path: string): (string | { readonly parameter: string })[] =>
  path
    .split(/({[^{}]*})/)
    .filter(Boolean)
    .map((part) => (part.startsWith("{") ? { parameter: part.slice(1, -1) } : part));

/** Returns the lists of an API as streams. */
export function connectorShape(document: OpenApiDocument): ConnectorShape {
  const api = readApi(document);
  const shapes = operationShapes(api);
  const lists = shapes.filter(({ operation }) => operation.list);
  const names = commandNames(namedOperations(shapes, api.resources));
  const [use] = lists.flatMap(({ operation }) => operation.security[0] ?? []);
  const scheme = use && api.securitySchemes[use.scheme];
  return {
    title: api.title,
    version: api.version,
    streams: lists.flatMap((list) => streamOf(document, list, listName(names.get(list.name) as CommandName))),
    ...(scheme && { scheme }),
  };
}

function streamOf(document: object, { operation, parameters, path }: OperationShape, name: string): Stream[] {
  const { list } = operation;
  if (!list) return [];
  const { records, identity, window, maxLimit } = list;
  const required = parameters.flatMap(({ parameter }) => (parameter.required ? [parameter] : []));
  return [
    {
      name,
      path: operation.path,
      ...(records !== undefined && { records }),
      identity,
      limit: maxLimit,
      settings: [...path, ...required],
      ...(window && { window }),
      columns: columnsOf(document, list.record, identity),
    },
  ];
}
