import { errorBody } from "@metadata-service/server-rules";
import type { Answer } from "./exchange.js";

/** Told of every answer of the mock that breaks the spec. */
export type OnDefect = (operation: string, violation: string) => void;

/** An answer that breaks the spec must not pass for one: it becomes a 500 that says what is wrong. */
export function defectAnswer(operation: string, violation: string, onDefect: OnDefect): Answer {
  onDefect(operation, violation);
  const detail = `The answer of the mock breaks the spec: ${violation}`;
  return {
    status: 500,
    headers: {},
    body: errorBody(500, undefined, [detail]),
    why: { source: "defect", operation, detail },
  };
}
