import { errorBody } from "@metadata-service/server-rules";
import type { MockResponse } from "./exchange.js";

/** Called for every response of the mock that violates the spec. */
export type OnDefect = (operation: string, violation: string) => void;

/** The 500 that replaces a response that violates the spec; it explains what is wrong. */
export function defectResponse(operation: string, violation: string, onDefect: OnDefect): MockResponse {
  onDefect(operation, violation);
  const detail = `The response of the mock violates the spec: ${violation}`;
  return {
    status: 500,
    headers: {},
    body: errorBody(500, undefined, [detail]),
    why: { source: "defect", operation, detail },
  };
}
