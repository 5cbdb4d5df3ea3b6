import { METHODS } from "../../document/open-api-document.js";
import { unchecked } from "./unchecked.js";

interface Described {
  readonly webhooks?: Readonly<Record<string, unknown>>;
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly callbacks?: Readonly<Record<string, unknown>>;
}

/**
 * What the bundle has and only the docs show, each in a sentence: webhooks and callbacks are requests that the server sends,
 * and everything else that is generated here is about requests that it gets (decision 0098).
 */
export function documentedOnly(bundle: object): string[] {
  const { webhooks = {}, paths = {} } = bundle as Described;
  const callbacks = Object.values(paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const { operationId, callbacks: own = {} } = item[method] ?? {};
      return Object.keys(own).map((name) => `callback "${name}" of ${operationId}`);
    }),
  );
  return [...Object.keys(webhooks).map((name) => `webhook "${name}"`), ...callbacks].map(
    (what) => `The ${what} is in the bundle and the docs only; client, mock, service and contract do not send it.`,
  );
}

/** Says so on the console, and what nothing checks, since silence would look like support. */
export function tellUnsupported(bundle: object): void {
  for (const line of [...documentedOnly(bundle), ...unchecked(bundle)]) console.error(line);
}
