import { hashOf } from "../cases/effort.js";
import type { Operation } from "../document/document.js";
import { isRecord } from "../lib/objects.js";
import { chosenIdentity, withChosenIdentity } from "./chosen-identity.js";
import { hasUid, UID } from "./uid-field.js";

/** The maximum length of the uids that the suite generates. */
const MAX_UID_LENGTH = 40;

/**
 * Returns the body with a uid of this run, so that its record differs from all others.
 *
 * @param about whether the case tests the uid itself. The new uid then keeps the length of the old one, or ends with
 *   it. A uid that is too short for the prefix becomes repetitions of a rare character. A value that is not a string is
 *   not changed.
 */
function withUid(body: unknown, uid: string, about = false): unknown {
  if (!isRecord(body) || typeof body[UID] !== "string") return body;
  if (!about) return { ...body, [UID]: uid };
  const points = [...body[UID]];
  if (!isBoundary(points)) return { ...body, [UID]: uid + body[UID] };
  if (points.length < MAX_UID_LENGTH) return { ...body, [UID]: rare(uid).repeat(points.length) };
  return { ...body, [UID]: uid + points.slice([...uid].length).join("") };
}

/**
 * Returns the body with an identity of this run, whatever its identity field is called.
 *
 * @param about the place that the case tests, which keeps its value
 */
export function withIdentity(
  operation: Operation,
  body: unknown,
  uid: string,
  about: readonly (string | number)[] = [],
): unknown {
  const own = hasUid(operation);
  if (isIdentity(operation, about)) return own ? withUid(body, uid, true) : body;
  return withChosenIdentity(operation, own ? withUid(body, uid) : body, uid, about[0]);
}

/** Whether a path in the body of an operation leads to the identity. */
export const isIdentity = (operation: Operation, path: readonly (string | number)[]): boolean =>
  (isUid(path) && hasUid(operation)) ||
  (path.length === 1 && chosenIdentity(operation)?.fields.includes(String(path[0])) === true);

/** A Hangul syllable that hardly anybody uses as a uid; a different one for each run. */
const rare = (uid: string) => String.fromCodePoint(0xac00 + (hashOf(uid) % 11_172));

/** Whether a path in a body leads to its uid. */
const isUid = (path: readonly (string | number)[]): boolean => path.length === 1 && path[0] === UID;

/** Whether the uid in a body tests a length limit and is too short to contain the prefix of the run. */
export function isOutsidePrefix(body: unknown): boolean {
  if (!isRecord(body) || typeof body[UID] !== "string") return false;
  const points = [...body[UID]];
  return isBoundary(points) && points.length < MAX_UID_LENGTH;
}

/** Whether the text is one repeated character, like the generated values for length limits. */
const isBoundary = (points: string[]) => points.every((point) => point === points[0]);
