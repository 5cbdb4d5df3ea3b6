/** The length at which a text is written, because a string cannot have more than 536,870,888 characters. */
const LIMIT = 16_000_000;

/** Joins texts to longer ones, each long enough to be written at once. */
export function* joinTexts(texts: Iterable<string>): Generator<string, void, undefined> {
  let waiting = "";
  for (const text of texts) {
    if (waiting !== "" && waiting.length + text.length > LIMIT) {
      yield waiting;
      waiting = "";
    }
    waiting += text;
  }
  if (waiting !== "") yield waiting;
}

/** Converts values one by one, when they are needed. */
export function* mapped<From, To>(
  values: Iterable<From>,
  convert: (value: From) => To,
): Generator<To, void, undefined> {
  for (const value of values) yield convert(value);
}
