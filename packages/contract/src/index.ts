export { type Case, type Context, type Demand, NotApplicable, type Topic } from "./case.js";
export { cases } from "./cases.js";
export type { Cleanup } from "./cleanup.js";
export { createContext } from "./context.js";
export { LIST_LAWS } from "./demands/document/lists/laws.js";
export { type Document, type Operation, operationsOf, type Schema } from "./document.js";
export { EFFORTS, type Effort, REQUESTS } from "./effort.js";
export { type HttpTargetOptions, httpTarget } from "./http-target.js";
export { ContractViolation, type WireExchange } from "./judge.js";
export { GaveUp, GIVING_UP } from "./pulse.js";
export { type CoverageRow, coverageOf } from "./report/coverage.js";
export { type Cause, causesOf } from "./report/failures.js";
export { htmlReport } from "./report/html.js";
export { junitReport } from "./report/junit.js";
export { type TextOptions, textReport } from "./report/text.js";
export {
  type CaseResult,
  DEFAULTS,
  type Report,
  type RunOptions,
  runCase,
  runContract,
  skipReason,
} from "./run-contract.js";
export type { Skip, Target, WireRequest, WireResponse } from "./target.js";
export { type Breach, createValidator, type Validator } from "./validator.js";
