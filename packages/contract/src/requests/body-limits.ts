import { NotApplicable } from "../cases/case.js";
import type { Operation } from "../document/document.js";
import { itemLevels } from "../document/typed-items.js";
import { parsed } from "../lib/objects.js";
import { bodyText } from "./body-text.js";
import type { Inputs } from "./request.js";

/** Returns why a text is beyond the limits of a body in `x-limits`, which no keyword can express; undefined if it is within them. */
export function whyBeyond({ body, document }: Operation, text: () => string | Uint8Array): string | undefined {
  const { bytes, itemLevels: levels } = body?.limits ?? {};
  if (bytes === undefined && levels === undefined) return undefined;
  const sent = text();
  const size = Buffer.byteLength(sent);
  if (bytes !== undefined && size > bytes) return `the body has ${size} bytes, and x-limits allows ${bytes}`;
  if (levels === undefined || body?.kind !== "json") return undefined;
  const depth = itemLevels(document, body.schema.node, parsed(Buffer.from(sent).toString()));
  return depth > levels ? `its items nest ${depth} levels deep, and x-limits allows ${levels}` : undefined;
}

/**
 * Skips a case whose request is beyond the limits of a body: they are another reason to reject it.
 *
 * @throws {NotApplicable}
 */
export function keepLimits(operation: Operation, { body, rawBody, write }: Inputs): void {
  const text = () => rawBody ?? (body === undefined ? "" : (write?.(body) ?? textOf(operation, body)));
  const why = whyBeyond(operation, text);
  if (why !== undefined) throw new NotApplicable(why);
}

const textOf = ({ body }: Operation, value: unknown) => (body ? bodyText(body, value) : JSON.stringify(value));
