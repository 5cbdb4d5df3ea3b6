import { nodeAt, type OpenApiDocument, type OperationModel, readApi } from "@metadata-service/spec-tools";

/** A request that the API sends to a server of the reader: a webhook, or a callback of an operation. */
export interface SentRequest {
  readonly kind: "Webhook" | "Callback";
  readonly name: string;
  /** For a callback: the operation that starts it, and the expression that tells the address. */
  readonly of?: { readonly operation: string; readonly address: string };
  readonly request: OperationModel;
  /** The document to which the pointers of the request belong. */
  readonly document: OpenApiDocument;
}

/** Its heading in the reference. */
export const sentTitle = ({ name, request }: Pick<SentRequest, "name" | "request">): string =>
  request.summary ? `${name}: ${request.summary}` : name;

type PathItem = OpenApiDocument["paths"][string];

/** The requests that the API sends: the webhooks, then the callbacks of each operation. */
export function sentRequests(document: OpenApiDocument): SentRequest[] {
  // Below a path, they are read like all other requests.
  const read = (item: PathItem) => {
    const below = { ...document, paths: { "/": item } };
    return readApi(below).operations.map((request) => ({ request, document: below }));
  };
  const { webhooks = {} } = document as { webhooks?: Record<string, PathItem> };
  return [
    ...Object.entries(webhooks).flatMap(([name, item]) =>
      read(item).map((sent): SentRequest => ({ kind: "Webhook", name, ...sent })),
    ),
    ...readApi(document).operations.flatMap(({ id, pointer }) =>
      Object.entries(callbacksAt(document, pointer)).flatMap(([name, addresses]) =>
        Object.entries(addresses).flatMap(([address, item]) =>
          read(item).map((sent): SentRequest => ({ kind: "Callback", name, of: { operation: id, address }, ...sent })),
        ),
      ),
    ),
  ];
}

function callbacksAt(document: OpenApiDocument, pointer: string): Record<string, Record<string, PathItem>> {
  const { callbacks = {} } = nodeAt(document, pointer) as { callbacks?: Record<string, { $ref?: string }> };
  return Object.fromEntries(
    Object.entries(callbacks).map(([name, callback]) => [
      name,
      (callback.$ref === undefined ? callback : nodeAt(document, callback.$ref)) as Record<string, PathItem>,
    ]),
  );
}
