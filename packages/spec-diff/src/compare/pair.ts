import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes, Verdict } from "../change.js";
import { type Comparison, type Direction, opposite } from "./comparison.js";
import { type Found, objectAt, type Part, partsIn } from "./dereference.js";
import type { Flat, Place } from "./flatten-schema.js";
import { entries, equal, isNode, type Node, placeName, show } from "./node.js";
import type { Subject } from "./subject.js";

/** How the set of valid values changed: fewer values, more values, or neither for certain. */
export type Move = "narrowed" | "widened" | "changed";

/** What happened to each of several named things. */
export interface Members<T> {
  gone?(was: T, name: string): void;
  come?(is: T, name: string): void;
  kept?(was: T, is: T, name: string): void;
}
type Both<T> = readonly [old: ReadonlyMap<string, T>, now: ReadonlyMap<string, T>];

/** Visits the members of two maps: those that were removed or kept in the order of the old one, then the added ones. */
export function visitMembers<T>([old, now]: Both<T>, { gone, come, kept }: Members<T>): void {
  for (const [name, was] of old) {
    const is = now.get(name);
    if (is === undefined) gone?.(was, name);
    else kept?.(was, is, name);
  }
  for (const [name, is] of now) if (!old.has(name)) come?.(is, name);
}

/** Compares a field of two versions of an object. */
export type Rule<P = Pair> = (pair: P, field: string) => void;
export type Rules<P = Pair> = Readonly<Record<string, Rule<P>>>;

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
  pair<Other extends Found>(old: Other, now: Other, what: Subject = this.what): Pair<Other> {
    return new Pair(this.comparison, old, now, what);
  }

  /** The same pair, compared in another way. */
  with(changed: Partial<Comparison>, what: Subject = this.what): Pair<Old> {
    return new Pair({ ...this.comparison, ...changed }, this.old, this.now, what);
  }

  /** The objects in a field. */
  in(field: string, what: Subject = this.what): Pair {
    const [old, now] = this.both(field);
    return this.pair<Found>(objectAt(old, this.oldAt(field)), objectAt(now, this.at(field)), what);
  }

  /** A part of a message of this operation. Its schemas are compared again, whatever was compared before. */
  inMessage<Other extends Found>(message: Direction, old: Other, now: Other, what: Subject): Pair<Other> {
    const direction = message === "request" ? this.direction : opposite(this.direction);
    return this.pair(old, now, what).with({ side: direction, direction, message, compared: new Map() });
  }

  both(field: string): [old: unknown, now: unknown] {
    return [this.old.node[field], this.now.node[field]];
  }

  /** What a field maps names to, in both versions. */
  maps(field: string): [old: Map<string, unknown>, now: Map<string, unknown>] {
    const [old, now] = this.both(field);
    return [new Map(entries(old)), new Map(entries(now))];
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

  /** Visits the objects that these objects map names to, with their references followed. */
  visitParts(members: Members<Part>, keyOf?: (name: string) => string): void {
    const { before, after } = this.comparison;
    visitMembers([partsIn(before, this.old, keyOf), partsIn(after, this.now, keyOf)], {
      ...members,
      kept: (was, is, name) => {
        this.examineReference(was.value, is.value, is.place);
        members.kept?.(was, is, name);
      },
    });
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

  /** Compares a field that is on or off; without a change between the two, its notation means nothing. */
  flag(field: string, turned: (isOn: boolean) => void): void {
    const [old, now] = this.both(field).map(Boolean);
    if (old !== now) turned(now === true);
    else if (this.differs(field)) this.examined(field);
  }

  /**
   * Compares each field by its rule. One that differs and has no rule is reported as not judged: extensions, misspelt fields,
   * fields of later versions.
   */
  compare(rules: Rules<Pair<Old>>): void {
    this.each(rules);
    this.#unknown(Object.keys(rules));
  }

  each(rules: Rules<Pair<Old>>): void {
    for (const [field, rule] of Object.entries(rules)) rule(this, field);
  }

  #unknown(known: readonly string[]): void {
    // If an object was only moved or renamed, both of its places count as compared.
    if (this.old.at !== this.now.at) for (const { at } of [this.old, this.now]) this.changes.examined(at);
    for (const field of new Set([...Object.keys(this.old.node), ...Object.keys(this.now.node)])) {
      if (known.includes(field) || !this.differs(field)) continue;
      const rule = field.startsWith("x-") ? "extension-changed" : "unknown-field-changed";
      const [old, now] = this.both(field).map(short);
      this.notJudged(rule, this.at(field), `: ${field} changed from ${old} to ${now}; there is no rule for it`);
    }
  }

  /** Reports every extension (`x-…`) that differs in objects with names of any kind, and leaves these out. */
  withoutExtensions(): Pair {
    const { old, now } = this;
    const names = Object.keys({ ...old.node, ...now.node }).filter((name) => !name.startsWith("x-"));
    this.pair<Found>({ ...old, at: now.at }, now).#unknown(names);
    const named = ({ node, at }: Found): Found => ({
      node: Object.fromEntries(entries(node).filter(([name]) => names.includes(name))),
      at,
    });
    return this.pair(named(old), named(now));
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
