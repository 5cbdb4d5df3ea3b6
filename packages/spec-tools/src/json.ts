/** Strict JSON, for servers and commands: it rejects what `JSON.parse` would drop or round. */
export { calculable } from "./json/calculable.js";
export {
  compareNumbers,
  divides,
  ExactNumber,
  exactJson,
  floatsAround,
  forPage,
  hasMarkedNumbers,
  isNumeric,
  isWhole,
  leastWhole,
  markedJson,
  markedNumber,
  marksIn,
  type Numeric,
  negative,
  parsedWhole,
  parseExactJson,
  withNumbers,
  withoutMark,
  withPageNumbers,
} from "./json/exact-number.js";
export { formatPath, type PathStep, quote } from "./json/format-path.js";
export { withMarks } from "./json/marks.js";
export {
  bodyLimits,
  type JsonLimits,
  type PrintedJson,
  readJson,
  readJsonText,
  readPrintedJson,
} from "./json/read-json.js";
export { inexactNumber, isJson, isJsonNumber, survivesRoundTrip } from "./json/survives-round-trip.js";
export { typeOfJson } from "./json/type-of.js";
export { Violation } from "./json/violation.js";
