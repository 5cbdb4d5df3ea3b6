import { NotApplicable } from "../cases/case.js";
import type { Operation } from "../document/document.js";
import { ContractViolation } from "./judge-response.js";

/**
 * Skips a case whose change does not fit the state of the record. Which states allow it, only the texts of a document say
 * (RFC 9110, 15.5.10).
 *
 * @throws {NotApplicable} if the server refused the change with a 409 that the document describes
 */
export function skipConflict({ method, responses }: Operation, error: unknown): void {
  const last = error instanceof ContractViolation ? error.exchange : undefined;
  if (last?.response.status !== 409 || last.request.method !== method) return;
  if (responses.some(({ status }) => status === "409"))
    throw new NotApplicable("the request conflicts with the state of the record, as the document says of 409");
}
