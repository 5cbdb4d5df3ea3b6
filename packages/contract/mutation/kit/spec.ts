import document from "@metadata-service/openapi/openapi.json" with { type: "json" };

/** A list operation of the document. */
export interface ListOperation {
  id: string;
  path: string;
  shape: "standard" | "array" | "linked";
  /** The field of the envelope with the records. */
  records: string;
  /** The field with their number; undefined for a plain array. */
  total?: string;
  identity: string;
  createdAt: string;
  updatedAt: string;
  maximum: number;
  defaultLimit: number;
  /** Names of query parameters. */
  parameters: string[];
  /** Names of the window parameters; undefined if the list has none. */
  window?: { from: string; to: string };
  /** The fields of its records, without identity and timestamps. */
  members: string[];
  required: string[];
}

interface Node {
  [name: string]: unknown;
}

const node = (value: unknown): Node => {
  const { $ref, ...own } = value as { $ref?: string };
  if (!$ref) return own;
  const target = $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, name) => (at as Node)[name], document);
  return { ...node(target), ...own };
};

const operations = Object.entries(document.paths as Record<string, Node>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: node(operation) })),
);

/** The document of the correct server. */
export const DOCUMENT = document;

/** Every operation with a pattern for its path. */
export const PATHS = operations.map(({ path, method, operation }) => ({
  id: String(operation["operationId"]),
  method: method.toUpperCase(),
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
}));

const create = operations.find(({ method }) => method === "post");
if (!create) throw new Error("The document has no operation that creates");

export const CREATE = {
  id: String(create.operation["operationId"]),
  prefix: create.path.replace(/\{.*$/, ""),
};

export const NAMESPACES = (node((create.operation["parameters"] as Node[])[0])["schema"] as { enum: string[] }).enum;

/** The item types, in document order. */
export const ITEM_TYPES = Object.keys(
  (document.components.schemas.MetadataItemInput as unknown as { discriminator: { mapping: Record<string, string> } })
    .discriminator.mapping,
);

export const LISTS: ListOperation[] = operations
  .filter(({ operation }) => operation["x-pagination"])
  .map(({ path, operation }) => {
    const pages = operation["x-pagination"] as Record<string, string>;
    const parameters = (operation["parameters"] as Node[]).map(node);
    const limit = parameters.find(({ name }) => name === "limit")?.["schema"] as { maximum: number; default: number };
    const record = recordSchema(operation, pages["records"]);
    const { updatedFrom: from, updatedTo: to } = pages;
    const stamps = [pages["createdAt"], pages["updatedAt"]];
    return {
      id: String(operation["operationId"]),
      path,
      shape: pages["shape"] as ListOperation["shape"],
      records: pages["records"] ?? "",
      total: pages["total"],
      identity: String(pages["identity"]),
      createdAt: String(pages["createdAt"]),
      updatedAt: String(pages["updatedAt"]),
      maximum: limit.maximum,
      defaultLimit: limit.default,
      parameters: parameters.map(({ name }) => String(name)),
      window: from && to ? { from, to } : undefined,
      members: Object.keys(record.properties).filter((name) => name !== pages["identity"] && !stamps.includes(name)),
      required: record.required,
    };
  });

function recordSchema(operation: Node, records: string | undefined) {
  const success = node((operation["responses"] as Record<string, Node>)["200"]);
  const content = (success["content"] as Record<string, Node>)["application/json"] as Node;
  const page = node(content["schema"]) as { items?: Node; properties?: Record<string, { items: Node }> };
  const items = records ? page.properties?.[records]?.items : page.items;
  return node(items) as unknown as { properties: Record<string, Node>; required: string[] };
}

/** Lists as places of an operator. */
export const LIST_PLACES = LISTS.map((list) => ({ name: list.id, list }));
/** Lists with a window. */
export const WINDOW_PLACES = LISTS.flatMap((list) =>
  list.window ? [{ name: list.id, list, window: list.window }] : [],
);
/** Lists with an envelope that contains the total. */
export const COUNTED_PLACES = LISTS.flatMap((list) => (list.total ? [{ name: list.id, list, total: list.total }] : []));
export const NAMESPACE_PLACES = NAMESPACES.map((namespace) => ({ name: namespace, namespace }));
