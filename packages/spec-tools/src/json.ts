/** Strict JSON, for servers and commands: it rejects what `JSON.parse` would drop or round. */
export {
  compareNumbers,
  divides,
  ExactNumber,
  exactJson,
  floatForms,
  floatsAround,
  hasMarkedNumbers,
  isNumeric,
  isWhole,
  leastWhole,
  markedJson,
  type Numeric,
  negative,
  parsedWhole,
  parseExactJson,
  parseFloats,
  withNumbers,
} from "./json/exact-number.js";
export { formatPath, type PathStep, quote } from "./json/format-path.js";
export { type JsonLimits, type PrintedJson, readJson, readJsonText, readPrintedJson } from "./json/read-json.js";
export { inexactNumber, isJsonNumber, survivesRoundTrip } from "./json/survives-round-trip.js";
export { Violation } from "./json/violation.js";
export { parseWithExamples } from "./load/exact-examples.js";
