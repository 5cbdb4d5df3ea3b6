/** A page whose records are texts of JSON already: they were checked when they were imported. */
export class TextPage {
  /**
   * @param page the page without its records
   * @param member where in it they are; none if they are the page
   * @param records separated by commas
   */
  constructor(
    readonly page: object,
    readonly member: string | undefined,
    readonly records: string,
  ) {}

  /** The page as JSON. Parts are added one to the other, and never joined: that would copy the records once more. */
  toText(): string {
    const records = `[${this.records}]`;
    if (this.member === undefined) return records;
    let text = "{";
    for (const [name, value] of Object.entries(this.page)) {
      if (text !== "{") text += ",";
      text += `${JSON.stringify(name)}:${name === this.member ? records : JSON.stringify(value)}`;
    }
    return `${text}}`;
  }
}
