import { createRules, type Rules } from "@metadata-service/rules";
import { createResponder, type Responder } from "./core/create-responder.js";
import type { CheckedRequest } from "./core/exchange.js";
import { createMemory, type Memory } from "./core/memory/create-memory.js";
import type { ScenarioList } from "./core/scenarios/scenario-list.js";
import type { ScenarioState } from "./core/scenarios/scenario-state.js";
import { createPrismGate, type OnDefect } from "./prism/create-prism-gate.js";

/** All that follows from one version of the spec; a changed spec makes a new one. */
export interface Engine {
  readonly rules: Rules;
  readonly memory: Memory;
  readonly respond: Responder;
}

export interface EngineOptions {
  /** The bundle of the spec. */
  readonly document: object;
  readonly size: number;
  readonly seed: number;
  readonly keys: ReadonlySet<string>;
  readonly scenarios: ScenarioState;
  readonly scenarioList: ScenarioList;
  readonly fileUrl: string | undefined;
  readonly onDefect: OnDefect;
}

/** Reads a spec and makes the mock of it, Prism around a memory. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { document, size, seed, keys, scenarios, scenarioList, onDefect } = options;
  const rules = createRules(document);
  const fileUrl = ({ request }: CheckedRequest) => options.fileUrl ?? `${request.origin}/files/{id}`;
  const memory = createMemory({ rules, size, seed, fileUrl, now: microsecondClock() });
  memory.relist(scenarios.current);
  const gate = await createPrismGate(rules, onDefect);
  const findScenario = (name: string) => scenarioList.find(name);
  return { rules, memory, respond: createResponder({ rules, memory, scenarios, findScenario, keys, gate }) };
}

/** The time in microseconds since 1970, never the same twice: records are ordered by their creation. */
function microsecondClock(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now() * 1000);
    return last;
  };
}
