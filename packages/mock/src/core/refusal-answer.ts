import type { Refusal } from "@metadata-service/server-rules";
import type { Answer, Source } from "./exchange.js";

const SOURCES: Readonly<Record<Refusal["status"], Source>> = {
  400: "validation",
  401: "key",
  404: "route",
  405: "route",
  429: "scenario",
  500: "defect",
};

/**
 * A refusal as an answer of the mock, with its reason.
 *
 * @param operation the operationId, where the route led to one
 */
export function refusalAnswer({ status, headers, body, message }: Refusal, operation?: string): Answer {
  const why = {
    source: SOURCES[status],
    ...(operation !== undefined && { operation }),
    ...(status === 400 && { detail: message }),
  };
  return { status, headers, body, why };
}
