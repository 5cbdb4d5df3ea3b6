import { ERROR_MESSAGES, errorBody } from "@metadata-service/server-rules";
import type { Answer, Why } from "./exchange.js";

/** The answer of an error, with the error body of the document. */
export function errorAnswer(
  status: keyof typeof ERROR_MESSAGES,
  why: Why,
  message: string = ERROR_MESSAGES[status],
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers, body: errorBody(status, message), why };
}
