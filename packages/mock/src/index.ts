export type { ResponseReason, Source } from "./core/exchange.js";
export type { MockData } from "./core/memory/preset-rows.js";
export { BUILT_IN_SCENARIOS } from "./core/scenarios/built-in-scenarios.js";
export type { Drift, Fault, Scenario, Transport } from "./core/scenarios/scenario.js";
export type { LogEntry } from "./log/request-log.js";
export type { MockOptions } from "./mock-options.js";
export { type Mock, startMock } from "./start-mock.js";
