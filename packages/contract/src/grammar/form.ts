/** A text, and the part of the grammar that it tests. */
export interface Form {
  text: string;
  about: string;
}

export const form = (text: string, about: string): Form => ({ text, about });

/** Reads a table of texts by what they are about, separated by a broken bar or by another mark. */
export const formsOf = (table: Record<string, string>, mark = "\u00a6"): Form[] =>
  Object.entries(table).flatMap(([about, texts]) => texts.split(mark).map((text) => form(text, about)));

/** Removes duplicate texts, and keeps the first of each. */
export function distinct(forms: Form[]): Form[] {
  return [...new Map(forms.map((each) => [each.text, each] as const).reverse()).values()].reverse();
}

/**
 * Returns variants of a text: one character omitted or duplicated, something before or after it, in quotes, in Arabic
 * or fullwidth digits. Callers select the invalid ones.
 */
export function editsOf(text: string): Form[] {
  const points = [...text];
  return [
    ...points.map((gone, i) => form(points.toSpliced(i, 1).join(""), `without its ${JSON.stringify(gone)} at ${i}`)),
    ...points.map((twice, i) =>
      form(points.toSpliced(i, 0, twice).join(""), `with a duplicate ${JSON.stringify(twice)} at ${i}`),
    ),
    ...AROUND.map((blank) => form(blank + text, `preceded by ${JSON.stringify(blank)}`)),
    ...AROUND.map((blank) => form(text + blank, `followed by ${JSON.stringify(blank)}`)),
    form(`"${text}"`, "in quotes"),
    form(
      text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      "in Arabic digits",
    ),
    form(
      text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      "in fullwidth digits",
    ),
  ];
}

/** Characters that a parser ignores if it trims, or if its pattern is not anchored. */
const AROUND = [" ", "\t", "\n", "\r\n", "\u00a0", "\u0000", "x"];
