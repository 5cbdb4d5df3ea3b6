import {
  bodyTooLarge,
  methodNotAllowed,
  type OperationRules,
  quote,
  type Rules,
  Violation,
} from "@metadata-service/server-rules";
import { apiKeyHeader } from "./api-key-header.js";
import { errorAnswer } from "./error-answer.js";
import { exampleAnswer } from "./example-answer.js";
import type { Answer, CheckedRequest, MockRequest } from "./exchange.js";
import type { Memory } from "./memory/create-memory.js";
import { type Prefer, parsePrefer } from "./prefer.js";
import { reflectRequest } from "./reflect-request.js";
import type { Fault, Scenario, Transport } from "./scenarios/scenario.js";
import type { ScenarioState } from "./scenarios/scenario-state.js";

/**
 * What stands between a checked request and the memory, and holds both to the spec: Prism in Node, the rules alone in a
 * browser.
 *
 * @param produce the answer out of memory; undefined where memory does not know the operation
 */
export type Gate = (request: CheckedRequest, produce: () => Answer | undefined) => Promise<Answer>;

/** What a responder needs. */
export interface ResponderOptions {
  readonly rules: Rules;
  readonly memory: Memory;
  readonly scenarios: ScenarioState;
  /** The scenario of a name, for `Prefer: scenario=…`. */
  findScenario(name: string): Scenario;
  /** The keys that are let in. */
  readonly keys: ReadonlySet<string>;
  readonly gate: Gate;
}

/** Answers a request. It never rejects for what a client sent. */
export type Responder = (request: MockRequest) => Promise<Answer>;

/**
 * The mock without a network: routes, checks the key, lets faults strike, holds the request to the rules and has the
 * gate answer it.
 */
export function createResponder(options: ResponderOptions): Responder {
  const { rules, memory, scenarios, keys, gate } = options;
  const keyHeader = apiKeyHeader(rules);

  /** The answer to a request whose route is known, before anything goes wrong on the wire. */
  async function answer(
    operation: OperationRules,
    request: MockRequest,
    pathTexts: Readonly<Record<string, string>>,
    prefer: Prefer,
    fault: Fault | undefined,
    alone: Scenario | undefined,
  ): Promise<Answer> {
    if (prefer.code !== undefined || prefer.example !== undefined)
      return exampleAnswer(operation, { status: prefer.code, example: prefer.example }, "prefer");
    if (operation.secured && !keys.has(request.header(keyHeader) ?? ""))
      return errorAnswer(401, { source: "key", operation: operation.id });
    if (fault && (fault.status !== undefined || fault.example !== undefined))
      return exampleAnswer(operation, fault, "scenario");
    const checked = check(operation, request, pathTexts);
    return gate(checked, () => {
      const body = memory.answer(checked, alone);
      const why = { source: "memory", operation: operation.id } as const;
      if (body !== undefined) return { status: operation.successStatus, headers: {}, body, why };
      return echo(operation, checked.body);
    });
  }

  return async (request) => {
    let operation: OperationRules | undefined;
    let transport: Transport = {};
    try {
      const match = rules.match(request.method, request.path);
      if (match.found === "nothing") return errorAnswer(404, { source: "route" });
      if (match.found === "path") {
        return errorAnswer(405, { source: "route" }, methodNotAllowed(match.allow), { Allow: match.allow });
      }
      operation = match.target;
      const prefer = parsePrefer(request.header("prefer"));
      // A scenario that a request asks for is its own: the one in force neither strikes it nor counts it.
      const alone = prefer.scenario === undefined ? undefined : options.findScenario(prefer.scenario);
      const fault = alone ? alone.faults?.[0] : scenarios.next(operation.id);
      transport = transportOf(fault, prefer);
      const found = await answer(operation, request, match.pathTexts, prefer, fault, alone);
      const why = alone ? { ...found.why, scenario: alone.name } : found.why;
      return withTransport({ ...found, why }, transport);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      const why = {
        source: "validation",
        detail: error.message,
        ...(operation && { operation: operation.id }),
      } as const;
      return withTransport(errorAnswer(400, why, error.message), transport);
    }
  };
}

/**
 * The answer of an operation that memory does not know: its example, with what was sent in it as far as the spec allows;
 * undefined where the spec has none.
 */
function echo(operation: OperationRules, body: unknown): Answer | undefined {
  const response = operation.responses.get(operation.successStatus);
  if (!response || response.examples.size === 0) return undefined;
  const answer = exampleAnswer(operation, {}, "example");
  const reflected = reflectRequest(answer.body, body);
  return response.check(reflected) === undefined ? { ...answer, body: reflected } : answer;
}

/** Holds a request to the rules of its operation. Throws a Violation at the first one that it breaks. */
function check(
  operation: OperationRules,
  request: MockRequest,
  pathTexts: Readonly<Record<string, string>>,
): CheckedRequest {
  const path = operation.readPath(pathTexts);
  const query = operation.readQuery(request.search);
  const rules = operation.body;
  if (!rules) return { request, operation, path, query };
  const body = request.body ?? "";
  if (body.length === 0 && !rules.required) return { request, operation, path, query };
  rules.checkMediaType(request.header("content-type"));
  const encoding = request.header("content-encoding") ?? "identity";
  if (encoding !== "identity") throw new Violation(`Content-Encoding must be identity, not ${quote(encoding)}`);
  if (body === "too-large") throw bodyTooLarge();
  return { request, operation, path, query, body: rules.read(body) };
}

function withTransport(answer: Answer, transport: Transport): Answer {
  return Object.keys(transport).length > 0 ? { ...answer, transport } : answer;
}

function transportOf(fault: Fault | undefined, prefer: Prefer): Transport {
  const { delay = prefer.delay, bodyTime, cut, reset } = { ...fault, ...(prefer.delay && { delay: prefer.delay }) };
  return Object.fromEntries(Object.entries({ delay, bodyTime, cut, reset }).filter(([, value]) => value !== undefined));
}
