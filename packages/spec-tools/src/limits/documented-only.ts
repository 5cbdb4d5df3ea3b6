import { METHODS } from "../document/open-api-document.js";
import type { ApiModel } from "../model/api-model.js";
import { ignoredHeaders } from "./ignored-headers.js";
import { lostTypes } from "./lost-types.js";
import { renamed } from "./renamed.js";
import { slowPatterns } from "./slow-patterns.js";
import { unchecked } from "./unchecked.js";
import { unreachable } from "./unreachable.js";

interface Described {
  readonly webhooks?: Readonly<Record<string, unknown>>;
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly callbacks?: Readonly<Record<string, unknown>>;
}

/**
 * Lists what only the bundle and the docs contain, in one sentence for webhooks and one for callbacks. Webhooks and callbacks are requests that the
 * server sends; everything else that is generated here is about requests that it receives (decision 0117).
 */
export function documentedOnly(bundle: object): string[] {
  const { webhooks = {}, paths = {} } = bundle as Described;
  const callbacks = Object.values(paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const { operationId, callbacks: own = {} } = item[method] ?? {};
      return Object.keys(own).map((name) => `"${name}" of ${operationId}`);
    }),
  );
  return [
    ...sentence(
      "webhook",
      Object.keys(webhooks).map((name) => JSON.stringify(name)),
    ),
    ...sentence("callback", callbacks),
  ];
}

function sentence(what: string, [first, ...others]: readonly string[]): string[] {
  if (first === undefined) return [];
  const [subject, verb, object] =
    others.length === 0
      ? [`${what} ${first}`, "is", "it"]
      : [`${what}s ${first} and ${others.length} more`, "are", "them"];
  return [
    `The ${subject} ${verb} in the bundle and the docs only; client, mock, service and contract do not send ${object}.`,
  ];
}

/** Prints what is only documented, not checked, without a type or perhaps slow: silence would look like support. */
export async function printUnsupported(bundle: object, api: ApiModel): Promise<void> {
  const notes = [
    renamed(api),
    unreachable(api),
    documentedOnly(bundle),
    ignoredHeaders(bundle),
    unchecked(bundle),
    lostTypes(bundle, api),
    await slowPatterns(bundle),
  ];
  for (const line of notes.flat()) console.error(line);
}
