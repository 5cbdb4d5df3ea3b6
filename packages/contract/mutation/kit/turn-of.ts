import type { WireResponse } from "../../src/index.js";
import type { Answer, Exchange } from "./exchange.js";
import type { Fault, Turn } from "./fault.js";

/**
 * What a fault makes of an exchange. Cases send bodies that no operator expects; one that cannot read a body leaves it to
 * the right server, because a server that fails in two ways would be noticed for the wrong one.
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
