/** Reads records from files and streams, for commands: lines of JSON and rows of CSV, in UTF-8 or UTF-16. */
export { atLine, decodeText, InputFault, readTextFile } from "./input/decode-text.js";
export { type CsvOptions, type CsvRow, readCsv, separatorOf } from "./input/read-csv.js";
export { isBlank, type Line, readLines } from "./input/read-lines.js";
export { toUtf8 } from "./input/to-utf8.js";
