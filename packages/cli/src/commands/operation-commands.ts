import type { Command } from "../command.js";
import type { CommandTable, OperationCommand } from "../command-table.js";
import { callCommand } from "./call.js";
import { createCommand } from "./create.js";
import { listCommand } from "./list.js";
import { pullCommand } from "./pull.js";
import { syncCommand } from "./sync.js";

export const operationCommands = ({ commands }: CommandTable): Command[] => commands.flatMap(commandsOf);

function commandsOf(operation: OperationCommand): Command[] {
  const { list } = operation;
  const own = ownCommand(operation);
  const named = operation.alias ? { ...own, alias: operation.alias } : own;
  if (!list) return [named];
  const pull = pullCommand(operation, list);
  return list.sync ? [named, pull, syncCommand(operation, list, list.sync)] : [named, pull];
}

function ownCommand(operation: OperationCommand): Command {
  const { list, body, method } = operation;
  if (list) return listCommand(operation, list);
  const takesRecords = body?.kind === "json" && ["POST", "PUT", "PATCH"].includes(method);
  return takesRecords ? createCommand(operation, body) : callCommand(operation);
}
