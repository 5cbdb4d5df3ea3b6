import type { WireRequest, WireResponse } from "../../src/index.js";
import type { Answer, Exchange } from "./exchange.js";

/**
 * What a faulty server does with one exchange: it answers itself, or it sends a changed request to the right server, or
 * it changes the answer of the right server, or both. Nothing at all for an exchange that it treats rightly.
 */
export type Turn =
  | { answer: WireResponse }
  | { request?: WireRequest; after?(answer: Answer): WireResponse | undefined }
  | undefined;

/** One faulty server, seen as a layer in front of the right one. It may keep state from one exchange to the next. */
export type Fault = (exchange: Exchange) => Turn;

/** A request, requests that are sent at once, or a request that depends on what was answered before. */
export type Step = WireRequest | WireRequest[] | ((responses: WireResponse[]) => WireRequest);

/** Requests that show a fault: sent one after the other. */
export interface Witness {
  steps: Step[];
  /** What is compared between the right and the faulty server; by default everything but the timestamps of creates. */
  view?(responses: WireResponse[]): unknown;
}

/** A faulty server with what a person needs to know about it. */
export interface Mutant {
  id: string;
  family: string;
  operator: string;
  /** The sentence that it breaks, and where that is written. */
  rule: string;
  /** Whether it shows only after many exchanges, so that no single case can meet it. */
  history: boolean;
  /** Makes the server anew, with no memory. */
  make(): Fault;
  /** Never shown to the suite: it proves that the server is faulty, and that a client can see it. */
  witness(): Witness;
}

/** One way to break a rule, at every place where the rule holds. */
export interface Operator<Place extends { name: string }> {
  name: string;
  rule: string;
  /** Whether it shows only after many exchanges. */
  history?: true;
  places: readonly Place[];
  fault(place: Place): Fault;
  witness(place: Place): Witness | Witness["steps"];
}

/** The mutants of an operator: one for each place. */
export function mutantsOf<Place extends { name: string }>(family: string, operator: Operator<Place>): Mutant[] {
  return operator.places.map((place) => ({
    id: `${family}: ${operator.name}${place.name && ` / ${place.name}`}`,
    family,
    operator: operator.name,
    rule: operator.rule,
    history: operator.history ?? false,
    make: () => operator.fault(place),
    witness: () => {
      const witness = operator.witness(place);
      return Array.isArray(witness) ? { steps: witness } : witness;
    },
  }));
}

/** For an operator that has one place only. */
export const ONE_PLACE = [{ name: "" }] as const;
