import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes, Verdict } from "../change.js";
import { type Comparison, type Direction, opposite } from "./comparison.js";
import { type Found, type Part, partsIn } from "./dereference.js";
import type { Flat, Place } from "./flatten-schema.js";
import { entries, equal, isNode, type Node, placeName, show } from "./node.js";
import type { Subject } from "./subject.js";

/** How the set of valid values changed: fewer values, more values, or neither for certain. */
export type Move = "narrowed" | "widened" | "changed";

/** What happened to each of several named things. */
export interface Members<T> {
  gone(was: T, name: string): void;
  come(is: T, name: string): void;
  kept?(was: T, is: T, name: string): void;
}
type Both<T> = readonly [old: ReadonlyMap<string, T>, now: ReadonlyMap<string, T>];

/** Visits the members of two maps: those that were removed or kept in the order of the old one, then the added ones. */
export function visitMembers<T>([old, now]: Both<T>, { gone, come, kept }: Members<T>): void {
  for (const [name, was] of old) {
    const is = now.get(name);
    if (is === undefined) gone(was, name);
    else kept?.(was, is, name);
  }
  for (const [name, is] of now) if (!old.has(name)) come(is, name);
}

/** Two versions of an object, and how to report their differences. */
export class Pair<Old extends Found = Found> {
  readonly changes: Changes;
  readonly direction: Direction;

  constructor(
    readonly comparison: Comparison,
    readonly old: Old,
    readonly now: Old,
    readonly what: Subject,
  ) {
    this.changes = comparison.changes;
    this.direction = comparison.direction;
  }

  /** Another pair of the same comparison. */
  pair(old: Found, now: Found, what: Subject = this.what): Pair {
    return new Pair(this.comparison, old, now, what);
  }

  /** A part of a message of this operation. Its schemas are compared again, whatever was compared before. */
  inMessage(message: Direction, old: Found, now: Found, what: Subject): Pair {
    const direction = message === "request" ? this.direction : opposite(this.direction);
    return new Pair({ ...this.comparison, side: direction, direction, message, compared: new Map() }, old, now, what);
  }

  /** Both values of a field. */
  both(field: string): [old: unknown, now: unknown] {
    return [this.old.node[field], this.now.node[field]];
  }

  /** What a field maps names to, in both versions. */
  maps(field: string): [old: Map<string, unknown>, now: Map<string, unknown>] {
    const [old, now] = this.both(field);
    return [new Map(entries(old)), new Map(entries(now))];
  }

  /** The objects in a field by their names, with their references followed. */
  parts(field: string, keyOf?: (name: string) => string): Both<Part> {
    const { before, after } = this.comparison;
    return [partsIn(before, this.old, field, keyOf), partsIn(after, this.now, field, keyOf)];
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

  add(verdict: Verdict, rule: string, at: string, predicate: string): void {
    this.changes.add(verdict, this.comparison.side, rule, at, this.what.say(predicate));
  }

  breaking(rule: string, at: string, predicate: string): void {
    this.add("breaking", rule, at, predicate);
  }

  compatible(rule: string, at: string, predicate: string): void {
    this.add("compatible", rule, at, predicate);
  }

  either(isBreaking: boolean, rule: string, at: string, predicate: string): void {
    this.add(isBreaking ? "breaking" : "compatible", rule, at, predicate);
  }

  notJudged(rule: string, at: string, predicate: string): void {
    this.add("not judged", rule, at, predicate);
  }

  documentation(rule: string, at: string, predicate: string): void {
    this.changes.documentation(rule, at, this.what.say(predicate));
  }

  /** Marks fields as compared, with everything in them. */
  examined(...fields: string[]): void {
    for (const field of fields) this.changes.examined(this.at(field));
  }

  /**
   * Marks a place as examined if the versions have different references there, or only one of them has a reference. Only
   * the targets matter, and they are compared.
   */
  examineReference(was: unknown, is: unknown, at: string): void {
    const isReference = (value: unknown) => isNode(value) && typeof value["$ref"] === "string";
    if ((isReference(was) || isReference(is)) && !equal(was, is)) this.changes.examined(at);
  }

  /** Reports fields that only readers of the documentation see. */
  texts(fields: readonly string[]): void {
    for (const field of fields.filter((one) => this.differs(one))) {
      const [old, now] = this.both(field);
      const how = old === undefined ? "was added" : now === undefined ? "was removed" : "changed";
      this.documentation(`${field}-changed`, this.at(field), `: ${field} ${how}`);
    }
  }

  /** Compares a field that is on or off; without a change between the two, its notation means nothing. */
  flag(field: string, turned: (isOn: boolean) => void): void {
    const [old, now] = this.both(field).map(Boolean);
    if (old !== now) turned(now === true);
    else if (this.differs(field)) this.examined(field);
  }

  /** `deprecated`: a warning for readers; nothing stops working. */
  deprecated(): void {
    this.flag("deprecated", (isOn) =>
      this.documentation("deprecated", this.at("deprecated"), `is ${isOn ? "" : "no longer "}deprecated`),
    );
  }

  /** Compares `x-promises`: clients rely on what an API promises, and a promise more breaks nobody. */
  promises(): void {
    const say = (isBreaking: boolean, name: string, how: string) =>
      this.either(isBreaking, "promise-changed", this.at("x-promises", name), how);
    visitMembers(this.maps("x-promises"), {
      gone: (_, name) => say(true, name, `no longer promises ${name}`),
      come: (is, name) => say(false, name, `promises ${name}: ${show(is)}`),
      kept: (was, is, name) => equal(was, is) || say(true, name, `promises ${name}: ${show(is)}`),
    });
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
    const { old, now } = this;
    const others = [...Object.keys(old.node), ...Object.keys(now.node)].filter((name) => !name.startsWith("x-"));
    this.pair({ ...old, at: now.at }, now).unknown(others);
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

const short = (value: unknown) => {
  const text = value === undefined ? "nothing" : show(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

/** Two versions of a schema. */
export type SchemaPair = Pair<Flat & Place>;
