import type { WireResponse } from "../../src/index.js";
import type { Answer, Exchange } from "./exchange.js";
import type { Fault, Turn } from "./fault.js";

/**
 * Applies a fault to an exchange. Cases send bodies that no operator expects. If an operator cannot parse a body, the
 * correct server handles it, because a second kind of failure would be detected instead of the intended one.
 */
export function turnOf(fault: Fault, exchange: Exchange): Turn {
  const turn = attempt(() => fault(exchange));
  if (!turn || "answer" in turn) return turn;
  const { request, after } = turn;
  return { request, after: (answer: Answer): WireResponse | undefined => attempt(() => after?.(answer)) };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
