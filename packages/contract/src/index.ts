export { type Case, type Context, type Demand, NotApplicable, type Topic } from "./cases/case.js";
export { cases } from "./cases/cases.js";
export { EFFORTS, type Effort, REQUESTS } from "./cases/effort.js";
export { LIST_LAWS } from "./demands/document/lists/laws.js";
export { type Document, type Operation, operationsOf, type Schema } from "./document/document.js";
export { type Breach, createValidator, type Validator } from "./document/validator.js";
export { ContractViolation, type WireExchange } from "./judging/judge-response.js";
export { type CoverageRow, coverageOf } from "./report/coverage.js";
export { type Cause, causesOf } from "./report/failures.js";
export { htmlReport } from "./report/html.js";
export { junitReport } from "./report/junit.js";
export { type TextOptions, textReport } from "./report/text.js";
export type { Cleanup } from "./run/cleanup.js";
export { createContext } from "./run/context.js";
export {
  type CaseResult,
  DEFAULTS,
  type Report,
  type RunOptions,
  runCase,
  runContract,
  skipReason,
} from "./run/run-contract.js";
export { type HttpTargetOptions, httpTarget } from "./target/http-target.js";
export { GaveUp, GIVING_UP } from "./target/server-monitor.js";
export type { Skip, Target, WireRequest, WireResponse } from "./target/target.js";
