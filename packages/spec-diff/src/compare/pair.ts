import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes, Side } from "../change.js";
import type { Comparison, Direction } from "./comparison.js";
import type { Found } from "./dereference.js";
import { entries, equal, type Node, placeName, show } from "./node.js";
import type { Subject } from "./subject.js";

/** How the set of valid values changed: fewer values, more values, or neither for certain. */
export type Move = "narrowed" | "widened" | "changed";

/** What all pairs have: two versions of an object, and how to report their differences. */
export class FieldPair<Old extends Found = Found> {
  constructor(
    readonly changes: Changes,
    readonly side: Side,
    readonly old: Old,
    readonly now: Old,
    readonly what: Subject,
  ) {}

  /** Both values of a field. */
  both(field: string): [old: unknown, now: unknown] {
    return [this.old.node[field], this.now.node[field]];
  }

  differs(field: string): boolean {
    return !equal(...this.both(field));
  }

  /** Where something is in the new version. */
  at(...names: (string | number)[]): string {
    return pointerTo(this.now.at, ...names);
  }

  oldAt(...names: (string | number)[]): string {
    return pointerTo(this.old.at, ...names);
  }

  breaking(rule: string, at: string, predicate: string): void {
    this.changes.add("breaking", this.side, rule, at, this.what.say(predicate));
  }

  compatible(rule: string, at: string, predicate: string): void {
    this.changes.add("compatible", this.side, rule, at, this.what.say(predicate));
  }

  either(isBreaking: boolean, rule: string, at: string, predicate: string): void {
    this[isBreaking ? "breaking" : "compatible"](rule, at, predicate);
  }

  notJudged(rule: string, at: string, predicate: string): void {
    this.changes.add("not judged", this.side, rule, at, this.what.say(predicate));
  }

  documentation(rule: string, at: string, predicate: string): void {
    this.changes.documentation(rule, at, this.what.say(predicate));
  }

  /** Marks fields as compared, with everything in them. */
  examined(...fields: string[]): void {
    for (const field of fields) this.changes.examined(this.at(field));
  }

  /** Reports fields that only readers of the documentation see. */
  texts(fields: readonly string[]): void {
    for (const field of fields.filter((one) => this.differs(one))) {
      const [old, now] = this.both(field);
      const how = old === undefined ? "was added" : now === undefined ? "was removed" : "changed";
      this.documentation(`${field}-changed`, this.at(field), `: ${field} ${how}`);
    }
  }

  /** `deprecated`: a warning for readers; nothing stops working. */
  deprecated(): void {
    const [old, now] = this.both("deprecated").map(Boolean);
    if (old !== now) this.documentation("deprecated", this.at("deprecated"), `is ${now ? "" : "no longer "}deprecated`);
    else if (this.differs("deprecated")) this.examined("deprecated");
  }

  /** Compares `x-promises`: clients rely on what an API promises, and a promise more breaks nobody. */
  promises(): void {
    const keyword = "x-promises";
    const [old, now] = this.both(keyword).map((all) => new Map(entries(all))) as [
      Map<string, unknown>,
      Map<string, unknown>,
    ];
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      if (equal(old.get(name), now.get(name))) continue;
      const how = now.has(name) ? `promises ${name}: ${show(now.get(name))}` : `no longer promises ${name}`;
      this.either(old.has(name), "promise-changed", this.at(keyword, name), how);
    }
  }

  /**
   * Reports as not judged every field that differs and has no rule: extensions, misspelt fields, fields of later
   * versions.
   */
  unknown(known: readonly string[]): void {
    // If an object was only moved or renamed, both of its places count as compared.
    if (this.old.at !== this.now.at) for (const { at } of [this.old, this.now]) this.changes.examined(at);
    for (const field of new Set([...Object.keys(this.old.node), ...Object.keys(this.now.node)])) {
      if (known.includes(field) || !this.differs(field)) continue;
      const rule = field.startsWith("x-") ? "extension-changed" : "unknown-field-changed";
      const [old, now] = this.both(field).map(short);
      this.notJudged(rule, this.at(field), `: ${field} changed from ${old} to ${now}; there is no rule for it`);
    }
  }

  /** Reports as not judged every extension (`x-…`) that differs, in an object whose other fields have rules. */
  extensions(): void {
    const only = ({ node, at }: Found): Found => ({
      node: Object.fromEntries(Object.entries(node).filter(([name]) => name.startsWith("x-"))),
      at,
    });
    new FieldPair(this.changes, this.side, { ...only(this.old), at: this.now.at }, only(this.now), this.what).unknown(
      [],
    );
  }

  /** Another pair of objects below this one. */
  inner(old: Found, now: Found, what: Subject = this.what): FieldPair {
    return new FieldPair(this.changes, this.side, old, now, what);
  }
}

const short = (value: unknown) => {
  const text = value === undefined ? "nothing" : show(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

/** Two versions of a value, or of what describes it: a schema, a parameter, a header, a media type. */
export class Pair<Old extends Found = Found> extends FieldPair<Old> {
  readonly direction: Direction;

  constructor(
    readonly comparison: Comparison,
    old: Old,
    now: Old,
    what: Subject,
  ) {
    super(comparison.changes, comparison.direction, old, now, what);
    this.direction = comparison.direction;
  }

  /** Another pair of the same comparison. */
  pair(old: Found, now: Found, what: Subject = this.what): Pair {
    return new Pair(this.comparison, old, now, what);
  }

  /**
   * Reports a change in which values are valid. Clients that write break if fewer values are accepted; clients that read
   * break if more values are possible. A change that cannot be compared counts as breaking, unless all changes together
   * are proved to be harmless.
   *
   * @param keyword where it is: a keyword, or a JSON pointer
   */
  moved(move: Move, rule: string, keyword: string, predicate: string, judgement = this.comparison.judgement): void {
    const at = keyword.startsWith("/") ? keyword : this.at(keyword);
    const harmless = this.direction === "request" ? "widened" : "narrowed";
    const name = `${this.direction}-${rule}`;
    if (judgement.answer.isProved && judgement.isSame())
      this.changes.documentation(
        "same-meaning",
        at,
        `\`${placeName(at)}\` is written differently, and the same values are valid`,
      );
    else if (move === harmless) this.compatible(name, at, predicate);
    else if (judgement.answer.isProved)
      this.compatible(name, at, `${predicate}; together with the other changes, this affects no client`);
    else this.breaking(name, at, predicate);
  }

  narrowed(rule: string, keyword: string, predicate: string): void {
    this.moved("narrowed", rule, keyword, predicate);
  }

  widened(rule: string, keyword: string, predicate: string): void {
    this.moved("widened", rule, keyword, predicate);
  }

  /** Reports keywords that are written differently but mean the same. */
  sameMeaning(keywords: readonly string[], why = "is written differently and means the same"): void {
    for (const keyword of keywords.filter((one) => this.differs(one)))
      this.documentation("same-meaning", this.at(keyword), `: ${keyword} ${why}`);
  }

  /** Compares the schemas at a place below both objects. */
  schemas(names: readonly (string | number)[], what: Subject = this.what): void {
    const value = (node: Node) => names.reduce<unknown>((inner, name) => (inner as Node | undefined)?.[name], node);
    this.comparison.diffSchemas(
      this.comparison,
      { value: value(this.old.node), at: this.oldAt(...names) },
      { value: value(this.now.node), at: this.at(...names) },
      what,
    );
  }
}
