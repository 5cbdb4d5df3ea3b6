/** The size of a piece, in characters, which takes about a millisecond to encode. */
const PIECE = 512 * 1024;

/** A page whose records are already JSON texts, which were validated at their import. */
export class TextPage {
  /**
   * @param page the page without its records
   * @param member the field for the records; undefined if the page is an array of records
   * @param records one or more texts, each with at least one record, separated by commas
   */
  constructor(
    readonly page: object,
    readonly member: string | undefined,
    readonly records: readonly string[],
  ) {}

  /** The number of characters of the records. */
  get size(): number {
    return this.records.reduce((size, text) => size + text.length, 0);
  }

  /** The page as JSON. Parts are concatenated, because join would copy the records once more. */
  toText(): string {
    let all = "";
    for (const text of this.toTexts()) all += text;
    return all;
  }

  /** Returns the page as JSON, in pieces that are encoded one by one. */
  toTexts(): string[] {
    const [head, tail] = this.#frame();
    const texts = this.records.length > 0 ? [...this.records] : [""];
    const last = texts.length - 1;
    return texts.flatMap((text, index) => piecesOf((index === 0 ? head : ",") + text + (index === last ? tail : "")));
  }

  /** The JSON before the first record and after the last one. */
  #frame(): [string, string] {
    if (this.member === undefined) return ["[", "]"];
    let [head, tail] = ["{", ""];
    for (const [name, value] of Object.entries(this.page)) {
      if (name === this.member) tail = "]";
      else if (tail === "") head += `${JSON.stringify(name)}:${JSON.stringify(value)},`;
      else tail += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
    }
    return [`${head}${JSON.stringify(this.member)}:[`, `${tail}}`];
  }
}

/** Cuts a text into pieces, but not between the halves of a surrogate pair. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0, end = 0; end < text.length; start = end) {
    end = start + PIECE;
    if ((text.charCodeAt(end) & 0xfc00) === 0xdc00) end += 1;
    pieces.push(text.slice(start, end));
  }
  return pieces;
}
