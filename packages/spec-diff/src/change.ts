/**
 * Who is affected: clients that send requests, clients that read responses, both, or readers of the documentation only.
 */
export type Side = "request" | "response" | "both" | "documentation";

/**
 * - `breaking`: a client that works today may stop working although it did not change.
 * - `compatible`: it keeps working.
 * - `not judged`: this tool does not know what the change means. Somebody has to look.
 */
export type Verdict = "breaking" | "compatible" | "not judged";

/** One difference between two versions of a spec. */
export interface Change {
  verdict: Verdict;
  side: Side;
  /** A short name of the rule that judged it, such as `response-property-removed`. */
  rule: string;
  /** Where in the spec, as a JSON pointer with `#`: in the new version, or in the old one for what was removed. */
  at: string;
  /** What changed and what it means, in one sentence. */
  text: string;
}

/** Collects changes, each one once, no matter how many operations lead to it. */
export class Changes {
  readonly #found = new Map<string, Change>();
  /** Places that were compared by their meaning, not by how they are written. */
  readonly #examined = new Map<string, string>();
  /** The places of merged schemas, by the place where their changes are reported. */
  readonly #partsAt = new Map<string, Set<string>>();
  readonly #reported = new Set<string>();
  #alarms = 0;
  #count = 0;

  /** How many changes were found that are breaking or not judged; a change that is found twice counts twice. */
  get alarms(): number {
    return this.#alarms;
  }

  /** How many changes were found; a change that is found twice counts twice. */
  get count(): number {
    return this.#count;
  }

  /** Counts a breaking or not judged change again that was found before. */
  alarm(): void {
    this.#alarms++;
  }

  add(verdict: Verdict, side: Side, rule: string, at: string, text: string): void {
    if (verdict !== "compatible") this.#alarms++;
    this.#count++;
    this.#reported.add(at);
    this.#found.set(`${side} ${rule} ${at} ${text}`, { verdict, side, rule, at: `#${at}`, text });
  }

  /** Adds a change that only readers of the documentation notice. */
  documentation(rule: string, at: string, text: string): void {
    this.add("compatible", "documentation", rule, at, text);
  }

  /** Marks a place as compared, with everything in it. */
  examined(at: string): void {
    this.#examined.set(at, at);
  }

  /** Marks a place as compared as part of another one, where its changes are reported. */
  examinedAs(at: string, place: string): void {
    if (at !== place) this.#partsAt.set(place, new Set([...(this.#partsAt.get(place) ?? []), at]));
    if (!this.#examined.has(at)) this.#examined.set(at, place);
  }

  /** The places where something below a merged schema may be written. */
  writtenAt(at: string): string[] {
    for (let place = at; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) {
      const parts = this.#partsAt.get(place);
      if (parts) return [...parts].map((part) => part + at.slice(place.length));
    }
    return [];
  }

  /**
   * Returns what is known about a difference at a place: `reported`, or the place around it that was examined without
   * finding anything to report; undefined if no rule has looked at it.
   */
  accountFor(at: string): "reported" | { examined: string } | undefined {
    let examined: string | undefined;
    for (let place = at; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) {
      if (this.#reported.has(place)) return "reported";
      examined ??= this.#examined.get(place);
    }
    const around = `${examined ?? at}/`;
    if ([...this.#reported].some((place) => place === examined || place.startsWith(around))) return "reported";
    return examined === undefined ? undefined : { examined };
  }

  /** Breaking changes first, then those that were not judged, each in the order of the spec. */
  list(): Change[] {
    const all = [...this.#found.values()];
    const ORDER: Verdict[] = ["breaking", "not judged", "compatible"];
    return ORDER.flatMap((verdict) => all.filter((change) => change.verdict === verdict));
  }
}
