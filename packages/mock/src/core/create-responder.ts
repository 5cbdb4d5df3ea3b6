import {
  apiKeyHeader,
  asRefusal,
  bodyTooLarge,
  type FoundOperation,
  findOperation,
  type OperationRules,
  Refusal,
  type Rules,
} from "@metadata-service/server-rules";
import { exampleAnswer } from "./example-answer.js";
import type { Answer, CheckedRequest, MockRequest } from "./exchange.js";
import type { Memory } from "./memory/create-memory.js";
import { type Prefer, parsePrefer } from "./prefer.js";
import { reflectRequest } from "./reflect-request.js";
import { refusalAnswer } from "./refusal-answer.js";
import type { Fault, Scenario, Transport } from "./scenarios/scenario.js";
import type { ScenarioState } from "./scenarios/scenario-state.js";

/**
 * What stands between a checked request and the memory, and holds both to the spec: Prism in Node, the rules alone in a
 * browser.
 *
 * @param produce the answer out of memory; undefined where memory does not know the operation
 */
export type Validator = (request: CheckedRequest, produce: () => Answer | undefined) => Promise<Answer>;

/** What a responder needs. */
export interface ResponderOptions {
  readonly rules: Rules;
  readonly memory: Memory;
  readonly scenarios: ScenarioState;
  /** The scenario of a name, for `Prefer: scenario=…`. */
  findScenario(name: string): Scenario;
  /** The keys that are let in. */
  readonly keys: ReadonlySet<string>;
  readonly validator: Validator;
}

/** Answers a request. It never rejects for what a client sent. */
export type Responder = (request: MockRequest) => Promise<Answer>;

/**
 * The mock without a network: routes, checks the key, lets faults strike, holds the request to the rules and has the
 * gate answer it.
 */
export function createResponder(options: ResponderOptions): Responder {
  const { rules, memory, scenarios, keys, validator } = options;
  const keyHeader = apiKeyHeader(rules.document);

  /** The answer to a request whose route is known, before anything goes wrong on the wire. */
  async function answer({ operation, request, pathTexts, prefer, fault, alone }: Routed): Promise<Answer> {
    if (prefer.code !== undefined || prefer.example !== undefined)
      return exampleAnswer(operation, { status: prefer.code, example: prefer.example }, "prefer");
    if (operation.secured && !keys.has(request.header(keyHeader) ?? "")) throw new Refusal(401);
    if (fault && (fault.status !== undefined || fault.example !== undefined))
      return exampleAnswer(operation, fault, "scenario");
    const checked = check(operation, request, pathTexts);
    return validator(checked, () => {
      const body = memory.answer(checked, alone);
      const why = { source: "memory", operation: operation.id } as const;
      if (body !== undefined) return { status: operation.successStatus, headers: {}, body, why };
      return echo(operation, checked.body);
    });
  }

  /** What the request meets on its way: the fault that is its turn, or that of the scenario that it asks for. */
  function route(request: MockRequest, { operation, pathTexts }: FoundOperation): Routed {
    const prefer = parsePrefer(request.header("prefer"));
    // A scenario that a request asks for is its own: the one in force neither strikes it nor counts it.
    const alone = prefer.scenario === undefined ? undefined : options.findScenario(prefer.scenario);
    const fault = alone ? alone.faults?.[0] : scenarios.next(operation.id);
    return { operation, request, pathTexts, prefer, fault, alone };
  }

  return async (request) => {
    let operation: OperationRules | undefined;
    let transport: Transport = {};
    try {
      const found = findOperation(rules, request.method, request.path);
      operation = found.operation;
      const routed = route(request, found);
      transport = transportOf(routed.fault, routed.prefer);
      const given = await answer(routed);
      const why = routed.alone ? { ...given.why, scenario: routed.alone.name } : given.why;
      return withTransport({ ...given, why }, transport);
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      return withTransport(refusalAnswer(refusal, operation?.id), transport);
    }
  };
}

/** A request whose operation is known, and all that decides its answer. */
interface Routed extends FoundOperation {
  readonly request: MockRequest;
  readonly prefer: Prefer;
  readonly fault: Fault | undefined;
  /** The scenario that the request asks for itself. */
  readonly alone: Scenario | undefined;
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

/** Checks a request in the order of the service: path, query, headers, body. Throws a Violation at the first broken rule. */
function check(
  operation: OperationRules,
  request: MockRequest,
  pathTexts: Readonly<Record<string, string>>,
): CheckedRequest {
  const path = operation.readPath(pathTexts);
  const query = operation.readQuery(request.search);
  const { body: rules } = operation;
  if (!rules) return { request, operation, path, query };
  if (rules.required) rules.checkHeaders(request.header);
  const body = request.body ?? "";
  if (body === "too-large") throw bodyTooLarge();
  return { request, operation, path, query, body: rules.read(body, request.header) };
}

function withTransport(answer: Answer, transport: Transport): Answer {
  return Object.keys(transport).length > 0 ? { ...answer, transport } : answer;
}

function transportOf(fault: Fault | undefined, prefer: Prefer): Transport {
  const { delay = prefer.delay, bodyTime, cut, reset } = { ...fault, ...(prefer.delay && { delay: prefer.delay }) };
  return Object.fromEntries(Object.entries({ delay, bodyTime, cut, reset }).filter(([, value]) => value !== undefined));
}
