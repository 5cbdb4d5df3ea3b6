import { nameOf, nodeAt, pointerTo } from "../document/pointer.js";
import { markedNumber, withNumbers, withoutMark } from "./exact-number.js";

/** The numbers of a document that a 64-bit float would change, as they are written, by their JSON pointers. */
export type Marks = Readonly<Record<string, string>>;

/** Finds the texts in a document that stand for numbers. */
export function marksOf(document: object): Marks {
  const found: Record<string, string> = {};
  const find = (node: object, at: string): void => {
    for (const [name, value] of Object.entries(node))
      if (typeof value === "object" && value !== null) find(value, pointerTo(at, name));
      else if (withoutMark(value) !== value) found[pointerTo(at, name)] = withNumbers(value);
  };
  find(document, "#");
  return found;
}

/** Copies a document that rounded its numbers when it was imported, and puts the texts that stand for them in their place. */
export function withMarks<T extends object>(document: T, marks: Marks): T {
  if (Object.keys(marks).length === 0) return document;
  const copy = structuredClone(document);
  for (const [pointer, number] of Object.entries(marks)) {
    const parent = nodeAt(copy, pointer.slice(0, pointer.lastIndexOf("/")));
    Reflect.set(Object(parent), nameOf(pointer), markedNumber(number));
  }
  return copy;
}
