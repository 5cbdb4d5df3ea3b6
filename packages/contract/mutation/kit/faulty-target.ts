import type { Target, WireRequest, WireResponse } from "../../src/index.js";
import { Answer, Exchange } from "./exchange.js";
import type { Fault } from "./fault.js";
import { turnOf } from "./turn-of.js";

/** Puts a fault in front of the correct server. */
export function faultyTarget(right: Target, fault: Fault): Target {
  return { ...right, send: (request) => faultyExchange(request, fault, (sent) => right.send(sent)) };
}

async function faultyExchange(
  request: WireRequest,
  fault: Fault,
  send: (request: WireRequest) => Promise<WireResponse>,
): Promise<WireResponse> {
  const turn = turnOf(fault, new Exchange(request));
  if (turn && "answer" in turn) return asReceived(turn.answer, request);
  const response = await send(turn?.request ?? request);
  const answer = new Answer(response);
  return asReceived(turn?.after?.(answer) ?? response, request);
}

/** Removes the body from a response to HEAD. */
const asReceived = (response: WireResponse, { method }: WireRequest): WireResponse =>
  method === "HEAD" && response.body !== "" ? { ...response, body: "" } : response;
