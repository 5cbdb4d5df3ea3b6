import type { Rules } from "@metadata-service/server-rules";
import { createResponder, type Responder } from "./create-responder.js";
import type { OnDefect } from "./defect-response.js";
import type { CheckedRequest } from "./exchange.js";
import { createMemory, type Memory } from "./memory/create-memory.js";
import type { MockData } from "./memory/preset-rows.js";
import type { ScenarioList } from "./scenarios/scenario-list.js";
import type { ScenarioState } from "./scenarios/scenario-state.js";

/** The parts of the mock that depend on the spec. A changed spec gets a new engine. */
export interface Engine {
  readonly rules: Rules;
  readonly memory: Memory;
  readonly respond: Responder;
}

export interface EngineOptions {
  readonly size: number;
  readonly seed: number;
  readonly apiKeys: readonly string[];
  readonly scenarios: ScenarioState;
  readonly scenarioList: ScenarioList;
  readonly fileUrl?: string | undefined;
  readonly data?: MockData | undefined;
  /** Called for every response that violates the spec. */
  readonly onDefect: OnDefect;
}

/** Creates the mock of a spec without a network. */
export function createEngine(rules: Rules, options: EngineOptions): Engine {
  const { size, seed, scenarios, scenarioList, onDefect } = options;
  const fileUrl = ({ request }: CheckedRequest) => options.fileUrl ?? `${request.origin}/files/{id}`;
  const keys = new Set(options.apiKeys);
  const memory = createMemory({ rules, size, seed, data: options.data, fileUrl, now: microsecondClock() });
  memory.relist(scenarios.current);
  const findScenario = (name: string) => scenarioList.find(name);
  return { rules, memory, respond: createResponder({ rules, memory, scenarios, findScenario, keys, onDefect }) };
}

/**
 * Creates a clock in microseconds since 1970 that never repeats a value, because records are ordered by creation time.
 */
function microsecondClock(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now() * 1000);
    return last;
  };
}
