import type { Operation } from "../document.js";
import { hashOf } from "../effort.js";
import { chosenIdentity, withChosenIdentity } from "../resources/chosen-identity.js";
import { isRecord } from "../values/base-value.js";

/** The field by which a created record is known; each case that creates uses a new value. */
export const IDENTITY = "uid";

/** No uid that the suite makes for itself is longer. */
const MAX_UID_LENGTH = 40;

/**
 * The body with a uid of this run in it, so that its record differs from all others.
 *
 * @param about whether the case is about the uid itself; the uid then keeps its length, or the text that is tried. What
 *   is too short for the prefix becomes a rare character, what is no string stays as it is.
 */
function withUid(body: unknown, uid: string, about = false): unknown {
  if (!isRecord(body) || typeof body[IDENTITY] !== "string") return body;
  if (!about) return { ...body, [IDENTITY]: uid };
  const points = [...body[IDENTITY]];
  if (!isBoundary(points)) return { ...body, [IDENTITY]: uid + body[IDENTITY] };
  if (points.length < MAX_UID_LENGTH) return { ...body, [IDENTITY]: rare(uid).repeat(points.length) };
  return { ...body, [IDENTITY]: uid + points.slice([...uid].length).join("") };
}

/** The same for the body of an operation, whatever the field is called in which its client chooses the identity. */
export function withIdentity(operation: Operation, body: unknown, uid: string, about = false): unknown {
  return about ? withUid(body, uid, true) : withChosenIdentity(operation, withUid(body, uid), uid);
}

/** Whether a place in the body of an operation is its identity. */
export const isIdentity = (operation: Operation, path: (string | number)[]): boolean =>
  isUid(path) || (path.length === 1 && path[0] === chosenIdentity(operation)?.field);

/** A syllable of Hangul that hardly anybody has as a whole uid; another one for each run. */
const rare = (uid: string) => String.fromCodePoint(0xac00 + (hashOf(uid) % 11_172));

/** Whether a place in a body is its uid. */
const isUid = (path: (string | number)[]): boolean => path.length === 1 && path[0] === IDENTITY;

/** Whether a uid under test is too short for a prefix. */
export function isOutsidePrefix(body: unknown): boolean {
  if (!isRecord(body) || typeof body[IDENTITY] !== "string") return false;
  const points = [...body[IDENTITY]];
  return isBoundary(points) && points.length < MAX_UID_LENGTH;
}

/** Whether the text is one character over and over, as the generated boundaries of a length are. */
const isBoundary = (points: string[]) => points.every((point) => point === points[0]);
