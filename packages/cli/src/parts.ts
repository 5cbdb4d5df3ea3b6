/** What other programs that call the API share with the command `metadata`. */
export type { Command } from "./command.js";
export { CommandError, UsageError } from "./command-error.js";
export type { CommandTable, ListShape, OperationCommand } from "./command-table.js";
export type { List } from "./commands/list.js";
export { mcp } from "./commands/mcp.js";
export { callMethod } from "./commands/operation-command.js";
export { gather } from "./commands/pull.js";
export type { Environment, Methods } from "./environment.js";
export { messageOf } from "./failures.js";
export { jsonText } from "./output/json-text.js";
export { readVersion } from "./read-version.js";
export { runProcess } from "./run-process.js";
export { connect, countOf } from "./settings/connection.js";
export { serviceAt } from "./settings/service.js";
export { formatOf, isDatabaseUrl, keepsState, openTarget } from "./targets/open-target.js";
