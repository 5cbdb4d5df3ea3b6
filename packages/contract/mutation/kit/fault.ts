import type { WireRequest, WireResponse } from "../../src/index.js";
import type { Answer, Exchange } from "./exchange.js";

/**
 * What a faulty server does with one exchange: it responds itself, sends a changed request to the correct server,
 * changes the response of the correct server, or both. Empty for an exchange that it handles correctly.
 */
export type Turn =
  | { answer: WireResponse }
  | { request?: WireRequest; after?(answer: Answer): WireResponse | undefined }
  | undefined;

/** A faulty server, as a layer in front of the correct one. It may keep state between exchanges. */
export type Fault = (exchange: Exchange) => Turn;

/** A request, requests that are sent at once, or a request that depends on previous responses. */
export type Step = WireRequest | WireRequest[] | ((responses: WireResponse[]) => WireRequest);

/** Requests that show a fault: sent one after the other. */
export interface Witness {
  steps: Step[];
  /**
   * The parts of responses to compare between the correct and the faulty server; by default all except timestamps of
   * created records.
   */
  view?(responses: WireResponse[]): unknown;
}

/** A faulty server with its description. */
export interface Mutant {
  id: string;
  family: string;
  operator: string;
  /** The rule that it breaks, and where it is documented. */
  rule: string;
  /** Whether the fault appears only after many exchanges, so that no single case can trigger it. */
  history: boolean;
  /** Creates a new server without state. */
  make(): Fault;
  /** Requests that prove the fault and that clients can observe it; the suite never sees them. */
  witness(): Witness;
}

/** One way to break a rule, in every place where the rule applies. */
export interface Operator<Place extends { name: string }> {
  name: string;
  rule: string;
  /** Whether the fault appears only after many exchanges. */
  history?: true;
  places: readonly Place[];
  fault(place: Place): Fault;
  witness(place: Place): Witness | Witness["steps"];
}

/** Returns the mutants of an operator, one for each place. */
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

/** The place of an operator with only one. */
export const ONE_PLACE = [{ name: "" }] as const;
