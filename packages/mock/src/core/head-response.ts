import { getBeside, type Rules, responseFor, Violation } from "@metadata-service/server-rules";
import type { OperationModel } from "@metadata-service/spec-tools";
import { checkedResponse } from "./checked-response.js";
import type { OnDefect } from "./defect-response.js";
import type { CheckedRequest, MockResponse } from "./exchange.js";
import type { Memory } from "./memory/create-memory.js";
import { readRequest } from "./request/read-request.js";
import type { Scenario } from "./scenarios/scenario.js";
import { respondWithSuccess } from "./success-response.js";

interface HeadParts {
  readonly rules: Rules;
  readonly memory: Memory;
  readonly onDefect: OnDefect;
}

/**
 * Returns the response to a HEAD that the document describes: that of the GET of its path, with the headers of both. Undefined if
 * there is no GET, or if that needs something that the HEAD does not have. The server leaves out the body.
 */
export function headResponse(
  { rules, memory, onDefect }: HeadParts,
  { operation, request }: CheckedRequest,
  { responses }: OperationModel,
  alone: Scenario | undefined,
  pathTexts: Readonly<Record<string, string>>,
): MockResponse | undefined {
  const get = getBeside(rules, operation);
  const model = get && memory.index.model(get.id);
  if (!get || !model) return undefined;
  const withBoth = model.responses.map((one) => {
    const own = responseFor(responses, Number(one.status))?.headers ?? [];
    return { ...one, headers: [...one.headers, ...own] };
  });
  try {
    const checked = readRequest(rules, get, model, request, pathTexts);
    const made = memory.answer(checked, alone);
    const response = respondWithSuccess(memory.maker, { ...model, responses: withBoth }, checked, made);
    const { raw, body, ...rest } = checkedResponse(get, response, onDefect);
    const why = { ...rest.why, operation: operation.id };
    if (rest.status === operation.successStatus || rest.status !== get.successStatus)
      return { ...rest, why, body, ...(raw !== undefined && { raw }) };
    return { ...rest, why, status: operation.successStatus, body: undefined };
  } catch (error) {
    if (error instanceof Violation) return undefined;
    throw error;
  }
}
