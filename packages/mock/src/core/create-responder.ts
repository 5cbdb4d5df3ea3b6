import {
  asRefusal,
  type FoundOperation,
  findOperation,
  type OperationRules,
  Refusal,
  type Rules,
} from "@metadata-service/server-rules";
import { impossibleOperations } from "@metadata-service/spec-tools";
import { checkedResponse } from "./checked-response.js";
import type { OnDefect } from "./defect-response.js";
import { errorShaper } from "./error-response.js";
import { exampleResponse } from "./example-response.js";
import type { MockRequest, MockResponse } from "./exchange.js";
import { headResponse } from "./head-response.js";
import type { Memory } from "./memory/create-memory.js";
import { type Prefer, parsePrefer } from "./prefer.js";
import { refusalResponse } from "./refusal-response.js";
import { checkCredentials } from "./request/check-credentials.js";
import { readRequest } from "./request/read-request.js";
import { type Fault, type Scenario, TRANSPORT, type Transport } from "./scenarios/scenario.js";
import type { ScenarioState } from "./scenarios/scenario-state.js";
import { respondWithSuccess } from "./success-response.js";

export interface ResponderOptions {
  readonly rules: Rules;
  readonly memory: Memory;
  readonly scenarios: ScenarioState;
  /** Finds a scenario by name, for `Prefer: scenario=…`. */
  findScenario(name: string): Scenario;
  /** The keys that are accepted. */
  readonly keys: ReadonlySet<string>;
  /** Called for every response that violates the spec. */
  readonly onDefect: OnDefect;
}

/** Responds to a request. It never throws because of client input. */
export type Responder = (request: MockRequest) => MockResponse;

/**
 * Creates the mock without a network: it routes a request, checks the key, applies faults, validates the request and
 * responds.
 */
export function createResponder(options: ResponderOptions): Responder {
  const { rules, memory, scenarios, keys, onDefect } = options;
  const shape = errorShaper(rules, memory.maker);
  const whyImpossible = impossibleOperations(rules.document);

  /** The response to a routed request, before transport faults are applied. */
  function answer({ operation, request, pathTexts, prefer, fault, alone }: Routed): MockResponse {
    const model = memory.index.model(operation.id);
    if (!model) throw new Error(`The model of the API has no operation ${operation.id}`);
    const accept = request.header("accept");
    if (prefer.code !== undefined || prefer.example !== undefined)
      return exampleResponse(memory.maker, model, { status: prefer.code, example: prefer.example, accept }, "prefer");
    checkCredentials(rules.api, model, request, keys);
    const reason = whyImpossible(model)?.message;
    if (reason !== undefined) throw new Refusal(501, reason);
    if (fault && (fault.status !== undefined || fault.example !== undefined))
      return exampleResponse(memory.maker, model, { ...fault, accept }, "scenario");
    const checked = readRequest(rules, operation, model, request, pathTexts);
    const head = headResponse({ rules, memory, onDefect }, checked, model, alone, pathTexts);
    if (head) return head;
    const response = respondWithSuccess(memory.maker, model, checked, memory.answer(checked, alone));
    return checkedResponse(operation, response, onDefect);
  }

  /** Finds the fault for this request, from the scenario that it names or from the current one. */
  function route(request: MockRequest, { operation, pathTexts }: FoundOperation): Routed {
    const prefer = parsePrefer(request.header("prefer"));
    // A request that names a scenario is not affected or counted by the current one.
    const alone = prefer.scenario === undefined ? undefined : options.findScenario(prefer.scenario);
    const fault = alone ? alone.faults?.[0] : scenarios.next(operation.id);
    return { operation, request, pathTexts, prefer, fault, alone };
  }

  /** Converts an error to the error format that the operation documents for its status. */
  function errorAnswer(error: unknown, operation: OperationRules | undefined): MockResponse {
    const refusal = asRefusal(error);
    if (!refusal) throw error;
    const plain = refusalResponse(refusal, operation?.id);
    try {
      return shape(plain, operation && memory.index.model(operation.id), refusal.usual);
    } catch (unusable) {
      // The schema of the error may be the one that cannot be used.
      if (asRefusal(unusable)) return plain;
      throw unusable;
    }
  }

  return (request) => (rules.bodies.numbers ? written(respond(request)) : respond(request));

  /** Writes the numbers of the document that texts stand for. */
  function written({ raw, headers, ...response }: MockResponse): MockResponse {
    const text = raw ?? (response.body === undefined ? undefined : JSON.stringify(response.body));
    return {
      ...response,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, rules.write(value)])),
      ...(text !== undefined && { raw: typeof text === "string" ? rules.write(text) : text }),
    };
  }

  function respond(request: MockRequest): MockResponse {
    let operation: OperationRules | undefined;
    let transport: Transport = {};
    try {
      const found = findOperation(rules, request.method, request.path);
      operation = found.operation;
      const routed = route(request, found);
      transport = transportOf(routed.fault, routed.prefer);
      const given = answer(routed);
      const why = routed.alone ? { ...given.why, scenario: routed.alone.name } : given.why;
      return withTransport({ ...given, why }, transport);
    } catch (error) {
      return withTransport(errorAnswer(error, operation), transport);
    }
  }
}

/** A routed request, with everything that determines its response. */
interface Routed extends FoundOperation {
  readonly request: MockRequest;
  readonly prefer: Prefer;
  readonly fault: Fault | undefined;
  /** The scenario that the request names in its `Prefer` header. */
  readonly alone: Scenario | undefined;
}

function withTransport(answer: MockResponse, transport: Transport): MockResponse {
  return Object.keys(transport).length > 0 ? { ...answer, transport } : answer;
}

function transportOf(fault: Fault | undefined, prefer: Prefer): Transport {
  const given = { ...fault, ...(prefer.delay && { delay: prefer.delay }) };
  return Object.fromEntries(TRANSPORT.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}
