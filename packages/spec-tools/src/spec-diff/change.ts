/** Who is touched: those who send requests, those who read answers, both, or readers of the documentation alone. */
export type Side = "request" | "response" | "both" | "documentation";

/** One difference between two versions of the spec. */
export interface Change {
  /** Whether a client that is right today can be wrong tomorrow without a change of its own. */
  breaking: boolean;
  side: Side;
  /** A short name of the rule that classified it, as in `response-member-removed`. */
  rule: string;
  /** Where in the spec, as a JSON pointer with `#`; of the new version, or of the old one for what is gone. */
  at: string;
  /** What changed and what it means, in one sentence. */
  text: string;
}

/** Collects changes; each is kept once, however many operations lead to it. */
export class Changes {
  readonly #found = new Map<string, Change>();

  add(breaking: boolean, side: Side, rule: string, at: string, text: string): void {
    this.#found.set(`${side} ${rule} ${at} ${text}`, { breaking, side, rule, at: `#${at}`, text });
  }

  /** The breaking ones first, else in the order of the spec. */
  list(): Change[] {
    const all = [...this.#found.values()];
    return [...all.filter(({ breaking }) => breaking), ...all.filter(({ breaking }) => !breaking)];
  }
}
