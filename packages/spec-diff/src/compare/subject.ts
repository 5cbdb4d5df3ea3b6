/** What a sentence is about: an operation, one of its messages, or a value in it. */
export class Subject {
  constructor(
    /** Such as `GET /api/v1/reports`. */
    readonly operation: string,
    /** The part of it, such as `the response 200`; empty for the operation itself. */
    readonly part = "",
    /** The value in that part, such as `data[].country`; empty for the part itself. */
    readonly path = "",
    /** Names the part at the end of a sentence about one of its values, such as `200`. */
    readonly short = part.replace(/^the /, ""),
  ) {}

  /** Another part of the same operation. */
  toPart(part: string, short?: string): Subject {
    return new Subject(this.operation, part, "", short);
  }

  property(name: string): Subject {
    const written = /^[\w$-]+$/.test(name) ? name : `[${JSON.stringify(name)}]`;
    return this.#inside(this.path === "" || written.startsWith("[") ? written : `.${written}`);
  }

  element(position: number | "" = ""): Subject {
    return this.#inside(`[${position}]`);
  }

  /** Values for which something holds, such as those of one branch of a union. */
  where(condition: string): Subject {
    return this.#inside(`<${condition}>`);
  }

  #inside(step: string): Subject {
    return new Subject(this.operation, this.part, this.path + step, this.short);
  }

  /** A sentence about it: ``GET /api/v1/reports: `data[].country` is no longer returned (200)``. */
  say(predicate: string): string {
    const about = this.path === "" ? this.part : `\`${this.path}\``;
    const subject = about === "" ? this.operation : `${this.operation}: ${about}`;
    const place = this.path === "" || this.short === "" ? "" : ` (${this.short})`;
    return `${subject}${predicate.startsWith(":") ? "" : " "}${predicate}${place}`;
  }
}
