import type { Api } from "./api.js";
import type { Fault } from "./exchange.js";
import type { Visit } from "./visit.js";

/** Where an operator applies: a place of the document. */
export interface Place {
  /** The operation; undefined if the whole API is meant. */
  readonly operation?: { readonly id: string };
  /** The JSON pointer into the document. */
  readonly pointer: string;
  /** Tells it from other places of the same variant. */
  readonly name: string;
}

/** One way to break a rule, in every place of a document where the rule applies. */
export interface Variant<P extends Place> {
  readonly name: string;
  places(api: Api): readonly P[];
  /** Creates a faulty server without state. */
  fault(place: NoInfer<P>, api: Api): Fault;
  /** Sends requests to which the faulty server and the right one respond differently. */
  witness(place: NoInfer<P>, visit: Visit): Promise<unknown>;
}

/** The ways to break a rule. */
export interface Operator {
  readonly name: string;
  /** The rule, and in parentheses the standard or the extension of the document that says so. */
  readonly rule: string;
  mutants(api: Api): Mutant[];
}

/** A server with one fault. */
export interface Mutant extends Place {
  /** Unique: the operator, the variant, the operation and the place. */
  readonly id: string;
  readonly operator: string;
  make(): Fault;
  witness(visit: Visit): Promise<unknown>;
}

/** A variant, with the type of its places hidden. */
export type AnyVariant = (api: Api, operator: string) => Mutant[];

export const variant =
  <P extends Place>({ name, ...own }: Variant<P>): AnyVariant =>
  (api, operator) =>
    own.places(api).map((place) => ({
      ...place,
      id: [operator, name, place.operation?.id, place.name].filter(Boolean).join(" / "),
      operator,
      make: () => own.fault(place, api),
      witness: (visit) => own.witness(place, visit),
    }));

export const operator = (name: string, rule: string, ...variants: readonly AnyVariant[]): Operator => ({
  name,
  rule,
  mutants: (api) => variants.flatMap((make) => make(api, name)),
});
