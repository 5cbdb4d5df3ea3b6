import type { Operation } from "../document.js";
import { hashOf } from "../effort.js";
import { chosenIdentity, withChosenIdentity } from "../resources/chosen-identity.js";
import { isRecord } from "../values/base-value.js";

/** The field that identifies a created record; each case that creates one uses a new value. */
export const IDENTITY = "uid";

/** The maximum length of the uids that the suite generates. */
const MAX_UID_LENGTH = 40;

/**
 * Returns the body with a uid of this run, so that its record differs from all others.
 *
 * @param about whether the case is about the uid itself; the uid then keeps its length, or the string that is tried. A
 *   uid that is too short for the prefix becomes a rare character; a value that is not a string stays unchanged.
 */
function withUid(body: unknown, uid: string, about = false): unknown {
  if (!isRecord(body) || typeof body[IDENTITY] !== "string") return body;
  if (!about) return { ...body, [IDENTITY]: uid };
  const points = [...body[IDENTITY]];
  if (!isBoundary(points)) return { ...body, [IDENTITY]: uid + body[IDENTITY] };
  if (points.length < MAX_UID_LENGTH) return { ...body, [IDENTITY]: rare(uid).repeat(points.length) };
  return { ...body, [IDENTITY]: uid + points.slice([...uid].length).join("") };
}

/** Does the same for the body of an operation, whatever the name of the field with the identity. */
export function withIdentity(operation: Operation, body: unknown, uid: string, about = false): unknown {
  return about ? withUid(body, uid, true) : withChosenIdentity(operation, withUid(body, uid), uid);
}

/** Whether a path in the body of an operation leads to the identity. */
export const isIdentity = (operation: Operation, path: (string | number)[]): boolean =>
  isUid(path) || (path.length === 1 && path[0] === chosenIdentity(operation)?.field);

/** A Hangul syllable that hardly anybody uses as a uid; a different one for each run. */
const rare = (uid: string) => String.fromCodePoint(0xac00 + (hashOf(uid) % 11_172));

/** Whether a path in a body leads to its uid. */
const isUid = (path: (string | number)[]): boolean => path.length === 1 && path[0] === IDENTITY;

/** Whether a uid under test is too short for a prefix. */
export function isOutsidePrefix(body: unknown): boolean {
  if (!isRecord(body) || typeof body[IDENTITY] !== "string") return false;
  const points = [...body[IDENTITY]];
  return isBoundary(points) && points.length < MAX_UID_LENGTH;
}

/** Whether the text is one repeated character, like the generated values for length limits. */
const isBoundary = (points: string[]) => points.every((point) => point === points[0]);
