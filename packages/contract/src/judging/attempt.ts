import { AsyncLocalStorage } from "node:async_hooks";
import { ContractViolation, type WireExchange } from "./judge-response.js";

/** A case, or one of several tries within it, which may run at the same time. */
interface Attempt {
  last?: WireExchange;
}

const attempts = new AsyncLocalStorage<Attempt>();

/** Remembers an exchange, which a failure of the current attempt shows if it has no other. */
export function remember(exchange: WireExchange): void {
  const current = attempts.getStore();
  if (current) current.last = exchange;
}

/** Makes an attempt. If it fails, its error has the exchange that shows it, not one of the attempts beside or after it. */
export async function attempt<T>(make: () => Promise<T>): Promise<T> {
  const current: Attempt = {};
  try {
    return await attempts.run(current, make);
  } catch (error) {
    throw error instanceof ContractViolation && current.last ? error.with(current.last) : error;
  }
}
