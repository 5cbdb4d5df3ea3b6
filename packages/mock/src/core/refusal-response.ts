import { ERROR_MESSAGES, type Refusal } from "@metadata-service/server-rules";
import type { MockResponse, Source } from "./exchange.js";
import { MemoryFull } from "./memory/memory-full.js";

const SOURCES: Readonly<Record<Refusal["status"], Source>> = {
  400: "validation",
  401: "key",
  404: "route",
  405: "route",
  409: "memory",
  412: "memory",
  429: "scenario",
  500: "defect",
  501: "defect",
};

/**
 * Converts a refusal to a response with its reason.
 *
 * @param operation the operationId, if the request matched an operation
 */
export function refusalResponse(refusal: Refusal, operation?: string): MockResponse {
  const { status, headers, body, message } = refusal;
  const isFull = refusal instanceof MemoryFull;
  const isUsual = status !== 400 && message === ERROR_MESSAGES[status];
  const detail = isFull ? refusal.detail : isUsual ? undefined : message;
  const why = {
    source: isFull ? "memory" : SOURCES[status],
    ...(operation !== undefined && { operation }),
    ...(detail !== undefined && { detail }),
  } as const;
  return { status, headers, body, why };
}
