import { type Node, type Spec, show } from "../compare/node.js";
import { accepts } from "./accepts.js";
import { alternativesOf } from "./alternatives.js";
import { candidatesOf, isEmptyInside, isPlainlyEmpty } from "./emptiness.js";
import { type Facts, factsOf, hiddenIn } from "./facts.js";
import { type Part, type Parts, partsOf, type Schema, schemaIn } from "./parts.js";
import { every, PROVED, type ProofResult, undecided } from "./proof-result.js";
import { FALSE, freshLeft, type Left, MADE, type Prover, type Question, type View } from "./question.js";
import { ruleFor } from "./rules/rule-for.js";
import { isSame } from "./same.js";

/** The maximum number of questions for one proof; a schema that needs more is not judged. */
const MAX_STEPS = 4000;
/** The maximum number of questions for all proofs about two documents. */
const MAX_STEPS_IN_ALL = 25_000;
const MAX_DEPTH = 60;

/**
 * Proves that every value of one schema is also a value of another. The result is a proof, or the place that it does
 * not understand; it never proves anything that is false.
 */
export class Inclusion implements Prover {
  readonly #view: View;
  readonly #known = new Map<string, ProofResult>();
  /** The questions that are being answered, and how deep in the value each was asked. */
  readonly #asked = new Map<string, number>();
  readonly #made = new Map<string, Node>();
  readonly #facts = new Map<string, Facts>();
  #steps = 0;
  #stepsInAll = 0;
  #assumptions = 0;

  constructor(view: View) {
    this.#view = view;
  }

  /** Whether all values of a schema are values of another one. */
  prove(left: Schema, right: Schema): ProofResult {
    this.#steps = 0;
    return this.includes({ schemas: [left], chosen: new Set() }, [right], 0);
  }

  get view(): View {
    return this.#view;
  }

  /** Makes a schema for a proof. The same key returns the same schema, so that results about it are cached. */
  make(key: string, value: () => Node, spec: Spec = MADE, at = ""): Schema {
    const made = this.#made.get(key) ?? value();
    this.#made.set(key, made);
    return { spec, value: made, at };
  }

