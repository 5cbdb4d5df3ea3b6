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

  /** The page as JSON. */
  toText(): string {
    const records = `[${this.records}]`;
    if (this.member === undefined) return records;
    const members = Object.entries(this.page).map(
      ([name, value]) => `${JSON.stringify(name)}:${name === this.member ? records : JSON.stringify(value)}`,
    );
    return `{${members.join()}}`;
  }
}