  /** Whether all values that satisfy the left schemas satisfy the right ones. */
  includes(left: Left, right: readonly Schema[], depth: number): ProofResult {
    const wanted = partsOf(right);
    if (wanted.parts.length === 0 && !wanted.isFalse && wanted.unclear.length === 0) return PROVED;
    const facts = this.#factsOf(left.schemas);
    const at = right[0]?.at ?? "";
    const key = `${facts.key}${facts.isFalse}|${[...left.chosen].sort()}>${wanted.parts.map(({ id }) => id).sort()}|${wanted.isFalse}${wanted.unclear}`;
    const known = this.#known.get(key);
    if (known) return known;
    const askedAt = this.#asked.get(key);
    // Asked again deeper in the value, so by induction: it holds for a value if it holds for all smaller ones.
    if (askedAt !== undefined) {
      this.#assumptions++;
      return askedAt < depth ? PROVED : undecided(at, "the schema is recursive, and this tool cannot compare it");
    }
    if (++this.#steps > MAX_STEPS || ++this.#stepsInAll > MAX_STEPS_IN_ALL || depth > MAX_DEPTH)
      return undecided(at, "the schemas are too large to compare");
    const [before, assumptions] = [this.#known.size, this.#assumptions];
    this.#asked.set(key, depth);
    const answer = this.#decide(left, facts, wanted, at, depth);
    this.#asked.delete(key);
    // What was proved in the meantime may depend on this question.
    if (!answer.isProved && this.#assumptions > assumptions) this.#forgetSince(before);
    if (answer.isProved || (this.#steps <= MAX_STEPS && this.#stepsInAll <= MAX_STEPS_IN_ALL))
      this.#known.set(key, answer);
    return answer;
  }

  /** Discards what was proved with an assumption that turned out to be wrong. */
  #forgetSince(count: number): void {
    for (const key of [...this.#known.keys()].slice(count)) this.#known.delete(key);
  }

  #factsOf(schemas: readonly Schema[]): Facts {
    const parts = partsOf(schemas);
    const key = `${parts.parts.map(({ id }) => id)}${parts.isFalse}`;
    const facts = this.#facts.get(key) ?? factsOf(parts, this.#view.hiddenBy);
    this.#facts.set(key, facts);
    return facts;
  }

  #decide(left: Left, facts: Facts, wanted: Parts, at: string, depth: number): ProofResult {
    if (isPlainlyEmpty(facts)) return PROVED;
    const tried = tryCandidates(left, facts, wanted, at);
    if (tried) return tried;
    const hidden = hiddenIn(wanted.parts, this.#view.hiddenBy);
    // If a property is hidden only on the left, even an identical schema on the right requires more.
    const isSameView = [...facts.hidden].every((name) => hidden.has(name));
    const parts = wanted.parts.filter((part) => !isSameView || !facts.parts.some((one) => isSamePart(one, part)));
    const question = { inclusion: this, left, facts, hidden, depth };
    const [unclear] = wanted.unclear;
    const whole = wanted.isFalse
      ? this.#isEmpty(question, at)
      : every(parts, (part) => this.#satisfies(question, part));
    const answer =
      whole.isProved && unclear !== undefined
        ? undecided(unclear, "this $ref, allOf or schema is not valid, so its meaning is unknown")
        : whole;
    if (answer.isProved) return answer;
    if (!wanted.isFalse && this.includes(left, [FALSE], depth).isProved) return PROVED;
    const isOpen = wanted.isFalse || unclear !== undefined;
    return this.#divide(question, isOpen ? [FALSE] : asSchemas(parts), answer);
  }

  /** Proves the same for each of several alternatives, if it cannot be proved as a whole. */
  #divide(question: Question, right: readonly Schema[], otherwise: ProofResult): ProofResult {
    const alternatives = alternativesOf(question);
    if (alternatives.length === 0) return otherwise;
    const divided = every(alternatives, (alternative) => this.includes(alternative, right, question.depth));
    return divided.isProved ? PROVED : otherwise;
  }

  #satisfies(question: Question, part: Part): ProofResult {
    return every(Object.keys(part.node), (keyword) => ruleFor(part.node, keyword)(question, part, keyword));
  }

  /** Whether the negated schemas leave no value. */
  #isEmpty({ left, facts, depth }: Question, at: string): ProofResult {
    for (const part of facts.parts)
      if ("not" in part.node && !left.chosen.has(`${part.id}not`)) {
        const others = { ...left, chosen: new Set([...left.chosen, `${part.id}not`]) };
        if (this.includes(others, [schemaIn(part, "not")], depth).isProved) return PROVED;
      }
    return this.#isEmptyInside(facts, depth)
      ? PROVED
      : undecided(at, "no value is allowed any more, but some may still occur");
  }

  #isEmptyInside(facts: Facts, depth: number): boolean {
    return isEmptyInside(facts, (schemas) => this.includes(freshLeft(schemas), [FALSE], depth + 1).isProved);
  }
}

/** Tries each value if there are few enough; undefined if that decides nothing. */
function tryCandidates(left: Left, facts: Facts, wanted: Parts, at: string): ProofResult | undefined {
  const candidates = candidatesOf(facts)?.filter((value) => accepts(left.schemas, value) !== false);
  if (!candidates || wanted.unclear.length > 0) return candidates?.length === 0 ? PROVED : undefined;
  const right = [...asSchemas(wanted.parts), ...(wanted.isFalse ? [FALSE] : [])];
  const judged = candidates.map((value) => ({ value, isAccepted: accepts(right, value) }));
  if (judged.every(({ isAccepted }) => isAccepted)) return PROVED;
  const refused = judged.find(({ isAccepted }) => isAccepted === false);
  return refused && undecided(at, `${show(refused.value)} may be refused`);
}

const asSchemas = (parts: readonly Part[]): Schema[] => parts.map(({ spec, node, at }) => ({ spec, value: node, at }));

const isSamePart = (one: Part, other: Part): boolean => isSame(one.spec, one.node, other.spec, other.node);
